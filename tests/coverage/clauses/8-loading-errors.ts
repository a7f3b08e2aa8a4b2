import type { Part } from '../clause';
import { app, cardPage, draftPage, faults, memberTrouble, playbookPage } from '../files';

export const loadingErrors: Part = {
  section: 8,
  title: 'Data loading',
  clauses: [
    {
      id: 'errors.data',
      says: "'Failed fetching data'.",
      quotes: ["'Failed fetching data',"],
      tests: [...cardPage('of the profile'), ...memberTrouble('the profile, on the card')],
    },
    {
      id: 'errors.demos',
      says: "'Failed fetching your demos'.",
      quotes: ["'Failed fetching your demos'"],
      tests: [...cardPage('my demos › show the failure as a toast and as a panel'), ...memberTrouble('own demos, on the card')],
    },
    {
      id: 'errors.demo-descriptions',
      says: "'Failed fetching demo descriptions'.",
      quotes: ["'Failed fetching demo descriptions'"],
      tests: [...draftPage('of demos that fail show a toast of their own'), ...memberTrouble('public demos: a toast')],
    },
    {
      id: 'errors.playbooks',
      says: "'Failed fetching your playbooks', with ': ' plus the server's error field if present.",
      quotes: ["'Failed fetching your playbooks' (with ': ' plus the server's error field if present)"],
      tests: [
        ...cardPage("name the server's error when they cannot be fetched"),
        ...cardPage('also where the server says no more'),
        ...memberTrouble('own playbooks, on the card'),
      ],
    },
    {
      id: 'errors.playbook-descriptions',
      says: "'Failed fetching playbooks descriptions'.",
      quotes: ["'Failed fetching playbooks descriptions'."],
      tests: [
        ...draftPage('that fail show the toast'),
        ...playbookPage('that cannot be fetched show the toast'),
        ...memberTrouble('public playbooks: a toast'),
      ],
    },
    {
      id: 'errors.configuration',
      says: "'Configuration is not available, please, reload: ...' as an error toast when the params file fails.",
      quotes: ["'Configuration is not available, please, reload: ...' as an error toast when the params file fails."],
      tests: [...app('are said to be missing in a message, once'), ...faults('says so when its parameters cannot be refreshed')],
    },
    {
      id: 'errors.query',
      says: "Any failed query shows an error toast 'Error occurred: {message}'.",
      quotes: ["Any failed query shows an error toast 'Error occurred: {message}'."],
      tests: [
        ...cardPage('my demos › show the failure as a toast'),
        ...cardPage('of the profile'),
        ...draftPage('that fail show the toast'),
      ],
    },
    {
      id: 'errors.missing-page',
      says: 'A missing page shows the 404 page.',
      quotes: ['A missing page shows the 404 page.'],
      tests: app('an unknown page is not available'),
    },
  ],
};
