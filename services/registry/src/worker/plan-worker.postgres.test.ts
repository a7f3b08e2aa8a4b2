import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { RevisionSummary } from '@site/release-model/revision';
import { changePlan, createTestWorker, makePlan, promote, publish, read, readPlan, startTestRegistry, type TestRegistry } from '../testing';
import type { PlanWorker } from './plan-worker';

const NOON = Date.parse('2026-11-22T12:00:00Z');
const NAMES = ['mf-a', 'mf-b', 'mf-c'];
const STEPS = [500, 2_500, 5_000, 10_000].map((basisPoints) => ({ basisPoints, minutes: basisPoints === 10_000 ? null : 10 }));

const clock = { now: new Date(NOON) };
let registry: TestRegistry;
let other: TestRegistry;
let workers: PlanWorker[];
beforeAll(async () => {
  registry = await startTestRegistry({ now: () => clock.now });
  const { database, storage, signingKey } = registry;
  other = await startTestRegistry({ now: () => clock.now, database, storage, signingKey });
  const nothing = async () => new Map();
  workers = [await createTestWorker(registry, clock, nothing), await createTestWorker(other, clock, nothing)];
  for (const name of ['shell', ...NAMES]) for (const version of ['1.0.0', '1.0.1']) await publish(registry, { name, version });
});
afterAll(async () => {
  for (const worker of workers) await worker.stop();
  await other.stop();
  await registry.stop();
});

it('two registries on one database carry out each step of each plan once, also when a plan is paused and resumed meanwhile', async () => {
  await promote(registry, 0, 'shell@1.0.0', ...NAMES.map((name) => `${name}@1.0.0`));
  const ids: number[] = [];
  for (const name of NAMES) ids.push(((await makePlan(registry, 1, [`${name}@1.0.1`], { steps: STEPS })).json() as { id: number }).id);
  const [paused = 0] = ids;
  for (let round = 0; round < STEPS.length + 1; round += 1) {
    clock.now = new Date(NOON + round * 600_000);
    const looks = [...workers, ...workers].map((worker) => worker.look());
    await Promise.all([...looks, changePlan(registry, paused, 'pause'), changePlan(other, paused, 'resume')]);
    await changePlan(registry, paused, 'resume');
  }
  for (let round = STEPS.length + 1; (await readPlan(registry, paused)).state !== 'done'; round += 1) {
    clock.now = new Date(NOON + round * 600_000);
    await Promise.all(workers.map((worker) => worker.look()));
  }
  const { revisions } = (await read(registry, '/environments/production/revisions?limit=200')).json() as { revisions: RevisionSummary[] };
  const taken = revisions.flatMap(({ plan }) => (plan ? [`${plan.id}.${plan.step}`] : []));
  expect(taken.sort()).toEqual(ids.flatMap((id) => STEPS.map((_, index) => `${id}.${index + 1}`)).sort());
  for (const id of ids) expect(await readPlan(registry, id)).toMatchObject({ state: 'done', step: STEPS.length });
});
