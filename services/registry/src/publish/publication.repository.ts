/** The rows of a publication: claimed before its files are stored, completed after. */
import type { ReleaseDescriptor } from '@site/contracts/release';
import type { Database, Db } from '@site/platform/database';
import { assertOwnedBy, assertWithinPrefixes } from '@site/release-model/release-checks';
import { contentDigest, releaseId } from '@site/release-model/release-id';
import { and, eq, sql } from 'drizzle-orm';
import { recordAudit } from '../audit/audit.repository';
import { registryError, translated } from '../errors';
import { announceProspects } from '../releases/prospects.repository';
import { isBeingCollected, keepsFiles, lockFiles } from '../releases/collection.repository';
import { findPublished, findRemote, recordReleaseEvent } from '../releases/release.repository';
import { hashedFiles, publications, releases, remotes } from '../tables';

const CLAIM_MINUTES = 10;
const TOO_LONG = 'It took so long that files which it shares with other releases may have been removed. Publish it again.';

interface Claimed {
  /** Paths of hashed files that no publication has claimed before, so that the store has none of them. */
  first: ReadonlySet<string>;
  /** When the claim expires, unless the same release is published again meanwhile. */
  expiresAt: Date;
}

/**
 * Reserves a version and its hashed files for one release.
 * @returns null if the same release was published before and has its files.
 * @throws AppError `version-taken`, `team-mismatch`, `path-outside-prefixes`, `hashed-file-conflict` or `publication-in-progress`.
 */
export function claimVersion(database: Database, descriptor: ReleaseDescriptor): Promise<Claimed | null> {
  const { name, version } = descriptor;
  const id = releaseId(descriptor);
  return database.transaction(async (tx) => {
    await lockFiles(tx, name);
    if (await isBeingCollected(tx, name)) throw inProgress();
    await assertOwned(tx, descriptor);
    const existing = await findPublished(tx, name, version);
    if (existing) assertSame(existing.id, id);
    if (existing && !existing.isCollected) return null;
    const expiresAt = sql`now() + make_interval(mins => ${CLAIM_MINUTES})`;
    const [claimed] = await tx
      .insert(publications)
      .values({ name, version, releaseId: id, expiresAt })
      .onConflictDoUpdate({
        target: [publications.name, publications.version],
        set: { releaseId: id, expiresAt },
        setWhere: sql`${publications.expiresAt} < now() or ${publications.releaseId} = ${id}`,
      })
      .returning();
    if (!claimed) throw inProgress();
    // Where it had to wait for a claim to end, somebody has published the version since.
    const since = existing ? null : await findPublished(tx, name, version);
    if (since) {
      assertSame(since.id, id);
      await tx.delete(publications).where(claimOf(descriptor));
      return null;
    }
    return { first: await claimHashedFiles(tx, descriptor), expiresAt: claimed.expiresAt };
  });
}

/** @throws AppError `version-taken` */
function assertSame(published: string, offered: string): void {
  if (published !== offered) throw registryError('version-taken', { details: { published, offered } });
}

const inProgress = (message?: string) =>
  registryError('publication-in-progress', { headers: { 'retry-after': '5' }, ...(message !== undefined && { message }) });

/** That a release is of the team, and within the prefixes, of its part. */
async function assertOwned(tx: Db, descriptor: ReleaseDescriptor): Promise<void> {
  const remote = await findRemote(tx, descriptor.name);
  try {
    if (!remote) return;
    assertOwnedBy(remote.team, descriptor);
    assertWithinPrefixes(remote.prefixes, descriptor);
  } catch (error) {
    throw translated(error);
  }
}

async function claimHashedFiles(tx: Db, { name, files }: ReleaseDescriptor): Promise<Claimed['first']> {
  const hashed = files.filter(({ path }) => path.startsWith('_/')).map(({ path, integrity }) => ({ path, integrity }));
  if (hashed.length === 0) return new Set();
  // One parameter for all: with three for each of thousands of files, building the statement took longer than carrying it out.
  const offered = sql`jsonb_to_recordset(${JSON.stringify(hashed)}::jsonb) as offered (path text, integrity text)`;
  const inserted = await tx
    .insert(hashedFiles)
    .select(sql`select ${name}, path, integrity from ${offered}`)
    .onConflictDoNothing()
    .returning({ path: hashedFiles.path });
  const firstClaimed = new Set(inserted.map(({ path }) => path));
  if (firstClaimed.size === hashed.length) return firstClaimed;
  const [conflict] = await tx
    .select({ path: hashedFiles.path })
    .from(hashedFiles)
    .innerJoin(offered, sql`offered.path = ${hashedFiles.path}`)
    .where(and(eq(hashedFiles.name, name), sql`offered.integrity <> ${hashedFiles.integrity}`))
    .limit(1);
  if (conflict) throw registryError('hashed-file-conflict', { details: { path: conflict.path } });
  return firstClaimed;
}

interface Publisher {
  /** When the claim expires that was made before the files were stored. */
  expiresAt: Date;
  actor: string;
  /** Why, for the record. */
  reason: string | null;
}

/**
 * Makes the release known, once all of its files are stored.
 * @returns false if a simultaneous publication of the same release was first.
 * @throws AppError `version-taken` or `publication-in-progress` if it took so long that others could claim the version, or a collection its files.
 */
export function completePublication(database: Database, descriptor: ReleaseDescriptor, publisher: Publisher): Promise<boolean> {
  const { actor, reason } = publisher;
  const { name, version, team } = descriptor;
  const id = releaseId(descriptor);
  const size = descriptor.files.reduce((sum, file) => sum + file.size, 0);
  return database.transaction(async (tx) => {
    await lockFiles(tx, name);
    await tx.insert(remotes).values({ name, team }).onConflictDoNothing();
    await assertOwned(tx, descriptor);
    const held = await tx.delete(publications).where(claimOf(descriptor)).returning();
    if (held.length === 0) {
      const existing = await findPublished(tx, name, version);
      if (!existing) throw inProgress();
      assertSame(existing.id, id);
      return false;
    }
    for (const { expiresAt } of [publisher, ...held]) if (!(await keepsFiles(tx, expiresAt))) throw inProgress(TOO_LONG);
    // One that was collected is known already: it has its files again.
    if (await findPublished(tx, name, version)) await recordReleaseEvent(tx, { releaseId: id, kind: 'republished', actor, reason });
    else
      await tx
        .insert(releases)
        .values({ name, version, id, contentDigest: contentDigest(descriptor), size, descriptor, publishedBy: actor });
    await recordAudit(tx, { actor, action: 'publish', subject: `${name}@${version}`, reason, details: { id, size } });
    await announceProspects(database, null, tx);
    return true;
  });
}

/**
 * Gives the claim of a version back after a failure. Those of hashed files stay: their bytes may be stored, and other releases may have
 * found them claimed.
 */
export const abandonPublication = async (database: Database, descriptor: ReleaseDescriptor): Promise<void> =>
  void (await database.db.delete(publications).where(claimOf(descriptor)));

const claimOf = (descriptor: ReleaseDescriptor) =>
  and(
    eq(publications.name, descriptor.name),
    eq(publications.version, descriptor.version),
    eq(publications.releaseId, releaseId(descriptor)),
  );
