import type { Revision } from '@site/contracts/revision';
import type { Db } from '@site/platform/database';
import { and, asc, desc, eq, gte, lt, sql } from 'drizzle-orm';
import { revisions } from '../tables';

type Row = typeof revisions.$inferSelect;

const toRevision = (row: Row): Revision => ({ ...row, createdAt: row.createdAt.toISOString() });

/** The live revision, or null before the first promotion. */
export async function findCurrent(db: Db, environment: string): Promise<Revision | null> {
  const [row] = await db.select().from(revisions).where(eq(revisions.environment, environment)).orderBy(desc(revisions.number)).limit(1);
  return row ? toRevision(row) : null;
}

export async function findRevision(db: Db, environment: string, number: number): Promise<Revision | null> {
  const [row] = await db
    .select()
    .from(revisions)
    .where(and(eq(revisions.environment, environment), eq(revisions.number, number)));
  return row ? toRevision(row) : null;
}

/** Number of the promotion that made what a revision has: its own, or that of the revision it copies, however often it was copied. */
export async function findOrigin(db: Db, { environment, number }: Revision): Promise<number> {
  const { rows } = await db.execute<{ origin: number }>(sql`
    with recursive copied (number, copies) as (
      select number, copies from registry.revisions where environment = ${environment} and number = ${number}
      union all
      select r.number, r.copies from registry.revisions r join copied on r.number = copied.copies where r.environment = ${environment}
    )
    select number as origin from copied where copies is null`);
  return rows[0]?.origin ?? number;
}

/** Newest first. @param before Only revisions with a lower number. */
export async function listRevisions(
  db: Db,
  environment: string,
  page: { before?: number | undefined; limit: number },
): Promise<Revision[]> {
  const older = page.before === undefined ? undefined : lt(revisions.number, page.before);
  const rows = await db
    .select()
    .from(revisions)
    .where(and(eq(revisions.environment, environment), older))
    .orderBy(desc(revisions.number))
    .limit(page.limit);
  return rows.map(toRevision);
}

/** Revisions from number `from` on, oldest first, at most 20. */
export async function listFrom(db: Db, environment: string, from: number): Promise<Revision[]> {
  const rows = await db
    .select()
    .from(revisions)
    .where(and(eq(revisions.environment, environment), gte(revisions.number, from)))
    .orderBy(asc(revisions.number))
    .limit(20);
  return rows.map(toRevision);
}

/**
 * Appends a revision with the given number.
 * @returns null if the number exists, that is, if another writer was faster.
 */
export async function appendRevision(db: Db, revision: Omit<Revision, 'createdAt'>): Promise<Revision | null> {
  const [row] = await db.insert(revisions).values(revision).onConflictDoNothing().returning();
  return row ? toRevision(row) : null;
}
