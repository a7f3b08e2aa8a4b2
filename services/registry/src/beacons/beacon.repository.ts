import type { Beacon } from '@site/contracts/beacon';
import type { Db } from '@site/platform/database';
import { desc, gte, lt, sql } from 'drizzle-orm';
import { deleteOld } from '../delete-old';
import { beaconCounts, beaconMessages } from '../tables';

/** Longer than the 720 hours that can be asked for. */
const COUNTS_DAYS = 31;
const KEPT_MESSAGES = 1_000;
const VITAL = 'web-vital';

/**
 * Counts a beacon in its hour, and keeps the message of a failure.
 * @param counted As what it is counted.
 */
export async function recordBeacon(
  db: Db,
  { kind, name, version, revision, route, message, value }: Beacon,
  counted: Beacon['kind'] | 'unsealed',
): Promise<void> {
  const total = kind === VITAL ? (value ?? 0) : 0;
  const [counting] = await db
    .insert(beaconCounts)
    .values({ name, version, kind: counted, hour: sql`date_trunc('hour', now())`, count: 1, total })
    .onConflictDoUpdate({
      target: [beaconCounts.name, beaconCounts.version, beaconCounts.kind, beaconCounts.hour],
      set: { count: sql`${beaconCounts.count} + 1`, total: sql`${beaconCounts.total} + ${total}` },
    })
    .returning({ count: beaconCounts.count });
  if (counting?.count === 1) await deleteOld(db, beaconCounts, beaconCounts.hour, COUNTS_DAYS);
  if (kind === VITAL) return;
  const [added] = await db
    .insert(beaconMessages)
    .values({ name, version, kind, revision, route, message })
    .returning({ id: beaconMessages.id });
  if (added && added.id % 100 === 0) await db.delete(beaconMessages).where(lt(beaconMessages.id, added.id - KEPT_MESSAGES));
}

/** Sums since a time, per name, version and kind. */
export const sumBeacons = (db: Db, since: Date) =>
  db
    .select({
      name: beaconCounts.name,
      version: beaconCounts.version,
      kind: beaconCounts.kind,
      count: sql<number>`sum(${beaconCounts.count})::int`,
      total: sql<number>`sum(${beaconCounts.total})::float8`,
    })
    .from(beaconCounts)
    .where(gte(beaconCounts.hour, since))
    .groupBy(beaconCounts.name, beaconCounts.version, beaconCounts.kind)
    .orderBy(beaconCounts.name, beaconCounts.version, beaconCounts.kind);

/** Newest first. */
export const lastMessages = (db: Db, limit: number) => db.select().from(beaconMessages).orderBy(desc(beaconMessages.id)).limit(limit);
