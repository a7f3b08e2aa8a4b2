import type { Db } from '@site/platform/database';
import { type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';

/** Most rows that one write deletes of those that are too old: more than it adds. */
const DELETED_AT_ONCE = 2_000;

export const daysAgo = (days: number): SQL => sql`now() - make_interval(days => ${days})`;

/** In the course of writing, so that nothing grows while nobody looks. */
export async function deleteOld(db: Db, table: PgTable, time: PgColumn, days: number): Promise<void> {
  // Without those that another registry deletes at this moment.
  const old = sql`select ctid from ${table} where ${time} < ${daysAgo(days)} limit ${DELETED_AT_ONCE} for update skip locked`;
  await db.execute(sql`delete from ${table} where ctid in (${old})`);
}
