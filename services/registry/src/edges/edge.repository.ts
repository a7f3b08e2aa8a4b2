import type { Database, Db } from '@site/platform/database';
import { and, asc, eq, getTableColumns, gt, lt, sql } from 'drizzle-orm';
import { edges, revisions } from '../tables';
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

/**
 * Whether an edge serves what this registry has not decided: a number that it does not have yet, or another target of that number. So it is with
 * the edges of a registry that was restored from a backup, until there is a new epoch. (Its columns are named as text: of those in the list of a
 * selection the query builder leaves out the table.)
 */
const strayed = sql<boolean>`coalesce(
  edges.number > (select max(decided.number) from ${revisions} decided where decided.environment = edges.environment)
  or exists (
    select from ${revisions} decided
    where decided.environment = edges.environment and decided.number = edges.number and decided.hash <> edges.hash
  ),
  false
)`;

const silentS = sql<number>`extract(epoch from now() - ${edges.seenAt})::float8`;

/** Those that were seen in so many seconds, by id. `silentS`: since when nothing was heard of it, in seconds. */
export const listEdges = (db: Db, environment: string, seconds: number) =>
  db
    .select({ ...getTableColumns(edges), strayed, silentS })
    .from(edges)
    .where(and(eq(edges.environment, environment), gt(edges.seenAt, ago(seconds))))
    .orderBy(asc(edges.id));

/** Forgets those that were not seen for so many seconds: edges that ended without a word. */
export async function forgetEdges(db: Db, seconds: number): Promise<void> {
  await db.delete(edges).where(lt(edges.seenAt, ago(seconds)));
}
