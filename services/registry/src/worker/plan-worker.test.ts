import { setTimeout } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { REVISION_CHANNEL } from '../revisions/execute';
import {
  byName,
  createTestWorker,
  current,
  forget,
  makePlan,
  promote,
  publish,
  read,
  readPlan,
  rollBack,
  sendCommand,
  setRules,
  startTestRegistry,
  type TestRegistry,
  versions,
} from '../testing';
import type { PlanWorker } from './plan-worker';

const NOON = Date.parse('2026-11-23T12:00:00Z');
const STEPS = [
  { basisPoints: 500, minutes: 10 },
  { basisPoints: 10_000, minutes: null },
];

const clock = { now: new Date(NOON) };
let registry: TestRegistry;
let worker: PlanWorker;
beforeAll(async () => {
  registry = await startTestRegistry({ now: () => clock.now });
  await publish(registry, { name: 'shell', version: '1.0.0' });
  for (const version of ['1.0.0', '1.0.1', '1.0.2']) await publish(registry, { name: 'mf-a', version });
});
beforeEach(async () => {
  clock.now = new Date(NOON);
  await forget(registry);
  await promote(registry, 0, 'shell@1.0.0', 'mf-a@1.0.0');
  worker = await createTestWorker(registry, clock, async () => new Map());
});
afterEach(() => worker.stop());
afterAll(() => registry.stop());

const lock = (method: 'POST' | 'DELETE') =>
  registry.server.inject({
    ...{ method, url: '/registry/v1/environments/production/lock', headers: { authorization: `Bearer ${registry.tokens.promote}` } },
    ...(method === 'POST' && { payload: { reason: 'The fair is on.' } }),
  });

/** Resolves with the number of the next revision: what was told of those before it may still be on its way. */
async function nextRevision() {
  let tell: (number: number) => void = () => undefined;
  const told = new Promise<number>((resolve) => (tell = resolve));
  const { number: before } = await current(registry);
  const end = await registry.database.listen(REVISION_CHANNEL, (payload) => {
    const { number } = JSON.parse(payload ?? '{"number":0}') as { number: number };
    if (number > before) tell(number);
  });
  const number = told.then(async (told) => {
    await end();
    return told;
  });
  return { number };
}

/** By the clock of the worker, a plan that was refused is looked at again in 30 seconds. */
it('a plan that waits for a lock goes on as soon as it is taken', async () => {
  await makePlan(registry, 1, ['mf-a@1.0.1'], { steps: STEPS });
  await worker.look();
  await lock('POST');
  clock.now = new Date(NOON + 600_000);
  await worker.look();
  const next = await nextRevision();
  worker.start();
  await lock('DELETE');
  expect(await next.number).toBe(3);
});

it('a plan that has not begun for a freeze begins as soon as that is removed', async () => {
  await setRules(registry, { freezes: [{ from: '2026-11-23T00:00:00Z', to: '2026-11-24T00:00:00Z', reason: 'The fair is on.' }] });
  await makePlan(registry, 1, ['mf-a@1.0.1'], { steps: STEPS });
  await worker.look();
  const next = await nextRevision();
  worker.start();
  await setRules(registry, { freezes: [] });
  expect(await next.number).toBe(2);
});

it('a plan that has not begun ends as soon as somebody else promotes its part, and they are told before and after', async () => {
  const startsAt = new Date(NOON + 3_600_000).toISOString();
  const made = await makePlan(registry, 1, ['mf-a@1.0.1'], { steps: STEPS.slice(1), startsAt });
  const { id } = made.json<{ id: number }>();
  worker.start();
  const other = { kind: 'promote' as const, releases: byName('mf-a@1.0.2') };
  expect((await sendCommand(registry, 1, other, { dryRun: true })).json().endsPlans).toMatchObject([{ id, step: 0, steps: 1 }]);
  expect((await sendCommand(registry, 1, other)).json()).toMatchObject({ number: 2, endsPlans: [{ id }] });
  while ((await readPlan(registry, id)).state !== 'aborted') await setTimeout(10);
  expect(await readPlan(registry, id)).toMatchObject({ endedBy: 'overtaken', step: 0, note: 'mf-a@1.0.2 was made live beside the plan.' });
  clock.now = new Date(NOON + 3_600_000);
  await worker.look();
  expect(versions(await current(registry))).toMatchObject({ 'mf-a': '1.0.2' });
});

it('a plan that somebody was told to have ended stays so without any worker, and is told of once', async () => {
  const startsAt = new Date(NOON + 3_600_000).toISOString();
  const { id } = (await makePlan(registry, 1, ['mf-a@1.0.1'], { steps: STEPS.slice(1), startsAt })).json<{ id: number }>();
  expect((await promote(registry, 1, 'mf-a@1.0.2')).json()).toMatchObject({ endsPlans: [{ id }] });
  expect(await readPlan(registry, id)).toMatchObject({
    state: 'aborted',
    endedBy: 'overtaken',
    note: 'mf-a@1.0.2 was made live beside the plan.',
  });
  await rollBack(registry, 2);
  clock.now = new Date(NOON + 3_600_000);
  await worker.look();
  expect(versions(await current(registry))).toMatchObject({ 'mf-a': '1.0.0' });
  const { entries } = (await read(registry, '/audit')).json() as { entries: { action: string; actor: string }[] };
  expect(entries.map(({ action, actor }) => [action, actor])).toEqual([
    ['rollback', 'local-promote'],
    ['abort-plan', `local-promote (plan ${id})`],
    ['promote', 'local-promote'],
    ['plan', 'local-promote'],
    ['promote', 'local-promote'],
  ]);
});
