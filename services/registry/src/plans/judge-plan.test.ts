import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { AuditEntry, PlanProspect } from '@site/release-model/registry-answers';
import type { PlanInJson, Step } from '@site/release-model/plan';
import {
  byName,
  changePlan,
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

const NOON = Date.parse('2026-11-22T12:00:00Z');
const ONE = '2026-11-22T13:00:00Z';
const STEPS: Step[] = [
  { basisPoints: 500, minutes: 10 },
  { basisPoints: 2_500, minutes: null },
  { basisPoints: 10_000, minutes: null },
];
const AT_ONCE = STEPS.slice(2);
const LOCKED = 'local-promote has locked this environment: The fair is on.';

const clock = { now: new Date(NOON) };
let registry: TestRegistry;
let worker: PlanWorker;

beforeAll(async () => {
  registry = await startTestRegistry({ now: () => clock.now });
  worker = await createTestWorker(registry, clock, async () => new Map());
  await publish(registry, { name: 'shell', version: '1.0.0' });
  for (const version of ['1.0.0', '1.0.1', '1.0.2']) for (const name of ['mf-a', 'mf-b']) await publish(registry, { name, version });
  await publish(registry, { name: 'mf-c', version: '1.0.0', requires: { redux: { range: '^5.0.0', singleton: true } } });
});
beforeEach(async () => {
  clock.now = new Date(NOON);
  await forget(registry);
  await promote(registry, 0, 'shell@1.0.0', 'mf-a@1.0.0', 'mf-b@1.0.0');
});
afterAll(async () => {
  await worker.stop();
  await registry.stop();
});

async function after(minutes: number): Promise<void> {
  clock.now = new Date(NOON + minutes * 60_000);
  await worker.look();
}
const send = (method: 'POST' | 'DELETE', path: string, payload?: object, token = registry.tokens.promote) =>
  registry.server.inject({
    ...{ method, url: `/registry/v1/environments/production${path}`, headers: { authorization: `Bearer ${token}` } },
    ...(payload && { payload }),
  });
const lock = () => send('POST', '/lock', { reason: 'The fair is on.' });
const unlock = () => send('DELETE', '/lock');

const show = async (releases: string[], basisPoints: number) =>
  expect(
    (await sendCommand(registry, (await current(registry)).number, { kind: 'canary', releases: byName(...releases), basisPoints }))
      .statusCode,
  ).toBe(201);
const planned = async (releases: string[], plan: Parameters<typeof makePlan>[3] = { steps: STEPS }): Promise<PlanInJson> => {
  const answer = await makePlan(registry, (await current(registry)).number, releases, plan);
  expect([answer.statusCode, answer.json().error]).toEqual([201, undefined]);
  return answer.json() as PlanInJson;
};
const dryRun = (releases: string[], plan: object, more = '') =>
  send('POST', `/plans?dryRun=true${more}`, { releases: byName(...releases), expectedRevision: 1, ...plan });
const prospect = async (...asked: Parameters<typeof dryRun>): Promise<PlanProspect> => {
  const answer = await dryRun(...asked);
  expect([answer.statusCode, answer.json().error]).toEqual([200, undefined]);
  return answer.json() as PlanProspect;
};
const refusalOf = (answer: Awaited<ReturnType<typeof makePlan>>) => [answer.statusCode, answer.json().code];
const audit = async (action: string): Promise<AuditEntry[]> =>
  ((await read(registry, '/audit')).json().entries as AuditEntry[]).filter((entry) => entry.action === action);

describe('a plan that begins with what is shown already', () => {
  it('takes it over without a revision, on record, and goes on from there', async () => {
    await show(['mf-a@1.0.1', 'mf-b@1.0.1'], 500);
    const { id } = await planned(['mf-a@1.0.1', 'mf-b@1.0.1']);
    await after(0);
    expect(await readPlan(registry, id)).toMatchObject({ state: 'running', step: 1, startedAt: '2026-11-22T12:00:00.000Z' });
    expect((await current(registry)).number).toBe(2);
    expect(await audit('begin-plan')).toMatchObject([
      { actor: `local-promote (plan ${id})`, subject: 'mf-a@1.0.1 mf-b@1.0.1', details: { plan: id, step: 1, revision: 2 } },
    ]);
    await after(10);
    expect(await current(registry)).toMatchObject({ number: 3, cause: 'canary', plan: { id, step: 2 } });
  });

  it('makes stable what everybody gets as a candidate', async () => {
    await show(['mf-a@1.0.1'], 10_000);
    const { id } = await planned(['mf-a@1.0.1'], { steps: [{ basisPoints: 10_000, minutes: null }], startsAt: ONE });
    await after(60);
    expect(await readPlan(registry, id)).toMatchObject({ state: 'done', step: 1 });
    expect((await current(registry)).target.parts['mf-a']).toMatchObject({ candidate: null, stable: { version: '1.0.1' } });
  });

  it('takes back what it took over when it is aborted, and nothing before it has begun', async () => {
    await show(['mf-a@1.0.1'], 500);
    const first = await planned(['mf-a@1.0.1'], { steps: STEPS, startsAt: ONE });
    await changePlan(registry, first.id, 'abort');
    expect((await current(registry)).number).toBe(2);
    const second = await planned(['mf-a@1.0.1']);
    await after(0);
    await changePlan(registry, second.id, 'abort');
    expect((await current(registry)).target.parts['mf-a']).toMatchObject({ candidate: null, stable: { version: '1.0.0' } });
  });

  it('is judged like any other: it waits for a lock, and is refused for good to whoever needs approvals', async () => {
    await show(['mf-a@1.0.1'], 500);
    const { id } = await planned(['mf-a@1.0.1']);
    await lock();
    await after(0);
    expect(await readPlan(registry, id)).toMatchObject({ state: 'scheduled', step: 0, note: LOCKED });
    await unlock();
    await after(1);
    expect(await readPlan(registry, id)).toMatchObject({ state: 'running', step: 1, note: null });
    await changePlan(registry, id, 'abort');
    await setRules(registry, { approvals: 1 });
    expect(refusalOf(await makePlan(registry, 3, ['mf-a@1.0.1'], { steps: STEPS }))).toEqual([403, 'approval-needed']);
  });

  it('makes a revision where its releases are shown to different visitors', async () => {
    await show(['mf-a@1.0.1'], 500);
    await show(['mf-b@1.0.1'], 500);
    await planned(['mf-a@1.0.1', 'mf-b@1.0.1']);
    await after(0);
    const { number, target } = await current(registry);
    expect(number).toBe(4);
    expect(new Set(['mf-a', 'mf-b'].map((name) => target.parts[name]?.candidate?.cohort)).size).toBe(1);
  });

  it('is refused where a release of it is what everybody gets', async () => {
    await show(['mf-a@1.0.1'], 500);
    expect(refusalOf(await makePlan(registry, 2, ['mf-a@1.0.1', 'mf-b@1.0.0'], { steps: STEPS }))).toEqual([409, 'release-stable']);
  });
});

describe('what ends by itself does not refuse a plan', () => {
  afterEach(unlock);

  it('a lock and a freeze hold it when it is due, once on record', async () => {
    await lock();
    const { id } = await planned(['mf-a@1.0.1'], { steps: AT_ONCE, startsAt: ONE });
    expect(await readPlan(registry, id)).toMatchObject({ state: 'scheduled', note: null });
    for (const minutes of [60, 61, 62]) await after(minutes);
    expect(await readPlan(registry, id)).toMatchObject({ state: 'scheduled', note: LOCKED });
    expect(await audit('hold-plan')).toMatchObject([{ actor: `local-promote (plan ${id})`, reason: LOCKED, details: { plan: id } }]);
    await unlock();
    await after(63);
    expect(await readPlan(registry, id)).toMatchObject({ state: 'done' });
  });

  it('hides nothing behind it that refuses the plan for good', async () => {
    await sendCommand(registry, 1, { kind: 'yank', release: { name: 'mf-a', version: '1.0.2' } });
    await lock();
    for (const startsAt of [undefined, ONE]) {
      const plan = { steps: STEPS, ...(startsAt !== undefined && { startsAt }) };
      expect(refusalOf(await makePlan(registry, 2, ['mf-a@1.0.2'], plan))).toEqual([409, 'release-yanked']);
      expect(refusalOf(await makePlan(registry, 1, ['mf-a@1.0.1'], plan))).toEqual([409, 'revision-conflict']);
    }
    await send('POST', '/commands', { expectedRevision: 2, command: { kind: 'restore', release: { name: 'mf-a', version: '1.0.2' } } });
    await setRules(registry, {
      approvals: 1,
      freezes: [{ from: '2026-11-22T11:00:00Z', to: '2026-11-22T12:30:00Z', reason: 'The fair.' }],
    });
    expect(refusalOf(await makePlan(registry, 2, ['mf-a@1.0.1'], { steps: STEPS, startsAt: ONE }))).toEqual([403, 'approval-needed']);
  });

  it('nor a proposal, whose command is refused when it is approved while the lock lasts', async () => {
    const other = await issueTestToken(registry, `other-${clock.now.getTime()}`, ['promote'], ['*']);
    await setRules(registry, { approvals: 1 });
    await lock();
    const command = { kind: 'promote', releases: byName('mf-a@1.0.1') };
    const proposed = await send('POST', '/proposals', { command, reason: 'A better page' });
    expect(proposed.statusCode).toBe(201);
    const approve = () =>
      registry.server.inject({
        ...{ method: 'POST', url: `/registry/v1/proposals/${proposed.json().id}/approve`, payload: {} },
        headers: { authorization: `Bearer ${other}` },
      });
    expect(refusalOf(await approve())).toEqual([423, 'environment-locked']);
    await unlock();
    expect((await approve()).json()).toMatchObject({ state: 'carried-out', revision: 2 });
  });
});

describe('a dry run of a plan', () => {
  afterEach(unlock);

  it('says what it leads to, and makes none', async () => {
    const { revision, refusals } = await prospect(['mf-a@1.0.1'], { steps: STEPS });
    expect(revision).toMatchObject({ number: 2, changes: [{ name: 'mf-a', field: 'stable', from: '1.0.0', to: '1.0.1' }] });
    expect(refusals).toEqual([]);
    expect((await read(registry, '/environments/production/plans')).json()).toEqual({ plans: [] });
    expect((await current(registry)).number).toBe(1);
  });

  it('names a lock, each thing once, and a freeze by the time at which it begins', async () => {
    await lock();
    const frozen = (from: string, to: string) =>
      setRules(registry, { freezes: [{ from: `2026-11-22T${from}:00Z`, to: `2026-11-22T${to}:00Z`, reason: 'The fair.' }] });
    await frozen('11:00', '12:30');
    const later = await prospect(['mf-a@1.0.1'], { steps: STEPS, startsAt: ONE });
    expect(later).toMatchObject({ revision: { number: 2 }, refusals: [{ code: 'environment-locked', error: LOCKED }] });
    expect(later.refusals).toHaveLength(1);
    await unlock();
    await frozen('12:30', '13:30');
    expect((await prospect(['mf-a@1.0.1'], { steps: STEPS })).refusals).toEqual([]);
    expect((await prospect(['mf-a@1.0.1'], { steps: STEPS, startsAt: ONE })).refusals).toMatchObject([{ code: 'environment-frozen' }]);
  });

  it('names a gate that is red now for a plan of later, which is made, and pauses if the gate is still red when it is due', async () => {
    const plan = { steps: AT_ONCE, startsAt: ONE };
    expect(await prospect(['mf-c@1.0.0'], plan)).toMatchObject({ revision: null, refusals: [{ code: 'shared-module-unmet' }] });
    expect(refusalOf(await dryRun(['mf-c@1.0.0'], { steps: AT_ONCE }))).toEqual([422, 'shared-module-unmet']);
    const { id } = await planned(['mf-c@1.0.0'], plan);
    await after(60);
    expect(await readPlan(registry, id)).toMatchObject({ state: 'paused', note: expect.stringContaining('mf-c@1.0.0 needs redux') });
    expect(await audit('pause-plan')).toMatchObject([{ reason: expect.stringContaining('mf-c@1.0.0 needs redux') }]);
  });

  it('is refused as the plan would be', async () => {
    expect(refusalOf(await dryRun(['mf-a@7.7.7'], { steps: STEPS, startsAt: ONE }))).toEqual([404, 'release-not-found']);
    expect(refusalOf(await dryRun(['mf-a@1.0.1'], { steps: STEPS, startsAt: '2026-11-22T11:00:00Z' }))).toEqual([422, 'plan-in-the-past']);
    await planned(['mf-a@1.0.1'], { steps: STEPS, startsAt: ONE });
    expect(refusalOf(await dryRun(['mf-a@1.0.2'], { steps: STEPS }))).toEqual([409, 'part-has-plan']);
  });

  it('is looked at as it would be once others have approved it, and then has to be possible now', async () => {
    await setRules(registry, { approvals: 1 });
    expect(refusalOf(await dryRun(['mf-a@1.0.1'], { steps: STEPS, startsAt: ONE }))).toEqual([403, 'approval-needed']);
    expect(await prospect(['mf-a@1.0.1'], { steps: STEPS, startsAt: ONE }, '&proposed=true')).toMatchObject({ revision: { number: 2 } });
    const red = await dryRun(['mf-c@1.0.0'], { steps: AT_ONCE, startsAt: ONE }, '&proposed=true');
    expect(refusalOf(red)).toEqual([422, 'shared-module-unmet']);
  });
});
