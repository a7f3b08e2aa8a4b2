/** Deletes what the platform's tables need no longer. */
import { sql } from 'drizzle-orm';
import type { Database, Db } from './database';
import type { Logger } from './logging';
import { keptSince } from './retention';
import { startWakeableWorker } from './wakeable-worker';

const HOUR_MS = 3_600_000;

/** What a limit has counted goes with its window. Every process with a database has limits, and may do this. */
export async function tidyLimits(db: Db): Promise<void> {
  await db.execute(sql`delete from platform.rate_limits where expire < ${Date.now()}`);
}

/** Repeatable answers and records of mails go at their age. A mail that nobody could be sent in time keeps nothing of what it says. */
export async function tidyMessages(db: Db): Promise<void> {
  await db.execute(sql`delete from platform.answers where created_at < ${keptSince('answers')}`);
  await db.execute(sql`delete from platform.outbox where coalesce(sent_at, given_up_at) < ${keptSince('mails')}`);
  await db.execute(sql`
    update platform.outbox set given_up_at = now(), mail = null, last_error = coalesce(last_error, 'expired')
    where sent_at is null and given_up_at is null and expires_at < now()`);
}

/** Does `tidy` at once and every hour. @returns The function that ends it; it resolves when a run in progress is done. */
export function startHousekeeping(database: Database, logger: Logger, tidy: (db: Db) => Promise<void>): () => Promise<void> {
  return startWakeableWorker({ work: () => tidy(database.db), logger, failure: 'housekeeping failed', pollMs: HOUR_MS }).stop;
}
