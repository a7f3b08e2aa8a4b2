/** Deletes what the platform keeps no longer, in its tables and among its files. */
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import type { Database, Db } from './database';
import type { Logger } from './logging';
import { mailFolder } from './mail';
import { keptSince, RETENTION_DAYS } from './retention';
import { startWakeableWorker } from './wakeable-worker';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

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

/** Mails in files go at the age of their records, also where mail has been sent over SMTP since, and so do files that were left unfinished. */
export async function tidyMailFiles(dataDir: string): Promise<void> {
  const folder = mailFolder(dataDir);
  const writtenBefore = Date.now() - RETENTION_DAYS.mails * DAY_MS;
  for (const name of (await unlessMissing(readdir(folder))) ?? []) {
    const file = join(folder, name);
    // Another process on the same folder may have deleted it meanwhile.
    const found = await unlessMissing(stat(file));
    if (found?.isFile() && found.mtimeMs < writtenBefore) await rm(file, { force: true });
  }
}

const unlessMissing = <Result>(found: Promise<Result>): Promise<Result | null> =>
  found.catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });

/** Does `tidy` at once and every hour. @returns The function that ends it; it resolves when a run in progress is done. */
export function startHousekeeping(database: Database, logger: Logger, tidy: (db: Db) => Promise<void>): () => Promise<void> {
  return startWakeableWorker({ work: () => tidy(database.db), logger, failure: 'housekeeping failed', pollMs: HOUR_MS }).stop;
}
