import type { Db } from '@site/platform/database';
import type { Rehearsal, RehearsalSummary } from '@site/release-model/rehearsal';
import { and, desc, eq, inArray } from 'drizzle-orm';
import { registryError } from '../errors';
import { rehearsals } from '../tables';

export type RehearsalRow = typeof rehearsals.$inferSelect;

const { id, environment, releases, revision, verdict, createdBy, createdAt } = rehearsals;
const summary = { id, environment, releases, revision, verdict, createdBy, createdAt };

export const summaryOf = ({ createdAt: at, ...row }: Pick<RehearsalRow, keyof typeof summary>): RehearsalSummary => ({
  ...row,
  createdAt: at.toISOString(),
});

export const rehearsalOf = ({ report, releasesKey: _, besideKey: __, ...row }: RehearsalRow): Rehearsal => ({
  ...summaryOf(row),
  ...report,
});

export async function insertRehearsal(db: Db, values: typeof rehearsals.$inferInsert): Promise<RehearsalRow> {
  const [row] = await db.insert(rehearsals).values(values).returning();
  if (!row) throw new Error('The rehearsal was not inserted');
  return row;
}

/** @throws AppError `rehearsal-not-found` */
export async function findRehearsal(db: Db, name: string, wanted: number): Promise<RehearsalRow> {
  const [row] = await db
    .select()
    .from(rehearsals)
    .where(and(eq(environment, name), eq(id, wanted)));
  if (!row) throw registryError('rehearsal-not-found');
  return row;
}

/** The newest one of exactly these releases. */
export async function findNewestOf(db: Db, name: string, releasesKey: string) {
  const [row] = await db
    .select({ id, verdict, besideKey: rehearsals.besideKey })
    .from(rehearsals)
    .where(and(eq(environment, name), eq(rehearsals.releasesKey, releasesKey)))
    .orderBy(desc(id))
    .limit(1);
  return row ?? null;
}

/** Newest first. */
export async function listRehearsals(db: Db, name: string, limit: number): Promise<RehearsalSummary[]> {
  const rows = await db.select(summary).from(rehearsals).where(eq(environment, name)).orderBy(desc(id)).limit(limit);
  return rows.map(summaryOf);
}

/** Ids of all but the newest ones of an environment. */
export async function findOldRehearsals(db: Db, name: string, kept: number): Promise<number[]> {
  const rows = await db.select({ id }).from(rehearsals).where(eq(environment, name)).orderBy(desc(id)).offset(kept);
  return rows.map((row) => row.id);
}

export const deleteRehearsals = async (db: Db, ids: readonly number[]): Promise<void> =>
  void (await db.delete(rehearsals).where(inArray(id, [...ids])));
