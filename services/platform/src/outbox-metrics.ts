/** Figures of the outbox for Prometheus. */
import { sql } from 'drizzle-orm';
import { Gauge, type Registry } from 'prom-client';
import type { Database } from './database';

const NAME = 'outbox_oldest_waiting_seconds';

/** Several servers of a process may share a registry, and so may attempts to open one. */
export function createOutboxMetrics(registry: Registry, { db }: Pick<Database, 'db'>): void {
  if (registry.getSingleMetric(NAME)) return;
  new Gauge({
    name: NAME,
    help: 'Age of the oldest mail to be sent, but for those to many; 0 without one, NaN while the database does not answer',
    registers: [registry],
    async collect() {
      this.set(await oldestWaiting(db).catch(() => Number.NaN));
    },
  });
}

async function oldestWaiting(db: Database['db']): Promise<number> {
  const { rows } = await db.execute<{ seconds: number }>(sql`
    select coalesce(extract(epoch from now() - min(created_at)), 0)::float8 as seconds
    from platform.outbox
    where sent_at is null and given_up_at is null and not is_bulk and (expires_at is null or expires_at > now())`);
  return Number(rows[0]?.seconds ?? 0);
}
