/** Keeps publications and the removal of files apart: both may concern files that releases of a part share. */
import type { Database, Db } from '@site/platform/database';
import { and, eq, gt, sql } from 'drizzle-orm';
import { collections, publications } from '../tables';

const CLAIM_MINUTES = 10;
/** A publication may go on after its claim has expired. */
const PUBLICATION_HOURS = 1;

/** Until the transaction ends, nobody else begins to publish releases of a part, or to remove files of it. */
export async function lockFiles(tx: Db, name: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${`registry.files.${name}`}))`);
}

/**
 * Whether a publication still keeps its part from being collected, by the time after the wait for the lock.
 * @param tx A transaction that has called {@link lockFiles}.
 * @param expiresAt When its claim expires.
 */
export async function keepsFiles(tx: Db, expiresAt: Date): Promise<boolean> {
  const limit = sql`clock_timestamp() - make_interval(hours => ${PUBLICATION_HOURS})`;
  const { rows } = await tx.execute<{ keeps: boolean }>(sql`select ${expiresAt.toISOString()}::timestamptz > ${limit} as keeps`);
  return rows[0]?.keeps ?? false;
}

export async function isBeingCollected(tx: Db, name: string): Promise<boolean> {
  const found = await tx
    .select({ name: collections.name })
    .from(collections)
    .where(and(eq(collections.name, name), gt(collections.expiresAt, sql`now()`)));
  return found.length > 0;
}

/** Each renewal moves it: by when it expires, whoever holds it tells it from another. */
export type Claim = typeof collections.$inferSelect;

/** In whole milliseconds, as a claim is read. */
const expiry = () => sql`date_trunc('milliseconds', now() + make_interval(mins => ${CLAIM_MINUTES}))`;

/**
 * Claims a part for ten minutes, so that nothing is published under its name while files are removed.
 * @returns null while somebody publishes under it, or removes files.
 */
export async function claimCollection(tx: Db, name: string): Promise<Claim | null> {
  await lockFiles(tx, name);
  const publishing = await tx
    .select({ name: publications.name })
    .from(publications)
    .where(and(eq(publications.name, name), gt(publications.expiresAt, sql`now() - make_interval(hours => ${PUBLICATION_HOURS})`)));
  if (publishing.length > 0 || (await isBeingCollected(tx, name))) return null;
  const [claim] = await tx
    .insert(collections)
    .values({ name, expiresAt: expiry() })
    .onConflictDoUpdate({ target: collections.name, set: { expiresAt: expiry() } })
    .returning();
  return claim ?? null;
}

/** Holds the claim for ten minutes from now on. @returns null if it has expired: others may have published under the name since. */
export const renewCollection = (database: Database, claim: Claim): Promise<Claim | null> =>
  database.transaction(async (tx) => {
    await lockFiles(tx, claim.name);
    const [renewed] = await tx
      .update(collections)
      .set({ expiresAt: expiry() })
      // By the time after the wait for the lock: who had it may have begun to publish.
      .where(and(isClaim(claim), gt(collections.expiresAt, sql`clock_timestamp()`)))
      .returning();
    return renewed ?? null;
  });

export const endCollection = async (db: Db, claim: Claim): Promise<void> => void (await db.delete(collections).where(isClaim(claim)));

const isClaim = ({ name, expiresAt }: Claim) => and(eq(collections.name, name), eq(collections.expiresAt, expiresAt));

/** Names of the parts whose files were being removed when that broke off. */
export async function findUnfinishedCollections(db: Db): Promise<string[]> {
  const rows = await db.select({ name: collections.name }).from(collections);
  return rows.map(({ name }) => name);
}
