import type { Part } from '../clause';
import { apiDesk, ataPage, cardPage, contactPage, elevatePage, introForm, mosaic, playbooksPage, practicePage } from '../files';

const STEPS = 'explains under #how the four steps in order';
const WORDS = 'says of each step what there is to do';

export const steps: Part = {
  section: 1,
  title: 'The guiding steps of Elevate, and facts stated to users',
  clauses: [
    {
      id: 'steps.identity',
      says: "Step 1, 'Who you are?': establish identity, make an initial card, set goals.",
      quotes: ["'Who you are?': establish identity, make an initial card, set goals."],
      tests: elevatePage(STEPS, WORDS),
    },
    {
      id: 'steps.league',
      says: "Step 2, 'What is your sport?': qualify for or form a league or peer group, founded on skill or on a company's demand.",
      quotes: ["'What is your sport?': qualify for or form a league or peer group, founded on skill or on a company's demand."],
      tests: elevatePage(STEPS, WORDS),
    },
    {
      id: 'steps.strength',
      says: "Step 3, 'What is your strength?': peer feedback and constant scoring lead to the sponsored or self-sponsored train mode; the third tessera, Elevate 2.",
      quotes: [
        "'What is your strength?': peer feedback and constant scoring, leading to the sponsored or self-sponsored train mode. This is the third tessera, Elevate 2.",
      ],
      tests: elevatePage(STEPS, WORDS),
    },
    {
      id: 'steps.vision',
      says: "Step 4, 'What is your vision?': a playbook unites strengths into a team; the fourth tessera, Elevate 3.",
      quotes: ["'What is your vision?': a playbook to unite strengths into a team. This is the fourth tessera, Elevate 3."],
      tests: elevatePage(STEPS, WORDS),
    },
    {
      id: 'steps.tessera',
      says: "Each step awards a tessera, a piece of the mosaic that the user's card shows.",
      quotes: ["Elevate guiding steps. Each step awards a tessera, a piece of a developer-identity mosaic shown on the user's card:"],
      tests: [...elevatePage(STEPS), ...mosaic('has four pieces, that many of them filled…'), ...cardPage('fills the mosaic by rank')],
    },
    {
      id: 'steps.quest',
      says: 'The quest is to gain two to four tesserae.',
      quotes: ['The quest is to gain two to four tesserae.'],
      tests: [...elevatePage('explains what a tessera is, and the quest'), ...practicePage('leads from the vision')],
    },
    {
      id: 'facts.interests',
      says: 'Users sign up for an account and indicate in their profile which programmes interest them.',
      quotes: ['Users sign up for an account and indicate in their profile which programmes interest them.'],
      tests: [...elevatePage('interests are indicated in the profile'), ...cardPage('goals and settings › are saved together')],
    },
    {
      id: 'facts.self-code',
      says: 'Users without a sponsored peer group enter the code SELF-4E.',
      quotes: ['Users without a sponsored peer group enter the code SELF-4E.'],
      tests: [...elevatePage('has Remarks A to C with the code'), ...apiDesk('exist with SELF-4E from the start')],
    },
    {
      id: 'facts.notifications',
      says: 'Relevant peer-group e-mails are sent only if the user enables notifications.',
      quotes: ['Relevant peer-group e-mails are sent only if the user enables notifications.'],
      tests: [...apiDesk('reach only members with notifications on'), ...elevatePage('the word on notifications')],
    },
    {
      id: 'facts.network',
      says: 'A page links to a professional-network company page because the matching algorithm can miss opportunities.',
      quotes: ['A page links to a professional-network company page because the matching algorithm can miss opportunities.'],
      tests: elevatePage('in a new tab to the professional network', 'matching can miss something'),
    },
    {
      id: 'facts.availability',
      says: 'A target availability of 99.999% is cited on the Elevate page.',
      quotes: ['A target availability of 99.999% is cited on the Elevate page.'],
      tests: elevatePage('cites the target availability'),
    },
    {
      id: 'facts.archetypes',
      says: 'Playbooks are archetypes for incentives, culture, projects and roles.',
      quotes: ['Playbooks are archetypes for incentives, culture, projects and roles.'],
      tests: playbooksPage('opens on Overview'),
    },
    {
      id: 'facts.ranking',
      says: 'A profile is ranked by tesserae, 0 to 4 puzzle pieces, after an evaluation.',
      quotes: ['A profile is ranked by tesserae (0 to 4 puzzle pieces) after an evaluation.'],
      tests: [
        ...playbooksPage('is ranked by 0 to 4 tesserae'),
        ...mosaic('has four pieces…'),
        ...apiDesk('are found, ranked and subscribed'),
      ],
    },
    {
      id: 'facts.visitors',
      says: 'Visitors read offers, send an intro or request a quote, and contact the provider.',
      quotes: ['Visitors can read offers, send an intro or request a quote, and contact the provider.'],
      tests: [
        ...introForm('proves the bot check for the action contact'),
        ...contactPage('tells every way to reach the practice'),
        ...ataPage('a quote link to …'),
      ],
    },
  ],
};
