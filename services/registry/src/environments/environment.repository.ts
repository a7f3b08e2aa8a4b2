import type { Db } from '@site/platform/database';
import { desc, eq, sql } from 'drizzle-orm';
import { environments, revisions } from '../tables';

export interface Lock {
  by: string;
  at: Date;
  reason: string;
}

type Row = typeof environments.$inferSelect;

const lockOf = ({ lockedBy, lockedAt, lockReason }: Row): Lock | null =>
  lockedBy !== null && lockedAt !== null && lockReason !== null ? { by: lockedBy, at: lockedAt, reason: lockReason } : null;

/** Makes the environments known that are not yet. */
export async function ensureEnvironments(db: Db, names: readonly string[]): Promise<void> {
  if (names.length > 0)
    await db
      .insert(environments)
      .values(names.map((name) => ({ name })))
      .onConflictDoNothing();
}

/** Until the transaction ends, nobody else changes anything in the environment. @returns Its lock, if people have locked it. */
export async function holdEnvironment(tx: Db, name: string): Promise<Lock | null> {
  const [row] = await tx.select().from(environments).where(eq(environments.name, name)).for('no key update');
  if (!row) throw new Error(`There is no environment ${name}`);
  return lockOf(row);
}

export async function setLock(tx: Db, name: string, lock: { by: string; reason: string } | null): Promise<void> {
  const values = { lockedBy: lock?.by ?? null, lockedAt: lock ? sql`now()` : null, lockReason: lock?.reason ?? null };
  await tx.update(environments).set(values).where(eq(environments.name, name));
}

export async function findEnvironment(db: Db, name: string) {
  const [row] = await db.select().from(environments).where(eq(environments.name, name));
  if (!row) throw new Error(`There is no environment ${name}`);
  const { epoch, number, environment } = revisions;
  const [live] = await db.select({ epoch, number }).from(revisions).where(eq(environment, name)).orderBy(desc(number)).limit(1);
  return { name, epoch: live?.epoch ?? 1, revision: live?.number ?? 0, lock: lockOf(row) };
}
