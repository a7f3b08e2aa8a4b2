import type { Db } from '@site/platform/database';
import { and, eq, sql } from 'drizzle-orm';
import { plans } from './tables';

export const isUnfinished = sql`${plans.state} not in ('done', 'aborted')`;

/** Plans of an environment that have not ended. */
export const listUnfinished = (db: Db, environment: string): Promise<(typeof plans.$inferSelect)[]> =>
  db
    .select()
    .from(plans)
    .where(and(eq(plans.environment, environment), isUnfinished));
