/**
 * Looks at plans when something of them is due. Every registry of a database has one; each plan is leased by one of them at a time, and what
 * becomes of it is in the transaction of the revision, so that no step is carried out twice.
 */
import type { Database } from '@site/platform/database';
import type { FastifyBaseLogger } from 'fastify';
import { findNextLook, leasePlan, LOOK_MS, makeDue, PLAN_CHANNEL, type PlanRow, returnPlan } from '../plans/plan.repository';
import { REVISION_CHANNEL } from '../revisions/execute';

const RETRY_MS = 5_000;
/** Longer ones are taken in several: a timer holds no more than 24 days. */
const LONGEST_SLEEP_MS = 3_600_000;

export interface PlanWorkerOptions {
  database: Database;
  advancePlan: (plan: PlanRow) => Promise<void>;
  now: () => Date;
  logger: FastifyBaseLogger;
}

export interface PlanWorker {
  /** Looks at what is due now. */
  look(): Promise<void>;
  /** Looks from now on by itself, when something changes or is due. */
  start(): void;
  /** Resolves when the plan that is looked at is done. */
  stop(): Promise<void>;
}

export async function createPlanWorker({ database, advancePlan, now, logger }: PlanWorkerOptions): Promise<PlanWorker> {
  const { db } = database;
  let isStarted = false;
  let isStopped = false;
  let underWay: Promise<void> | null = null;
  let isAgain = false;
  let timer: NodeJS.Timeout | undefined;
  let noting: Promise<void> = Promise.resolve();

  async function look(): Promise<void> {
    for (let plan = await next(); plan; plan = await next()) {
      const { id } = plan;
      await advancePlan(plan).catch(async (err: unknown) => {
        logger.error({ err, plan: id }, 'a plan could not be carried on and is tried again');
        await returnPlan(db, plan as PlanRow, new Date(now().getTime() + LOOK_MS));
      });
    }
  }
  const next = async (): Promise<PlanRow | null> => (isStopped ? null : leasePlan(db, now()));

  async function lookAndSleep(): Promise<void> {
    await look();
    const at = await findNextLook(db);
    if (at) sleep(Math.min(Math.max(at.getTime() - now().getTime(), 0), LONGEST_SLEEP_MS));
  }

  function sleep(ms: number): void {
    clearTimeout(timer);
    if (!isStopped) timer = setTimeout(wake, ms).unref();
  }

  function wake(): void {
    if (!isStarted || isStopped) return;
    if (underWay) {
      isAgain = true;
      return;
    }
    underWay = lookAndSleep()
      .catch((err: unknown) => {
        logger.warn({ err }, 'plans cannot be read');
        sleep(RETRY_MS);
      })
      .finally(() => {
        underWay = null;
        if (isAgain) {
          isAgain = false;
          wake();
        }
      });
  }

  /** @param payload Of a revision; null if something may have been lost. */
  function wakeForRevision(payload: string | null): void {
    if (!isStarted || isStopped || payload === null) return wake();
    const { environment } = JSON.parse(payload) as { environment: string };
    noting = noting
      .then(() => makeDue(db, environment, now()))
      .catch((err: unknown) => logger.warn({ err }, 'that a revision was made could not be noted for plans'))
      .then(wake);
  }
  const unlisten = [await database.listen(PLAN_CHANNEL, wake), await database.listen(REVISION_CHANNEL, wakeForRevision)];

  return {
    look,
    start() {
      isStarted = true;
      wake();
    },
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      for (const end of unlisten) await end();
      await noting;
      await underWay;
    },
  };
}
