/** What the console shows while people work on a site: plans, proposals, webhooks, teams and tokens, as the registry answers them. */
import type { Page, Route } from 'playwright-core';
import type { Answer } from './scene';

const ago = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString();
const ref = (letter: string, version: string) => ({ id: letter.repeat(64), version });
const candidate = ref('c', '1.3.0');
const NOBODY = { note: null, endedBy: null, endedAt: null };

const plan = (more: object) => ({
  ...{ id: 7, environment: 'production', kind: 'staged', state: 'running', releases: { 'mf-marketing': candidate }, step: 2, ...NOBODY },
  steps: [
    { basisPoints: 500, minutes: 10 },
    { basisPoints: 2_500, minutes: 30 },
    { basisPoints: 5_000, minutes: null },
    { basisPoints: 10_000, minutes: null },
  ],
  ...{ guard: { minimumDocuments: 100, errorRate: 0.01 }, startsAt: ago(34), startedAt: ago(34), dueAt: ago(-6), createdAt: ago(36) },
  ...{ reason: 'The autumn offer', createdBy: 'grace', approvedBy: ['hank'], ...more },
});

const PLANS = [
  plan({}),
  plan({ id: 6, state: 'scheduled', step: 0, releases: { shell: ref('d', '2.4.1') }, startsAt: ago(-95), startedAt: null, approvedBy: [] }),
];
const ENDED = [
  plan({ id: 5, state: 'paused', step: 1, dueAt: null, note: 'The right to promote mf-marketing was revoked.' }),
  plan({ id: 4, state: 'done', step: 4, endedAt: ago(3_000), dueAt: null }),
  plan({ id: 3, state: 'aborted', note: 'It failed in 31 of 1,204 documents.', endedBy: 'guard', endedAt: ago(9_000), dueAt: null }),
];

/** Documents come steadily; the candidate fails a little more often at first. */
const times = Array.from({ length: 34 }, (_, minute) => {
  const [shown, rest] = [(minute + 1) * 42, (minute + 1) * 350];
  return {
    at: ago(34 - minute),
    candidate: { documents: shown, failures: Math.round(shown * (0.004 + 0.004 / (1 + minute / 6))) },
    stable: { documents: rest, failures: Math.round(rest * 0.005) },
  };
});
const HEALTH = { step: 'minute', parts: [{ name: 'mf-marketing', candidate, stable: ref('b', '1.2.0'), times }] };

const PROPOSALS = [
  {
    ...{ id: 12, environment: 'production', state: 'open', reason: 'The autumn offer', fromRevision: 1, proposedBy: 'hank' },
    command: { kind: 'promote', releases: { 'mf-marketing': candidate }, fixes: false },
    changes: [{ name: 'mf-marketing', field: 'stable', from: '1.2.0', to: '1.3.0' }],
    ...{ proposedAt: ago(50), expiresAt: ago(-9_000), approvalsNeeded: 2, approvals: [{ by: 'ada', at: ago(20), reason: null }] },
    ...{ closed: null, revision: null, plan: { ...plan({}), startsAt: null, id: null } },
  },
];

const webhook = (name: string, url: string, more: object = {}) => ({
  ...{ name, url, environments: ['*'], events: ['revision.appended', 'plan.*'], createdBy: 'grace', createdAt: ago(9_000) },
  ...{ lastDeliveredAt: ago(12), disabled: null, previousSecretUntil: null, ...more },
});
const WEBHOOKS = [
  webhook('chat', 'https://chat.example/hooks/releases'),
  webhook('pager', 'https://pager.example/in/4f0c', {
    disabled: { at: ago(300), reason: 'It moves to another address' },
    lastDeliveredAt: null,
  }),
];
const delivery = (number: number, state: string, attempts: number) => ({
  ...{ id: `msg_${number}`, number, kind: number % 2 ? 'revision.appended' : 'plan.aborted', state, createdAt: ago(number * 9), attempts },
  ...{ nextAttemptAt: state === 'pending' ? ago(-4) : null, deliveredAt: state === 'delivered' ? ago(number * 9) : null },
});
const DELIVERIES = [delivery(1, 'pending', 2), delivery(2, 'delivered', 1), delivery(3, 'failed', 8), delivery(4, 'delivered', 1)];
const DETAILED = {
  ...DELIVERIES[0],
  payload: '{"type":"revision.appended","timestamp":"2026-11-22T10:00:00.000Z","data":{"environment":"production"}}',
  log: [
    { at: ago(9), durationMs: 212, status: 503, answer: 'upstream is not there', error: null },
    { at: ago(4), durationMs: 10_000, status: null, answer: null, error: 'timeout' },
  ],
};

const grant = (number: number, more: object) => ({
  ...{ id: `00000000-0000-4000-8000-00000000000${number}`, holder: { kind: 'team', name: 'marketing' }, role: 'releaser' },
  ...{ parts: ['mf-marketing'], environments: ['*'], state: 'valid', createdBy: 'registry', createdAt: ago(90_000) },
  ...{ expiresAt: null, revokedAt: null, ...more },
});
const GRANTS = [
  grant(1, {}),
  grant(2, { holder: { kind: 'person', name: 'ada' }, role: 'publisher', parts: ['mf-elevate', 'mf-auth'], environments: ['staging'] }),
  grant(3, { holder: { kind: 'group', name: 'release-manager' }, role: 'admin', parts: ['*'], expiresAt: ago(-40_000) }),
];
const ENDED_GRANTS = [grant(4, { holder: { kind: 'person', name: null }, state: 'revoked', revokedAt: ago(900) })];
const TEAMS = [
  {
    name: 'marketing',
    members: ['ada', 'grace', 'marketing-of-the-long-name'],
    parts: ['mf-marketing'],
    createdBy: 'ada',
    createdAt: ago(90_000),
  },
  { name: 'elevate', members: [], parts: [], createdBy: 'grace', createdAt: ago(80_000) },
];

const token = (number: number, more: object) => ({
  ...{ id: `t${number}`, name: 'marketing-ci', verbs: ['publish'], parts: ['mf-marketing'], environments: ['*'], state: 'valid' },
  ...{ createdBy: 'grace', createdAt: ago(40_000), expiresAt: ago(-90_000), revokedAt: null, lastUsedOn: '2026-11-20', ...more },
});
export const TOKEN = token(1, {});
const TOKENS = [
  TOKEN,
  token(2, { name: 'operator', verbs: ['publish', 'promote', 'admin', 'view'], parts: ['*'], expiresAt: null, lastUsedOn: null }),
  token(3, { name: 'elevate-ci', parts: ['mf-elevate'], state: 'revoked', revokedAt: ago(500) }),
];

const AUDIT = [
  ['promote', 'mf-marketing@1.2.0', 'production', 6, 7, 'The autumn offer', null],
  ['rules.set', null, 'production', null, null, null, null],
  ['promote', 'mf-elevate@1.1.0', 'production', 6, null, 'Try again', { message: 'ada has locked this environment: The fair is on.' }],
].map(([action, subject, environment, fromRevision, toRevision, reason, details], index) => ({
  ...{ id: 9 - index, at: ago(40 * (index + 1)), actor: index === 1 ? 'registry' : 'grace' },
  ...{ action, subject, environment, fromRevision, toRevision, reason, details },
}));

const releaseId = 'c'.repeat(64);
export const ADOPTION = {
  ...{ since: ago(1_440), step: 'hour' },
  parts: [
    {
      name: 'mf-marketing',
      releases: [
        { id: releaseId, version: '1.3.0', documents: 9_120 },
        { id: 'b'.repeat(64), version: '1.2.0', documents: 3_300 },
      ],
      times: Array.from({ length: 24 }, (_, hour) => ({
        at: ago(60 * (24 - hour)),
        documents: { '1.3.0': Math.max(0, hour - 6) * 30, '1.2.0': Math.max(4, (20 - hour) * 22) },
      })),
      promotion: { revision: 7, version: '1.3.0', at: ago(1_080), reachedWithinSeconds: null },
      deletable: [],
    },
  ],
};

/** Changes what the registry says of the person who asks. */
const asPerson = (change: (person: { verbs: string[]; grants: object[] }) => object) => async (route: Route) => {
  const response = await route.fetch();
  if (!response.ok()) return route.fulfill({ response });
  return route.fulfill({ json: change((await response.json()) as { verbs: string[]; grants: object[] }) });
};

const WHOAMI = '**/registry/v1/whoami';

/** Who asks manages tokens and grants. */
export const AS_ADMIN: Answer = [
  WHOAMI,
  asPerson((person) => ({
    ...person,
    verbs: [...new Set([...person.verbs, 'admin'])],
    grants: person.grants.map((one) => ({ ...one, role: 'admin' })),
  })),
];
/** Who asks may look, and change nothing. */
export const AS_VIEWER: Answer = [WHOAMI, asPerson((person) => ({ ...person, verbs: ['view'] }))];
/** Who asks has no name here yet. */
export const AS_STRANGER: Answer = [WHOAMI, asPerson((person) => ({ ...person, handle: null, name: 'somebody without a handle' }))];

/** Work under way, for somebody who manages everything. */
export const WORK: Answer[] = [
  [
    '**/environments/*/plans?*',
    (route) => route.fulfill({ json: { plans: route.request().url().includes('unfinished=true') ? PLANS : [...PLANS, ...ENDED] } }),
  ],
  ['**/plans/*/health', HEALTH],
  ['**/proposals?*', { proposals: PROPOSALS }],
  ['**/registry/v1/webhooks', { webhooks: WEBHOOKS }],
  ['**/registry/v1/webhooks/chat', WEBHOOKS[0]!],
  ['**/registry/v1/webhooks/pager', WEBHOOKS[1]!],
  ['**/webhooks/*/deliveries?*', { deliveries: DELIVERIES }],
  ['**/webhooks/chat/deliveries/msg_1', DETAILED],
  ['**/registry/v1/teams', { teams: TEAMS }],
  ['**/registry/v1/grants', { grants: [...GRANTS, ...ENDED_GRANTS] }],
  ['**/registry/v1/tokens', { tokens: TOKENS }],
  ['**/audit?*', { entries: AUDIT }],
  AS_ADMIN,
];
export const WEBHOOK = WEBHOOKS[0]!;

/** The longest name that there is, in one word. */
const LONG_NAME = 'w'.repeat(40);
/** Things with that name, for somebody who manages everything. */
export const LONG_NAMES: Answer[] = [
  ...WORK,
  ['**/registry/v1/webhooks', { webhooks: WEBHOOKS.map((one) => ({ ...one, name: LONG_NAME })) }],
  [`**/registry/v1/webhooks/${LONG_NAME}`, { ...WEBHOOK, name: LONG_NAME }],
  ['**/registry/v1/teams', { teams: [{ ...TEAMS[0], name: LONG_NAME, members: [LONG_NAME], parts: [LONG_NAME] }] }],
];
export const LONG_NAMED_WEBHOOK = `webhooks/${LONG_NAME}`;

/** Pages on which it was approved: it has left their list. */
const approvedOn = new WeakSet<Page>();
const pageOf = (route: Route): Page => route.request().frame().page();

/** The last approval of a proposal is given, and it becomes the revision that is live. */
export const APPROVED: Answer[] = [
  [
    '**/proposals?*',
    (route) =>
      route.fulfill({ json: { proposals: approvedOn.has(pageOf(route)) ? [] : PROPOSALS.map((one) => ({ ...one, plan: null })) } }),
  ],
  [
    '**/proposals/12/approve',
    (route) => {
      approvedOn.add(pageOf(route));
      return route.fulfill({ json: { ...PROPOSALS[0], state: 'carried-out', plan: null, revision: 1, endsPlans: [] } });
    },
  ],
];

const RULES = {
  ...{ approvals: 2, requireReason: true, rehearsal: 'shown' },
  freezes: [
    { from: '2026-12-23T17:00:00.000Z', to: '2027-01-04T07:00:00.000Z', reason: 'The holidays' },
    { days: ['fri'], from: '16:00', to: '08:00', toDay: 'mon', timeZone: 'Europe/Berlin', reason: 'No releases over the weekend' },
  ],
};

/** Production has rules and a lock, and there are environments beside it, one of them with nothing live. */
export const ENVIRONMENTS: Answer = [
  '**/registry/v1/environments',
  async (route) => {
    if (route.request().method() !== 'GET') return route.fallback();
    const { environments } = (await (await route.fetch()).json()) as { environments: { name: string; rules: { rules: object } }[] };
    const production = environments.find(({ name }) => name === 'production')!;
    const { rules } = production.rules;
    const lock = { by: 'ada', at: ago(35), reason: 'The fair is on' };
    await route.fulfill({
      json: {
        environments: [
          { ...production, lock, rules: { version: 3, rules: { ...rules, ...RULES } } },
          { ...production, name: 'staging' },
          { ...production, name: 'review', revision: 0 },
        ],
      },
    });
  },
];

/** Something else becomes live than what an open dialog was decided on. */
export const OVERTAKEN: Answer = [
  '**/revisions/current',
  async (route) => {
    const revision = (await (await route.fetch()).json()) as { number: number };
    await route.fulfill({ json: { ...revision, number: revision.number + 1, createdBy: 'marketing-ci' } });
  },
];
