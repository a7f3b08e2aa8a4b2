import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import type { PlanHealth } from '@site/release-model/registry-answers';
import { createTestWorker, current, makePlan, promote, publish, read, startTestRegistry, type TestRegistry } from '../testing';
import type { PlanWorker } from '../worker/plan-worker';

const NOON = Date.parse('2026-11-22T12:00:00Z');
const STEPS = [
  { basisPoints: 500, minutes: null },
  { basisPoints: 10_000, minutes: null },
];

const clock = { now: new Date(NOON) };
let registry: TestRegistry;
let worker: PlanWorker;
let id: number;

beforeAll(async () => {
  registry = await startTestRegistry({ now: () => clock.now });
  worker = await createTestWorker(registry, clock, async () => new Map());
  for (const [name, version] of [
    ['shell', '1.0.0'],
    ['mf-a', '1.0.0'],
    ['mf-a', '1.0.1'],
  ] as const)
    await publish(registry, { name, version });
  await promote(registry, 0, 'shell@1.0.0', 'mf-a@1.0.0');
  id = (await makePlan(registry, 1, ['mf-a@1.0.1'], { steps: STEPS })).json().id;
});
beforeEach(() => void (clock.now = new Date(NOON)));
afterAll(async () => {
  await worker.stop();
  await registry.stop();
});

const health = async (plan = id): Promise<PlanHealth> => (await read(registry, `/environments/production/plans/${plan}/health`)).json();

it('is of nothing before the first step', async () => {
  expect(await health()).toMatchObject({ step: 'minute', parts: [{ name: 'mf-a', candidate: { version: '1.0.1' }, times: [] }] });
});

it('grows from the minute of the first step on, of the candidate and of what is stable', async () => {
  clock.now = new Date(NOON + 30_000);
  await worker.look();
  const part = (await current(registry)).target.parts['mf-a'];
  await registry.database.query(
    `insert into registry.health_minutes (environment, minute, part, release_id, cohort, documents, failures)
     select 'production', timestamptz '2026-11-22T12:00:00Z' + make_interval(mins => minutes), 'mf-a', release, '', documents, failures
     from (values (-1, $1, 900, 90), (0, $1, 100, 1), (0, $2, 10, 0), (2, $2, 20, 3), (2, $1, 50, 0), (3, $1, 40, 2)) counted (minutes, release, documents, failures)`,
    [part?.stable.id, part?.candidate?.release.id],
  );
  const { step, parts } = await health();
  expect([step, parts[0]?.stable, parts[0]?.candidate]).toEqual(['minute', part?.stable, part?.candidate?.release]);
  expect(parts[0]?.times).toEqual([
    { at: '2026-11-22T12:00:00.000Z', candidate: { documents: 10, failures: 0 }, stable: { documents: 100, failures: 1 } },
    { at: '2026-11-22T12:02:00.000Z', candidate: { documents: 30, failures: 3 }, stable: { documents: 150, failures: 1 } },
    { at: '2026-11-22T12:03:00.000Z', candidate: { documents: 30, failures: 3 }, stable: { documents: 190, failures: 3 } },
  ]);
});

it('is told by the hour after six of them, and then has the same sums', async () => {
  clock.now = new Date(NOON + 7 * 3_600_000);
  const { step, parts } = await health();
  expect([step, parts[0]?.times]).toEqual([
    'hour',
    [{ at: '2026-11-22T12:00:00.000Z', candidate: { documents: 30, failures: 3 }, stable: { documents: 190, failures: 3 } }],
  ]);
});

it('is for who may look, and of plans that there are', async () => {
  expect((await registry.server.inject(`/registry/v1/environments/production/plans/${id}/health`)).statusCode).toBe(401);
  expect((await read(registry, '/environments/production/plans/999999/health')).json().code).toBe('plan-not-found');
});
