/** A registry on a clock, whose worker takes the steps of plans when it is told that time has passed. */
import type { Sample } from '@site/release-model/guard';
import type { PlanInJson, Step } from '@site/release-model/plan';
import { createTestWorker, current, forget, makePlan, promote, publish, startTestRegistry, type TestRegistry } from './testing';
import type { PlanWorker } from './worker/plan-worker';

export const NOON = Date.parse('2026-11-22T12:00:00Z');
export const STEPS: Step[] = [
  { basisPoints: 500, minutes: 10 },
  { basisPoints: 2_500, minutes: null },
  { basisPoints: 10_000, minutes: null },
];
export const AT_ONCE = STEPS.slice(2);

type PlanOptions = Parameters<typeof makePlan>[3];

export interface TestPlans {
  registry: TestRegistry;
  worker: PlanWorker;
  clock: { now: Date };
  /** What was counted, by name and version. */
  health: Record<string, Sample>;
  /** It is noon, nothing was counted, and revision 1 has the first release of `shell`, `mf-a` and `mf-b`. */
  beginAnew(): Promise<void>;
  /** So many minutes after noon, the worker looks. */
  after(minutes: number): Promise<void>;
  /** @throws Error if the plan is refused. */
  planned(releases: string[], plan?: PlanOptions, token?: string): Promise<PlanInJson>;
  stop(): Promise<void>;
}

export async function startTestPlans(): Promise<TestPlans> {
  const clock = { now: new Date(NOON) };
  const registry = await startTestRegistry({ now: () => clock.now });
  for (const version of ['1.0.0', '1.0.1']) for (const name of ['shell', 'mf-a', 'mf-b']) await publish(registry, { name, version });
  await publish(registry, { name: 'mf-a', version: '1.0.2' });
  await publish(registry, { name: 'mf-c', version: '1.0.0', requires: { redux: { range: '^5.0.0', singleton: true } } });
  const refs = await registry.database.query<{ id: string; name: string; version: string }>(
    'select id, name, version from registry.releases',
  );
  const labels = new Map(refs.rows.map(({ id, name, version }) => [id, `${name}@${version}`]));
  const worker = await createTestWorker(registry, clock, async ({ releaseIds }) => {
    const counted = releaseIds.map((id) => [id, plans.health[labels.get(id) ?? '']] as const);
    return new Map(counted.flatMap(([id, sample]) => (sample ? [[id, sample] as const] : [])));
  });
  const plans: TestPlans = {
    registry,
    worker,
    clock,
    health: {},
    async beginAnew() {
      clock.now = new Date(NOON);
      plans.health = {};
      await forget(registry);
      await promote(registry, 0, 'shell@1.0.0', 'mf-a@1.0.0', 'mf-b@1.0.0');
    },
    async after(minutes) {
      clock.now = new Date(NOON + minutes * 60_000);
      await worker.look();
    },
    async planned(releases, plan = { steps: STEPS }, token = undefined) {
      const answer = await makePlan(registry, (await current(registry)).number, releases, plan, token);
      if (answer.statusCode !== 201) throw new Error(`The plan was refused: ${answer.body}`);
      return answer.json<PlanInJson>();
    },
    async stop() {
      await worker.stop();
      await registry.stop();
    },
  };
  return plans;
}
