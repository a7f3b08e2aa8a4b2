import type { Part } from '../clause';
import {
  amplify,
  apiDemos,
  apiDesk,
  apiPhoto,
  apiPlaybooks,
  apiProfile,
  documents,
  entities,
  libraryCalls,
  oidc,
  paramsContract,
  paramsFile,
} from '../files';

const fields = (entity: string) => entities(`has the fields of the specification: › ${entity}`);

export const programmeEntities: Part = {
  section: 3,
  title: 'Demos, playbooks, profile, session, configuration',
  clauses: [
    {
      id: 'entities.demo-kind',
      says: 'A demo kind has id, name and description.',
      quotes: ['**Demo kind:** id, name, description.'],
      tests: fields('a demo kind'),
    },
    {
      id: 'entities.demos-map',
      says: "demosMap, keyed by demo kind id, is returned with the player's demos.",
      quotes: ["A map keyed by demo kind id (demosMap) is returned with the player's demos."],
      tests: apiDemos('lists it with the map of demo kinds'),
    },
    {
      id: 'entities.public-demo',
      says: 'A public demo has id, name, description, description_2, vertical, status, sponsored and is_meta_demo.',
      quotes: ['**Public demo:** id, name, description, description_2, vertical, status, sponsored, is_meta_demo.'],
      tests: [...fields('a public demo'), ...apiDesk('a kind is added, changed, offered publicly')],
    },
    {
      id: 'entities.player-demo',
      says: 'A player demo has id, demo_kind_id, url, description and endorsements, a list of strings.',
      quotes: ['**Player demo:** id, demo_kind_id, url, description, endorsements (list of strings).'],
      tests: [...fields("a player's demo"), ...apiDesk('their demos are endorsed')],
    },
    {
      id: 'entities.playbook',
      says: 'A playbook has id, name, description_1, description_2, description_3, min_size, max_size, memberLevel, is_locked and is_evaluating.',
      quotes: [
        '**Playbook:** id, name, description_1, description_2, description_3, min_size, max_size, memberLevel, is_locked, is_evaluating.',
      ],
      tests: [...fields('a playbook'), ...apiPlaybooks('shows visitors open playbooks without description_3')],
    },
    {
      id: 'entities.player-playbook',
      says: 'A player playbook has id, playbook_id and role, produce or join.',
      quotes: ['**Player playbook:** id, playbook_id, role (produce or join).'],
      tests: [
        ...fields("a player's playbook"),
        ...entities('the role of a followed playbook'),
        ...apiPlaybooks('refuses playbooks and roles that do not exist'),
      ],
    },
    {
      id: 'entities.playbooks-map',
      says: 'playbooksMap, keyed by playbook id, joins descriptions to player records.',
      quotes: ['playbooksMap is keyed by playbook id and joins descriptions to player records.'],
      tests: apiPlaybooks('following twice keeps one record with the later role'),
    },
    {
      id: 'entities.profile',
      says: 'A profile has full_name, location, email, profile_photo_url, notify_opt_in, profile_visibility, goals, goals_personal and tessera_rank.',
      quotes: [
        '**Profile:** full_name, location, email, profile_photo_url, notify_opt_in (boolean), profile_visibility',
        'tessera_rank (0 to 4).',
      ],
      tests: [...entities('a profile, which says besides'), ...apiProfile('makes the profile of a new player')],
    },
    {
      id: 'entities.visibility',
      says: 'profile_visibility is public, sharable or private.',
      quotes: ['profile_visibility (public, sharable or private)'],
      tests: entities('the visibility of a profile'),
    },
    {
      id: 'entities.goals',
      says: 'goals and goals_personal are maps of goal names to booleans.',
      quotes: ['goals (map of goal name to boolean), goals_personal (map of goal name to boolean)'],
      tests: apiProfile('saves and answers the profile', 'refuses the visibility public, unknown goals'),
    },
    {
      id: 'entities.rank',
      says: 'tessera_rank is 0 to 4.',
      quotes: ['tessera_rank (0 to 4).'],
      tests: [...entities('the rank of a profile'), ...apiDesk('are found, ranked')],
    },
    {
      id: 'entities.photo',
      says: 'A profile photo upload has img_type (png or jpeg) and img_base64_data.',
      quotes: ['**Profile photo upload:** img_type (png or jpeg) and img_base64_data.'],
      tests: [...fields('a photo'), ...entities('the type of a photo'), ...apiPhoto('judges by content, not by name')],
    },
    {
      id: 'entities.project',
      says: 'The project list, whose shape is our reading, is kept by staff and read by players.',
      quotes: ['**Project list:** shape not shown.'],
      tests: apiDesk('projects › 200: are added, changed, removed, and players see them'),
    },
    {
      id: 'entities.session',
      says: 'The auth session is kept locally: access token, id token, refresh token, clock drift and last-user marker.',
      quotes: ['**Auth session (kept locally):** access token, id token, refresh token, clock drift', 'last-user marker.'],
      tests: [...amplify('signs in with the default provider and stores the tokens'), ...libraryCalls('a session is kept with its tokens')],
    },
    {
      id: 'entities.device',
      says: 'Device key, device group key, random device password and sign-in details are kept with the session.',
      quotes: ['device key, device group key, random device password, sign-in details'],
      tests: libraryCalls('a session is kept with its tokens, drift, device and sign-in details'),
    },
    {
      id: 'entities.claims',
      says: 'Token claims: subject, username, issued-at, expiry, issuer.',
      quotes: ['Token claims: subject, username, issued-at, expiry, issuer.'],
      tests: oidc("issues tokens in Cognito's shape"),
    },
    {
      id: 'entities.params',
      says: 'The runtime configuration is loaded from a params file and has an Auth section and a backend base address named goa_base_url.',
      quotes: [
        '**Runtime configuration:** loaded at start-up from a params file. It has an Auth section, a backend base address field named goa_base_url',
      ],
      tests: [
        ...paramsContract('have an Auth section'),
        ...documents('the runtime parameters are never used without asking'),
        ...paramsFile('gives the first target the parameters that the file makes of the defaults'),
      ],
    },
    {
      id: 'entities.params-optional',
      says: 'It may have a maintenance message and an analytics tag.',
      quotes: ['an optional maintenance message and an optional analytics tag.'],
      tests: paramsContract('may have a maintenance message and an analytics tag'),
    },
  ],
};
