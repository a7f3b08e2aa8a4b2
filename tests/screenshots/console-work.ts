/** What the console shows while people work on a site: a plan, a proposal, webhooks with deliveries, as the registry answers them. */
import type { Page } from 'playwright-core';

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
  webhook('pager', 'https://pager.example/in/4f0c', { disabled: { at: ago(300), reason: 'It moves to another address' }, lastDeliveredAt: null }),
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

/** By the end of the address of the call. */
const ANSWERS: [calls: string, json: object][] = [
  ['**/plans?*', { plans: PLANS }],
  ['**/plans/*/health', HEALTH],
  ['**/proposals?*', { proposals: PROPOSALS }],
  ['**/registry/v1/webhooks', { webhooks: WEBHOOKS }],
  ['**/registry/v1/webhooks/chat', WEBHOOKS[0]!],
  ['**/webhooks/chat/deliveries?*', { deliveries: DELIVERIES }],
  ['**/webhooks/chat/deliveries/msg_1', DETAILED],
];

/** The page anew, with work under way, for somebody who manages everything. */
export async function withWork(page: Page): Promise<void> {
  for (const [calls, json] of ANSWERS) await page.route(calls, (route) => route.fulfill({ json }));
  await page.route('**/registry/v1/whoami', async (route) => {
    const person = (await (await route.fetch()).json()) as { verbs: string[]; grants: object[] };
    const grants = person.grants.map((grant) => ({ ...grant, role: 'admin' }));
    await route.fulfill({ json: { ...person, verbs: [...new Set([...person.verbs, 'admin'])], grants } });
  });
  await page.reload();
  await page.getByRole('status').getByText('Live', { exact: true }).first().waitFor();
  await page.getByText(/^Loading /).first().waitFor({ state: 'detached' });
}

/** Something else becomes live than what an open dialog was decided on. */
export async function overtaken(page: Page): Promise<void> {
  await page.route('**/revisions/current', async (route) => {
    const revision = (await (await route.fetch()).json()) as { number: number };
    await route.fulfill({ json: { ...revision, number: revision.number + 1, createdBy: 'marketing-ci' } });
  });
}

/** The next release is there, and what a command would do with it is known. */
export async function withPromotion(page: Page): Promise<void> {
  const changes = [
    { name: 'mf-marketing', field: 'stable', from: '1.2.0', to: '1.3.0' },
    { name: 'shell', field: 'stable', from: '2.4.0', to: '2.4.1' },
  ];
  await page.route('**/commands?dryRun=true', async (route) => {
    const url = new URL(route.request().url());
    const current = await page.request.get(url.href.replace(/commands.*/, 'revisions/current'), {
      headers: { authorization: (await route.request().headerValue('authorization')) ?? '' },
    });
    const revision = (await current.json()) as { number: number };
    const made = { number: revision.number + 1, cause: 'promote', restores: revision.number, changes, rehearsal: null };
    await route.fulfill({ json: { ...revision, ...made } });
  });
  const refusals = [
    { code: 'environment-locked', error: 'ada has locked this environment: The fair is on.' },
    { code: 'shared-module-unmet', error: 'mf-marketing@1.3.0 needs redux in ^5.0.0, and shell@2.4.0 provides 4.2.1.' },
  ];
  await page.route('**/plans?dryRun=true', (route) => route.fulfill({ json: { revision: null, refusals } }));
}
