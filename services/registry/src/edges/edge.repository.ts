import type { Database, Db } from '@site/platform/database';
import { and, asc, eq, gt, lt, sql } from 'drizzle-orm';
import { edges } from '../tables';
import { EDGE_CHANNEL } from './edge-reports';

export type Heartbeat = Omit<typeof edges.$inferInsert, 'seenAt'>;

/** Keeps it, and tells whoever waits for it. */
export async function reportHeartbeat(database: Database, heartbeat: Heartbeat): Promise<void> {
  const seenAt = sql`now()`;
  await database.db
    .insert(edges)
    .values({ ...heartbeat, seenAt })
    .onConflictDoUpdate({ target: [edges.environment, edges.id], set: { ...heartbeat, seenAt } });
  await database.notify(EDGE_CHANNEL, heartbeat.environment);
}

export async function removeEdge(db: Db, environment: string, id: string): Promise<void> {
  await db.delete(edges).where(and(eq(edges.environment, environment), eq(edges.id, id)));
}

const ago = (seconds: number) => sql`now() - make_interval(secs => ${seconds})`;

/** Those that were seen in so many seconds, by id. */
export const listEdges = (db: Db, environment: string, seconds: number) =>
  db
    .select()
    .from(edges)
    .where(and(eq(edges.environment, environment), gt(edges.seenAt, ago(seconds))))
    .orderBy(asc(edges.id));

/** Forgets those that were not seen for so many seconds: edges that ended without a word. */
export async function forgetEdges(db: Db, seconds: number): Promise<void> {
  await db.delete(edges).where(lt(edges.seenAt, ago(seconds)));
}
