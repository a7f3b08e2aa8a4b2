import type { Db } from '@site/platform/database';
import type { AppError } from '@site/platform/errors';
import { notifyQuery } from '@site/platform/notify-query';
import { type Rules, rulesSchema } from '@site/release-model/rules';
import { and, asc, desc, eq, sql } from 'drizzle-orm';
import { registryError } from '../errors';
import { edges, environments, plans, revisions } from '../tables';

/** Channel of `Database.notify`: a lock was set or taken, or the rules were changed. The payload is the environment. */
export const PERMISSION_CHANNEL = 'registry_permission';

export interface Lock {
  by: string;
  at: Date;
  reason: string;
}

type Row = typeof environments.$inferSelect;

const lockOf = ({ lockedBy, lockedAt, lockReason }: Row): Lock | null =>
  lockedBy !== null && lockedAt !== null && lockReason !== null ? { by: lockedBy, at: lockedAt, reason: lockReason } : null;

/** Makes the environments known that are not yet, in a transaction. */
export async function ensureEnvironments(tx: Db, names: readonly string[]): Promise<void> {
  const known = new Set(await listNames(tx));
  const unknown = names.filter((name) => !known.has(name));
  if (unknown.length === 0) return;
  await holdEnvironments(tx);
  await tx
    .insert(environments)
    .values(unknown.map((name) => ({ name })))
    .onConflictDoNothing();
}

/** Until the transaction ends, nobody else changes anything in the environment. @returns Its lock, if people have locked it. */
export async function holdEnvironment(tx: Db, name: string): Promise<Lock | null> {
  const [row] = await tx.select().from(environments).where(eq(environments.name, name)).for('no key update');
  if (!row) throw await environmentNotFound(tx, name);
  return lockOf(row);
}

/** The same of all environments, always in one order, and none is made meanwhile. @returns Their locks by name. */
export async function holdEnvironments(tx: Db): Promise<Map<string, Lock | null>> {
  // A statement of its own: one that waits for rows does not find those that were added while it waited.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('registry.environments'))`);
  const rows = await tx.select().from(environments).orderBy(asc(environments.name)).for('no key update');
  return new Map(rows.map((row) => [row.name, lockOf(row)]));
}

export const listNames = async (db: Db): Promise<string[]> => {
  const rows = await db.select({ name: environments.name }).from(environments).orderBy(asc(environments.name));
  return rows.map(({ name }) => name);
};

export async function hasEnvironment(db: Db, name: string): Promise<boolean> {
  const rows = await db.select({ name: environments.name }).from(environments).where(eq(environments.name, name));
  return rows.length > 0;
}

/** For whoever may know which there are. */
export async function environmentNotFound(db: Db, name: string): Promise<AppError> {
  const names = await listNames(db);
  const message = `There is no environment ${name}. These there are: ${names.join(', ')}.`;
  return registryError('environment-not-found', { message, details: { environments: names } });
}

/** In a transaction that holds all environments. @returns false if there is one of this name. */
export async function addEnvironment(tx: Db, name: string): Promise<boolean> {
  const added = await tx.insert(environments).values({ name }).onConflictDoNothing().returning({ name: environments.name });
  return added.length > 0;
}

/** With its edges, plans and proposals. The database refuses it for an environment that has revisions. */
export async function deleteEnvironment(tx: Db, name: string): Promise<void> {
  await tx.delete(edges).where(eq(edges.environment, name));
  await tx.delete(plans).where(eq(plans.environment, name));
  await tx.delete(environments).where(eq(environments.name, name));
}

export interface VersionedRules {
  /** Counts their changes, from 0 for those that nobody has set. */
  version: number;
  rules: Rules;
}

const rulesOf = ({ rules, rulesVersion }: Pick<Row, 'rules' | 'rulesVersion'>): VersionedRules => ({
  version: rulesVersion,
  rules: rulesSchema.parse(rules),
});

export async function findRules(db: Db, name: string): Promise<VersionedRules> {
  const { rules, rulesVersion } = environments;
  const [row] = await db.select({ rules, rulesVersion }).from(environments).where(eq(environments.name, name));
  if (!row) throw await environmentNotFound(db, name);
  return rulesOf(row);
}

/** @returns false if they have another version than the one that they replace. */
export async function replaceRules(tx: Db, name: string, { version, rules }: VersionedRules): Promise<boolean> {
  const replaced = await tx
    .update(environments)
    .set({ rules, rulesVersion: version + 1 })
    .where(and(eq(environments.name, name), eq(environments.rulesVersion, version)))
    .returning({ name: environments.name });
  if (replaced.length === 0) return false;
  await tx.execute(notifyQuery(PERMISSION_CHANNEL, name));
  return true;
}

export async function setLock(tx: Db, name: string, lock: { by: string; reason: string } | null): Promise<void> {
  const values = { lockedBy: lock?.by ?? null, lockedAt: lock ? sql`now()` : null, lockReason: lock?.reason ?? null };
  await tx.update(environments).set(values).where(eq(environments.name, name));
  await tx.execute(notifyQuery(PERMISSION_CHANNEL, name));
}

export async function findEnvironment(db: Db, name: string) {
  const [row] = await db.select().from(environments).where(eq(environments.name, name));
  if (!row) throw await environmentNotFound(db, name);
  const { epoch, number, environment } = revisions;
  const [live] = await db.select({ epoch, number }).from(revisions).where(eq(environment, name)).orderBy(desc(number)).limit(1);
  return { name, epoch: live?.epoch ?? 1, revision: live?.number ?? 0, lock: lockOf(row), rules: rulesOf(row) };
}
