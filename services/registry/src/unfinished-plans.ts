/** Plans that have not ended, as whatever changes what is live sees them too. */
import type { Db } from '@site/platform/database';
import { notifyQuery } from '@site/platform/notify-query';
import type { Progress } from '@site/release-model/plan';
import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { PLAN_CHANNEL } from './revisions/channels';
import { plans } from './tables';

type Unfinished = typeof plans.$inferSelect;

export const isUnfinished = sql`${plans.state} not in ('done', 'aborted')`;

/** Plans of an environment that have not ended. */
export const listUnfinished = (db: Db, environment: string): Promise<Unfinished[]> =>
  db
    .select()
    .from(plans)
    .where(and(eq(plans.environment, environment), isUnfinished));

/** Those of the plans that have not ended, always in one order; until the transaction ends, nobody else changes them. */
export const holdUnfinished = (tx: Db, ids: readonly number[]): Promise<Unfinished[]> =>
  tx
    .select()
    .from(plans)
    .where(and(inArray(plans.id, [...ids]), isUnfinished))
    .orderBy(asc(plans.id))
    .for('no key update');

/**
 * Notes how far a plan is now, and ends the lease of whoever looks at it.
 * @returns false if somebody else has changed it since the row was read: nothing is noted then.
 */
export async function noteProgress(
  db: Db,
  { id, version, environment }: Unfinished,
  progress: Progress,
  lookAt: Date | null,
): Promise<boolean> {
  const noted = await db
    .update(plans)
    .set({ ...progress, lookAt, leasedUntil: null, version: version + 1 })
    .where(and(eq(plans.id, id), eq(plans.version, version)))
    .returning({ id: plans.id });
  if (noted.length === 0) return false;
  await db.execute(notifyQuery(PLAN_CHANNEL, environment));
  return true;
}
