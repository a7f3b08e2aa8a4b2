import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import {
  byName,
  createTestWorker,
  current,
  forget,
  issueTestToken,
  makePlan,
  promote,
  publish,
  read,
  readPlan,
  sendCommand,
  setRules,
  startTestRegistry,
  type TestRegistry,
} from '../testing';
import type { PlanWorker } from '../worker/plan-worker';

const NOON = Date.parse('2026-11-23T12:00:00Z');
const STEPS = [
  { basisPoints: 500, minutes: 10 },
  { basisPoints: 10_000, minutes: null },
];

const clock = { now: new Date(NOON) };
let registry: TestRegistry;
let worker: PlanWorker;
const secret: Record<string, string> = {};

beforeAll(async () => {
  registry = await startTestRegistry({ now: () => clock.now });
  worker = await createTestWorker(registry, clock, async () => new Map());
  await publish(registry, { name: 'shell', version: '1.0.0' });
  for (const version of ['1.0.0', '1.0.1', '1.0.2']) await publish(registry, { name: 'mf-a', version });
  secret.eve = await issueTestToken(registry, 'eve', ['promote', 'admin'], ['*']);
  for (const name of ['ada', 'bob', 'cyd']) secret[name] = await issueTestToken(registry, name, ['promote'], ['*']);
});
beforeEach(async () => {
  clock.now = new Date(NOON);
  await forget(registry);
  await promote(registry, 0, 'shell@1.0.0', 'mf-a@1.0.0');
  await setRules(registry, { approvals: 1 });
});
afterAll(async () => {
  await worker.stop();
  await registry.stop();
});

const post = (path: string, by: string, payload: object = {}) =>
  registry.server.inject({
    ...{ method: 'POST', url: `/registry/v1${path}`, payload },
    headers: { authorization: `Bearer ${secret[by] ?? by}` },
  });
const propose = (version: string, more: object = {}) =>
  post('/environments/production/proposals', 'ada', {
    plan: { releases: byName(`mf-a@${version}`), steps: STEPS, ...more },
    reason: 'The offer.',
  });
const look = async (minutes: number) => {
  clock.now = new Date(NOON + minutes * 60_000);
  await worker.look();
};

it('a command that needs approval is looked at as it would be once others have approved it', async () => {
  const command = { kind: 'promote', releases: byName('mf-a@1.0.1') };
  const answer = await post('/environments/production/commands?dryRun=true&proposed=true', 'ada', { command, expectedRevision: 1 });
  expect(answer.statusCode).toBe(200);
  expect(answer.json()).toMatchObject({ number: 2, changes: [{ name: 'mf-a', from: '1.0.0', to: '1.0.1' }] });
  const carriedOut = await post('/environments/production/commands?proposed=true', 'ada', { command, expectedRevision: 1 });
  expect([carriedOut.statusCode, carriedOut.json().code]).toEqual([403, 'approval-needed']);
  expect((await current(registry)).number).toBe(1);
});

it('a plan is made with the last approval, in the name of its author, and each of its steps has who approved it', async () => {
  expect((await makePlan(registry, 1, ['mf-a@1.0.1'], { steps: STEPS })).json()).toMatchObject({ code: 'approval-needed' });
  const proposed = await propose('1.0.1');
  expect(proposed.statusCode).toBe(201);
  expect(proposed.json()).toMatchObject({
    ...{ state: 'open', proposedBy: 'ada', approvalsNeeded: 1, changes: [{ name: 'mf-a', from: '1.0.0', to: '1.0.1' }] },
    plan: { id: null, steps: STEPS, startsAt: null, again: false, guard: expect.any(Object) },
  });
  const { id } = proposed.json();
  expect((await post(`/proposals/${id}/approve`, 'ada')).json()).toMatchObject({ code: 'approval-of-own' });
  const approved = (await post(`/proposals/${id}/approve`, 'bob')).json();
  expect(approved).toMatchObject({ state: 'carried-out', revision: null, plan: { id: expect.any(Number) } });
  expect((await current(registry)).number).toBe(1);

  await look(0);
  expect(await readPlan(registry, approved.plan.id)).toMatchObject({ state: 'running', step: 1, createdBy: 'ada', approvedBy: ['bob'] });
  await look(10);
  expect(await readPlan(registry, approved.plan.id)).toMatchObject({ state: 'done' });
  const { revisions } = (await read(registry, '/environments/production/revisions')).json();
  expect(revisions.slice(0, 2).map(({ approvedBy }: { approvedBy: string[] }) => approvedBy)).toEqual([['bob'], ['bob']]);
});

it('a proposal that ends somebody’s plan says so from the start, and once it is carried out', async () => {
  const plan = (await post(`/proposals/${(await propose('1.0.1')).json().id}/approve`, 'bob')).json().plan.id;
  await look(0);
  const other = { command: { kind: 'promote', releases: byName('mf-a@1.0.2') }, reason: 'The other offer.' };
  const { id, ...proposed } = (await post('/environments/production/proposals', 'cyd', other)).json();
  const ended = { id: plan, createdBy: 'ada', releases: { 'mf-a': expect.objectContaining({ version: '1.0.1' }) }, step: 1, steps: 2 };
  expect(proposed).toMatchObject({ state: 'open', endsPlans: [ended] });
  const approved = (await post(`/proposals/${id}/approve`, 'bob')).json();
  expect(approved).toMatchObject({ state: 'carried-out', endsPlans: [ended] });
  expect((await read(registry, `/proposals/${id}`)).json()).toEqual(approved);
});

it('a plan that could not begin is refused to its author, and an approval of one that cannot any more does not count', async () => {
  expect((await propose('1.0.0')).json()).toMatchObject({ code: 'nothing-changes' });
  const [first, second] = [(await propose('1.0.1')).json(), (await propose('1.0.2')).json()];
  await post(`/proposals/${first.id}/approve`, 'bob');
  const refused = await post(`/proposals/${second.id}/approve`, 'bob');
  expect([refused.statusCode, refused.json().code]).toEqual([409, 'part-has-plan']);
  expect((await read(registry, `/proposals/${second.id}`)).json()).toMatchObject({ state: 'open', approvals: [] });
  expect((await propose('1.0.2')).json()).toMatchObject({ code: 'part-has-plan' });
});

it('a plan is not approved with force, which its steps would not have when they are due: its proposal stays open', async () => {
  const { id } = (await propose('1.0.1')).json();
  await setRules(registry, { approvals: 1, rehearsal: 'required' });
  const forced = await post(`/proposals/${id}/approve`, 'eve', { force: true, reason: 'Urgent.' });
  expect([forced.statusCode, forced.json().code]).toEqual([422, 'plan-not-forced']);
  expect((await read(registry, `/proposals/${id}`)).json()).toMatchObject({ state: 'open', approvals: [] });
  expect((await post(`/proposals/${id}/approve`, 'eve')).json()).toMatchObject({ code: 'rehearsal-needed' });
  await setRules(registry, { approvals: 1 });
  expect((await post(`/proposals/${id}/approve`, 'eve')).json()).toMatchObject({ state: 'carried-out', plan: { id: expect.any(Number) } });
});

it('a plan whose time has passed while it waited begins when it is approved, and one for later waits for its time', async () => {
  const soon = (await propose('1.0.1', { startsAt: new Date(NOON + 60_000).toISOString() })).json();
  clock.now = new Date(NOON + 120_000);
  const begun = (await post(`/proposals/${soon.id}/approve`, 'bob')).json();
  expect(await readPlan(registry, begun.plan.id)).toMatchObject({ startsAt: clock.now.toISOString() });
  expect((await propose('1.0.2', { startsAt: new Date(NOON).toISOString() })).json()).toMatchObject({ code: 'plan-in-the-past' });
});

it('a plan pauses when the rules ask for more approvals than it has', async () => {
  const { id } = (await propose('1.0.1')).json();
  const { plan } = (await post(`/proposals/${id}/approve`, 'bob')).json();
  await look(0);
  await setRules(registry, { approvals: 2 });
  await look(10);
  expect(await readPlan(registry, plan.id)).toMatchObject({
    ...{ state: 'paused', step: 1 },
    note: expect.stringContaining('needs the approval of 2 other people'),
  });
  expect((await sendCommand(registry, 2, { kind: 'end-canary', parts: ['mf-a'] })).statusCode).toBe(201);
});
