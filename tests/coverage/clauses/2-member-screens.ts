import type { Part } from '../clause';
import {
  cardPage,
  demoDialog,
  draftPage,
  inboxPage,
  memberCard,
  memberTrouble,
  omletPage,
  photoDialog,
  playbookPage,
  routes,
} from '../files';

const AVAILABLE = 'shows name, level, size and two descriptions, and a details link that opens a new tab';
const FOLLOWED = 'show name, description, the role as Objective, and a details link';

export const draftScreen: Part = {
  section: 2,
  title: 'Draft page',
  clauses: [
    {
      id: 'draft.columns',
      says: 'The draft page has two columns: demos and playbooks.',
      quotes: ['Two columns.', 'Playbooks column: playbook cards.'],
      tests: draftPage('stand in two columns'),
    },
    {
      id: 'draft.demos',
      says: 'The demos column shows public demos that are not meta demos, each with name, description, description_2 and badges for vertical, status and sponsored.',
      quotes: [
        'Demos column: public demo cards that are not meta demos. Each shows name, description and description_2, with badges for vertical, status and sponsored',
      ],
      tests: draftPage('shows name, both descriptions and badges', 'marks only sponsored demos as sponsored'),
    },
    {
      id: 'draft.demo-like-this',
      says: "Each demo has a 'Demo like this' button.",
      quotes: ["and a 'Demo like this' button."],
      tests: draftPage("sends a visitor to sign in on 'Demo like this'", "opens the card's dialog for a player"),
    },
    {
      id: 'draft.available',
      says: 'An unlocked, non-evaluating playbook shows name, a memberLevel badge, size, description_1 and description_2.',
      quotes: ['An unlocked, non-evaluating card shows name, a memberLevel badge, size', 'description_1 and description_2.'],
      tests: draftPage(AVAILABLE),
    },
    {
      id: 'draft.size',
      says: 'The size is min_size, or min-max when they differ.',
      quotes: ['size (min_size, or min-max when they differ)'],
      tests: draftPage(AVAILABLE, 'shows one number when the sizes are equal'),
    },
    {
      id: 'draft.buttons',
      says: 'It has the buttons Produce and Follow.',
      quotes: ['It has the buttons Produce and Follow'],
      tests: draftPage('is followed by a player with …'),
    },
    {
      id: 'draft.learn-more',
      says: "It has a Learn more link to '/playbook/{id}' that opens in a new tab.",
      quotes: ['and a Learn more link to /playbook/{id} that opens in a new tab.'],
      tests: draftPage(AVAILABLE),
    },
    {
      id: 'draft.locked',
      says: "A locked card says further content requires an active subscription, with links to '/signup' and '/signin/draft'.",
      quotes: ['A locked card says further content requires an active subscription, with links to /signup and /signin/draft.'],
      tests: draftPage('locked: says that an active subscription is required'),
    },
    {
      id: 'draft.evaluating',
      says: 'An evaluating card says evaluation is in progress and that more relevant playbooks come as profile evaluation progresses.',
      quotes: ['An evaluating card says evaluation is in progress and that more relevant playbooks come as profile evaluation progresses.'],
      tests: draftPage('evaluating: says so'),
    },
    {
      id: 'draft.no-goal',
      says: 'A warning asks the user to fill the goals section of the profile if no goal is selected.',
      quotes: ['A warning asks the user to fill the goals section of the profile if no goal is selected.'],
      tests: draftPage('evaluating: says so, and warns a player without a goal', 'does not warn a player who has selected a goal'),
    },
    {
      id: 'draft.empty',
      says: "Empty lists show a spinner with 'No demos for now' or 'No playbooks for now'.",
      quotes: ["Empty lists show a spinner with 'No demos for now' or 'No playbooks for now'."],
      tests: [
        ...draftPage('lists › say that they are empty', 'that are empty show a spinner above their text'),
        ...memberTrouble('lists without entries say so'),
      ],
    },
  ],
};

export const cardScreen: Part = {
  section: 2,
  title: 'Profile and card, playbook details, inbox, O.M.L.E.T.',
  clauses: [
    {
      id: 'card.signed-out',
      says: 'Signed out, the card is a protected-section notice.',
      quotes: ['Signed out: a protected-section notice.'],
      tests: [...cardPage('the card is a protected section'), ...routes('is told that the card and the inbox are protected')],
    },
    {
      id: 'card.photo',
      says: 'A profile panel shows the photo, 200 by 200 pixels.',
      quotes: ['A profile panel with photo, 200 by 200 pixels'],
      tests: [
        ...cardPage('shows the photo when there is one'),
        ...photoDialog('is shown at 200 by 200'),
        ...memberCard('the photo is cropped'),
      ],
    },
    {
      id: 'card.default-photo',
      says: 'It shows a default image when there is no photo.',
      quotes: ['and a default image when there is no photo.'],
      tests: [...cardPage('shows the default picture'), ...photoDialog('and the default picture in its place')],
    },
    {
      id: 'card.next-step',
      says: "A Next step hint reads 'select relevant goals, add at least one demo, and pick at least one playbook to allow for ranking'.",
      quotes: ["A Next step hint: 'select relevant goals, add at least one demo, and pick at least one playbook to allow for ranking'."],
      tests: cardPage('names all three conditions of a ranking'),
    },
    {
      id: 'card.my-demos',
      says: 'My demos are cards with kind name, linked description, endorsement badges and an edit button.',
      quotes: ['My demos: cards with kind name, linked description, endorsement badges and an edit button'],
      tests: [
        ...cardPage('show the kind, the linked description and the endorsements'),
        ...demoDialog("switches to Remove with 'Remove this demo'"),
      ],
    },
    {
      id: 'card.add-more',
      says: "An Add more demos link leads to '/draft'.",
      quotes: ['plus an Add more demos link to /draft.'],
      tests: cardPage('my demos › say that there are none, and lead to the draft page'),
    },
    {
      id: 'card.playbooks',
      says: 'Playbooks followed show name, description_1, the role as Objective and a Learn more link.',
      quotes: ['Playbooks followed: name, description_1, role shown as Objective', 'and a Learn more link.'],
      tests: cardPage(FOLLOWED),
    },
    {
      id: 'card.unfollow',
      says: 'They have an Unfollow button.',
      quotes: ['an Unfollow button'],
      tests: cardPage('are unfollowed, and followed again with Undo'),
    },
    {
      id: 'card.empty',
      says: "Empty states read 'No demos for now' and 'No playbooks for now'.",
      quotes: ["Empty states read 'No demos for now' and 'No playbooks for now'."],
      tests: cardPage('my demos › say that there are none', 'playbooks followed › say that there are none'),
    },
    {
      id: 'playbook.details',
      says: 'Playbook details show name, description_1, description_2 and description_3.',
      quotes: ['Shows name, description_1, description_2 and description_3.'],
      tests: playbookPage('show a player the name and all three descriptions'),
    },
    {
      id: 'playbook.partial',
      says: 'Signed out, they show a partial-protection notice.',
      quotes: ['A partial-protection notice is shown when signed out.'],
      tests: playbookPage('with a partial-protection notice'),
    },
    {
      id: 'inbox.text',
      says: 'The inbox says matched opportunities will be displayed here.',
      quotes: ['Says matched opportunities will be displayed here.'],
      tests: inboxPage('the inbox says what will be displayed'),
    },
    {
      id: 'inbox.protected',
      says: 'The inbox needs sign-in.',
      quotes: ['Needs sign-in.'],
      tests: [...inboxPage('needs a sign-in that leads back'), ...inboxPage('the inbox of a player explains why it is empty')],
    },
    {
      id: 'omlet.buttons',
      says: "The O.M.L.E.T. page has explanatory text with Sign up ('/signup') and Contact us ('/intro/elevate') buttons.",
      quotes: ['Explanatory text with Sign up (/signup) and Contact us (/intro/elevate) buttons.'],
      tests: omletPage('explains O.M.L.E.T. and leads to sign-up and to the intro form'),
    },
  ],
};
