import type { Part } from '../clause';
import {
  apiContact,
  apiDemos,
  apiDesk,
  apiPhoto,
  apiPlaybooks,
  apiProfile,
  apiSignup,
  app,
  botCheck,
  cardPage,
  contracts,
  demoDialog,
  draftPage,
  elevateBackend,
  entities,
  faults,
  introForm,
  photoDialog,
  playbookPage,
  signUpPage,
} from '../files';

const CALLS = contracts('calls › are the calls of the specification');
const fields = (entity: string) => entities(`has the fields of the specification: › ${entity}`);

export const backendCalls: Part = {
  section: 7,
  title: 'The backend',
  clauses: [
    {
      id: 'calls.base',
      says: 'All calls go to the configured base address plus a path; a bearer header is added unless the call is public.',
      quotes: ['All calls go to the configured backend base address plus a path. A bearer header is added unless the call is public.'],
      tests: [
        ...introForm('proves the bot check'),
        ...elevateBackend('of a player carry a token'),
        ...draftPage('is followed by a player with …', 'are the public ones for visitors'),
      ],
    },
    {
      id: 'calls.params',
      says: 'GET params file, at start-up; failure shows an error toast.',
      quotes: ['| GET params file | none | At start-up. Failure shows an error toast |'],
      tests: [
        ...app('are said to be missing in a message, once', 'show the maintenance banner only while'),
        ...faults('says so when its parameters cannot be refreshed'),
      ],
    },
    {
      id: 'calls.contact',
      says: "POST /contact is public and sends name, email, phone, message, goal and recaptchaToken, with a bot-check token of the action 'contact'.",
      quotes: [
        "| POST /contact | name, email, phone, message, goal, recaptchaToken | Public. Bot-check token obtained with action 'contact'. Response: notices, overall, field errors |",
      ],
      tests: [
        ...CALLS,
        ...introForm('proves the bot check for the action contact'),
        ...apiContact('stores the message', 'refuses a missing proof'),
      ],
    },
    {
      id: 'calls.signup',
      says: "POST /signup is public and sends the sign-up payload with a bot-check token of the action 'signup'.",
      quotes: [
        "| POST /signup | full_name, email, phone, location, has_accepted_privacy, has_accepted_terms, code, recaptchaToken | Public. Bot-check action 'signup'. Response as above |",
      ],
      tests: [...CALLS, ...signUpPage('sends what was written'), ...apiSignup('creates the account, its invitation')],
    },
    {
      id: 'calls.profile',
      says: "GET /user/profile, signed in; status 400 or above raises 'Failed fetching data'.",
      quotes: ["| GET /user/profile | none | Signed in. Status 400 or above raises 'Failed fetching data' |"],
      tests: [...CALLS, ...apiProfile('makes the profile of a new player'), ...cardPage('of the profile')],
    },
    {
      id: 'calls.save-profile',
      says: 'PUT /user/profile sends notify_opt_in, profile_visibility, goals and goals_personal as JSON.',
      quotes: ['| PUT /user/profile | notify_opt_in, profile_visibility, goals, goals_personal | JSON |'],
      tests: [...CALLS, ...fields('a changed profile'), ...cardPage('are saved together'), ...apiProfile('saves and answers')],
    },
    {
      id: 'calls.photo',
      says: 'PUT /user/profile/photo sends img_type and img_base64_data; the response may contain notices.',
      quotes: ['| PUT /user/profile/photo | img_type, img_base64_data | Response may contain notices |'],
      tests: [...CALLS, ...photoDialog('… in base64, and said to be saved'), ...apiPhoto('a replaced photo answers with notices')],
    },
    {
      id: 'calls.project',
      says: 'GET /project/ answers the projects.',
      quotes: ['| GET /project/ | none | Response shape not shown |'],
      tests: [...CALLS, ...apiDesk('projects › 200')],
    },
    {
      id: 'calls.playbooks',
      says: "GET /draft/playbooks (public) or /user/draft/playbooks (signed in); failure gives 'Failed fetching playbooks descriptions'.",
      quotes: [
        "| GET /draft/playbooks or /user/draft/playbooks | none | Public or signed in. Failure gives 'Failed fetching playbooks descriptions' |",
      ],
      tests: [
        ...CALLS,
        ...draftPage('are the public ones for visitors', 'that fail show the toast'),
        ...apiPlaybooks('304: answers nothing anew'),
      ],
    },
    {
      id: 'calls.playbook',
      says: 'GET /draft/playbook/{id} (public) or /user/draft/playbook/{id} (signed in).',
      quotes: ['| GET /draft/playbook/{id} or /user/draft/playbook/{id} | none | Public or signed in |'],
      tests: [
        ...CALLS,
        ...playbookPage('show a player the name', 'show a visitor what the server gives'),
        ...apiPlaybooks('is withheld in the same way'),
      ],
    },
    {
      id: 'calls.demos',
      says: 'GET /draft/demos is public.',
      quotes: ['| GET /draft/demos | none | Public |'],
      tests: [...CALLS, ...apiDemos('lists at least ten public demos')],
    },
    {
      id: 'calls.player-demos',
      says: 'GET /demos/player returns playerDemos and demosMap.',
      quotes: ['| GET /demos/player with GET /draft/demos | none | Returns playerDemos and demosMap |'],
      tests: [...CALLS, ...fields("a player's demos"), ...apiDemos('lists it with the map of demo kinds')],
    },
    {
      id: 'calls.add-demo',
      says: 'POST /demos/player sends demo_kind_id, url and description as JSON.',
      quotes: ['| POST /demos/player | demo_kind_id, url, description | JSON |'],
      tests: [...CALLS, ...fields('a new demo'), ...demoDialog('adds a demo and shows it'), ...apiDemos('adds a demo, lists it')],
    },
    {
      id: 'calls.save-demo',
      says: 'PUT /demos/player/{id} sends url and description; the id is in the path, and taken in the body too.',
      quotes: ['| PUT /demos/player/{id} | url, description (id in path; one reading also sends id in body) | JSON |'],
      tests: [...CALLS, ...demoDialog('sends the changed URL and description of a demo'), ...apiDemos('changes it and removes it')],
    },
    {
      id: 'calls.remove-demo',
      says: 'DELETE /demos/player/{id}.',
      quotes: ['| DELETE /demos/player/{id} | none | |'],
      tests: [...CALLS, ...demoDialog('removes the demo'), ...apiDemos('removes it')],
    },
    {
      id: 'calls.player-playbooks',
      says: 'GET /playbooks/player returns playerPlaybooks and playbooksMap.',
      quotes: ['| GET /playbooks/player with GET /draft/playbooks | none | Returns playerPlaybooks and playbooksMap |'],
      tests: [...CALLS, ...fields("a player's playbooks"), ...apiPlaybooks('following twice keeps one record')],
    },
    {
      id: 'calls.follow',
      says: 'POST /playbooks/player sends playbook_id and role as JSON.',
      quotes: ['| POST /playbooks/player | playbook_id, role | JSON |'],
      tests: [...CALLS, ...fields('a follow'), ...draftPage('is followed by a player with …'), ...apiPlaybooks('following twice keeps')],
    },
    {
      id: 'calls.change-follow',
      says: 'PUT /playbooks/player/{id} takes a JSON body: by our reading the role.',
      quotes: ['| PUT /playbooks/player/{id} | JSON body | Fields not shown |'],
      tests: [...CALLS, ...apiPlaybooks('changes the role, unfollows')],
    },
    {
      id: 'calls.unfollow',
      says: 'DELETE /playbooks/player/{id}.',
      quotes: ['| DELETE /playbooks/player/{id} | none | |'],
      tests: [...CALLS, ...cardPage('are unfollowed, and followed again with Undo'), ...apiPlaybooks('changes the role, unfollows')],
    },
    {
      id: 'calls.session',
      says: 'The logged-in check is a call too: by our reading GET /user/session.',
      quotes: ['The logged-in check is also a call; its path is not shown.'],
      tests: [...CALLS, ...apiProfile('says who is signed in and in which groups')],
    },
    {
      id: 'calls.write-answers',
      says: 'Demo and playbook writes answer, by our reading, what was written.',
      quotes: ['The success response bodies of the demo and playbook writes are not shown.'],
      tests: [...apiDemos('adds a demo, lists it'), ...apiPlaybooks('unfollows, and answers what was written')],
    },
    {
      id: 'calls.refresh-playbooks',
      says: "After a successful follow the player's playbook list is refreshed.",
      quotes: ["After a successful follow the player's playbook list is refreshed."],
      tests: cardPage('are unfollowed, and followed again with Undo'),
    },
    {
      id: 'calls.refresh-demos',
      says: "After a demo change the player's demos are refreshed.",
      quotes: ["After a demo change the player's demos are refreshed."],
      tests: demoDialog('adds a demo and shows it', 'removes the demo'),
    },
    {
      id: 'calls.bot-check',
      says: 'The bot-check token is verified for its action.',
      quotes: ["Bot-check token obtained with action 'contact'.", "Bot-check action 'signup'."],
      tests: botCheck('passes for its action only', 'is asked with the secret and the token'),
    },
  ],
};
