/** What the desk shows while people work at it, as its service answers. */
import { refusal } from './acts';
import type { Answer } from './scene';

const ago = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString();

const ADA = { id: 'ada', full_name: 'Ada Byron of Lovelace', email: 'ada.byron.of.lovelace@a-long-address.example' };
const demo = (id: number, endorsements: string[]) => ({
  ...{ id, demo_kind_id: 1, url: `https://demos.example/ada/analytical-engine-with-a-long-path/${id}`, endorsements, version: 1 },
  description: 'Notes on the engine.\n\nIt might act upon other things besides number.',
});
export const MEMBER = {
  ...{ ...ADA, code: 'SELF-4E', tessera_rank: 2, notify_opt_in: true, subscription_until: ago(-40_000), deletion_due_at: null, version: 3 },
  ...{
    demos: [demo(7, ['Clear', 'Works on a telephone']), demo(8, [])],
    location: 'London, UK',
    phone: '+12125550144',
    joined_at: ago(90_000),
  },
  ...{ profile_visibility: 'private', goals: ['league'], goals_personal: [] },
  playbooks: [
    { id: 1, name: 'The Open Bench', state: 'available', role: 'produce' },
    { id: 2, name: 'Pairs', state: 'locked', role: null },
    { id: 3, name: 'Evaluation', state: 'evaluating', role: null },
  ],
};
const ACCOUNT = { id: ADA.id, email: ADA.email, status: 'confirmed', enabled: true, groups: ['programme'], version: 'a1' };

/** @param account Of the member, where it differs. */
export const memberAnswers = (member: object = {}, account: object = {}): Answer[] => [
  ['**/api/desk/members/ada', { ...MEMBER, ...member }],
  ['**/api/desk/accounts/ada', { ...ACCOUNT, groups: [], ...account }],
];

const signup = (id: number, more: object) => ({
  ...{ id, account: `account-${id}`, full_name: 'Mary Somerville', email: 'mary@example.com', code: 'SELF-4E' },
  ...{ received_at: ago(id * 300), attempts: 1, next_attempt_at: ago(-3), ...more },
});
export const SIGNUPS: Answer = [
  '**/api/desk/signups?*',
  [signup(1, {}), signup(2, { account: null, attempts: 4, full_name: ADA.full_name, email: ADA.email })],
];

export const ERASURES: Answer = [
  '**/api/desk/erasures?*',
  [
    { ...ADA, deletion_due_at: ago(-9_000) },
    { id: 'mary', full_name: 'Mary Somerville', email: 'mary@example.com', deletion_due_at: ago(-40_000) },
  ],
];

const event = (id: number, act: string, target: string | null, before: object | null, after: object | null) => ({
  ...{ id, at: ago((20 - id) * 50), actor: 'grace', by: 'Grace Hopper', act, target, before, after },
});
export const EVENTS: Answer = [
  '**/api/desk/events?*',
  [
    event(9, 'member.save', '3f1c9d1e-7a55-4f0e-9d2b-0a41', { tessera_rank: 1, code: null }, { tessera_rank: 2, code: 'SELF-4E' }),
    event(8, 'account.disable', '3f1c9d1e-7a55-4f0e-9d2b-0a41', { enabled: true }, { enabled: false }),
    event(7, 'project.add', '4', null, {
      name: 'Ledger',
      url: 'https://ledger.example/of-several-people-at-once/and-of-their-guests',
      description: 'A ledger that several people keep at once.',
    }),
    event(6, 'account.groups', null, null, null),
  ],
];

const message = (id: number, more: object) => ({
  ...{ id, goal: 'elevate', name: 'Mary Somerville', email: 'mary@example.com', phone: '+12125550177', status: 'new', assigned_to: null },
  ...{ message: 'How does a workshop begin?\nAnd may I bring a colleague?', received_at: ago(id * 70), answers: [], version: 1, ...more },
});
const ANSWER = { text: 'It begins with a demo.\n\nDo bring your colleague.', by: 'Grace Hopper', sent_at: ago(30) };
export const MESSAGES: Answer = [
  '**/api/desk/messages?*',
  [
    message(1, {}),
    message(2, { status: 'in-progress', assigned_to: { id: 'hopper', name: 'Hopper Colleague' } }),
    message(3, { status: 'answered', answers: [ANSWER, { ...ANSWER, text: 'One thing more: it is on Monday.' }] }),
    message(4, { status: 'closed', name: ADA.full_name, email: ADA.email }),
  ],
];

/** The longest name that there is, in one word. */
const LONG_NAME = 'Wolfeschlegelsteinhausenbergerdorff'.repeat(3).slice(0, 100);
const LONG_ADDRESS = `${'w'.repeat(64)}@example.com`;
export const LONG_NAMES: Answer[] = [
  ['**/api/desk/signups?*', [signup(1, { full_name: LONG_NAME, email: LONG_ADDRESS }), signup(2, { account: null, email: LONG_ADDRESS })]],
  ['**/api/desk/projects', [{ id: 1, name: LONG_NAME, url: 'https://ledger.example/', description: LONG_NAME, version: 1 }]],
  ['**/api/desk/messages?*', [message(1, { status: 'in-progress', name: LONG_NAME, assigned_to: { id: 'hopper', name: LONG_NAME } })]],
];

export const GROUPS: Answer = [
  '**/api/desk/peer-groups?*',
  [
    { code: 'SELF-4E', name: 'Self-sponsored', is_open: true, members: 12, version: 1 },
    { code: 'TEAM-9', name: 'The team of an employer with a long name', is_open: false, members: 1, version: 2 },
  ],
];

/** What the second of two people is told who change the same thing. */
export const STALE = refusal(412, 'changed-meanwhile', 'Somebody else has changed this meanwhile. Nothing was overwritten.');
/** What somebody is told whose right has ended meanwhile. */
export const NOT_ALLOWED = refusal(403, 'forbidden', 'This is for members of staff only.');
