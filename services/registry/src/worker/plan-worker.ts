/**
 * Looks at plans when something of them is due. Every registry of a database has one; each plan is leased by one of them at a time, and what
 * becomes of it is in the transaction of the revision, so that no step is carried out twice.
 */
import type { Database } from '@site/platform/database';
import type { FastifyBaseLogger } from 'fastify';
import { PERMISSION_CHANNEL } from '../environments/environment.repository';
import { findNextLook, leasePlan, LOOK_MS, makeDue, type PlanRow, returnPlan } from '../plans/plan.repository';
import { announcedRevision } from '../revisions/announced-revision';
import { PLAN_CHANNEL } from '../revisions/channels';
import { REVISION_CHANNEL } from '../revisions/execute';
import { createLeasedWorker, type LeasedWorker } from './leased-worker';

export interface PlanWorkerOptions {
  database: Database;
  advancePlan: (plan: PlanRow) => Promise<void>;
  now: () => Date;
  logger: FastifyBaseLogger;
}

export type PlanWorker = Pick<LeasedWorker, 'look' | 'start' | 'stop'>;

export async function createPlanWorker({ database, advancePlan, now, logger }: PlanWorkerOptions): Promise<PlanWorker> {
  const { db } = database;
  const worker = createLeasedWorker<PlanRow>({
    what: 'plans',
    lease: () => leasePlan(db, now()),
    work: (plan) =>
      advancePlan(plan).catch(async (err: unknown) => {
        logger.error({ err, plan: plan.id }, 'a plan could not be carried on and is tried again');
        await returnPlan(db, plan, new Date(now().getTime() + LOOK_MS));
      }),
    findNextLook: () => findNextLook(db),
    now,
    logger,
  });
  let noting: Promise<void> = Promise.resolve();

  /** What an environment shows or allows has changed. Null if that may have been lost. */
  function wakeFor(environment: string | null): void {
    if (!worker.isRunning() || environment === null) return worker.wake();
    noting = noting
      .then(() => makeDue(db, environment, now()))
      .catch((err: unknown) => logger.warn({ err }, 'that an environment has changed could not be noted for plans'))
      .then(worker.wake);
  }
  const wakeForRevision = (payload: string | null) => wakeFor(announcedRevision(payload, logger)?.environment ?? null);
  const unlisten = [
    await database.listen(PLAN_CHANNEL, worker.wake),
    await database.listen(REVISION_CHANNEL, wakeForRevision),
    await database.listen(PERMISSION_CHANNEL, wakeFor),
  ];

  return {
    look: worker.look,
    start: worker.start,
    async stop() {
      const stopped = worker.stop();
      for (const end of unlisten) await end();
      await noting;
      await stopped;
    },
  };
}
