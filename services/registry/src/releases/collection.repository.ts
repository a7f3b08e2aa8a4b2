/** Keeps publications and the removal of files apart: both may concern files that releases of a part share. */
import type { Db } from '@site/platform/database';
import { and, eq, gt, sql } from 'drizzle-orm';
import { collections, publications } from '../tables';

const CLAIM_MINUTES = 10;
/** A publication may go on after its claim has expired. */
const PUBLICATION_HOURS = 1;

/** Until the transaction ends, nobody else begins to publish releases of a part, or to remove files of it. */
export async function lockFiles(tx: Db, name: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${`registry.files.${name}`}))`);
}

export async function isBeingCollected(tx: Db, name: string): Promise<boolean> {
  const found = await tx
    .select({ name: collections.name })
    .from(collections)
    .where(and(eq(collections.name, name), gt(collections.expiresAt, sql`now()`)));
  return found.length > 0;
}

/**
 * Claims a part, so that nothing is published under its name while files are removed.
 * @returns false while somebody publishes under it, or removes files.
 */
export async function claimCollection(tx: Db, name: string): Promise<boolean> {
  await lockFiles(tx, name);
  const publishing = await tx
    .select({ name: publications.name })
    .from(publications)
    .where(and(eq(publications.name, name), gt(publications.expiresAt, sql`now() - make_interval(hours => ${PUBLICATION_HOURS})`)));
  if (publishing.length > 0 || (await isBeingCollected(tx, name))) return false;
  await renewCollection(tx, name);
  return true;
}

/** Holds the claim for ten minutes from now on. */
export async function renewCollection(db: Db, name: string): Promise<void> {
  const expiresAt = sql`now() + make_interval(mins => ${CLAIM_MINUTES})`;
  await db.insert(collections).values({ name, expiresAt }).onConflictDoUpdate({ target: collections.name, set: { expiresAt } });
}

export const endCollection = async (db: Db, name: string): Promise<void> =>
  void (await db.delete(collections).where(eq(collections.name, name)));

/** Names of the parts whose files were being removed when that broke off. */
export async function findUnfinishedCollections(db: Db): Promise<string[]> {
  const rows = await db.select({ name: collections.name }).from(collections);
  return rows.map(({ name }) => name);
}
