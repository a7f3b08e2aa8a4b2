/** Deletes what the platform's tables need no longer. */
import { sql } from 'drizzle-orm';
import type { Database, Db } from './database';
import type { Logger } from './logging';

const HOUR_MS = 3_600_000;

/** Repeatable answers live a day, records of sent mail a month. */
export async function tidy(db: Db): Promise<void> {
  await db.execute(sql`delete from platform.answers where created_at < now() - interval '1 day'`);
  await db.execute(sql`delete from platform.outbox where sent_at < now() - interval '30 days'`);
  await db.execute(sql`delete from platform.rate_limits where expire < ${Date.now()}`);
}

/** Tidies at once and every hour. @returns The function that ends it. */
export function startHousekeeping(database: Database, logger: Logger): () => void {
  const run = () => void tidy(database.db).catch((err: unknown) => logger.warn({ err }, 'housekeeping failed'));
  run();
  const timer = setInterval(run, HOUR_MS);
  timer.unref();
  return () => clearInterval(timer);
}
