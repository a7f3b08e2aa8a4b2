/** The rows of a publication: claimed before its files are stored, completed after. */
import type { ReleaseDescriptor } from '@site/contracts/release';
import type { Database, Db } from '@site/platform/database';
import { and, eq, inArray, sql } from 'drizzle-orm';
import { recordAudit } from '../audit/audit.repository';
import { registryError } from '../errors';
import { findRelease, findRemote } from '../releases/release.repository';
import { hashedFiles, publications, releases, remotes } from '../tables';

export interface Claim {
  /** The same bytes were published under this version before. */
  published: boolean;
  /** Hashed files that nobody claimed before. */
  newHashedFiles: string[];
}

const CLAIM_MINUTES = 10;

/**
 * Reserves a version and its hashed files for one digest.
 * @throws AppError `version-taken`, `team-mismatch`, `hashed-file-conflict` or `publication-in-progress`.
 */
export function claimVersion(database: Database, descriptor: ReleaseDescriptor): Promise<Claim> {
  const { name, version, team, digest } = descriptor;
  return database.transaction(async (tx) => {
    await assertTeam(tx, name, team);
    const existing = await findRelease(tx, name, version);
    if (existing && existing.digest !== digest) {
      throw registryError('version-taken', { details: { published: existing.digest, offered: digest } });
    }
    if (existing) return { published: true, newHashedFiles: [] };
    const expiresAt = sql`now() + make_interval(mins => ${CLAIM_MINUTES})`;
    const claimed = await tx
      .insert(publications)
      .values({ name, version, digest, expiresAt })
      .onConflictDoUpdate({
        target: [publications.name, publications.version],
        set: { digest, expiresAt },
        setWhere: sql`${publications.expiresAt} < now() or ${publications.digest} = ${digest}`,
      })
      .returning();
    if (claimed.length === 0) throw registryError('publication-in-progress', { headers: { 'retry-after': '5' } });
    return { published: false, newHashedFiles: await claimHashedFiles(tx, descriptor) };
  });
}

async function assertTeam(tx: Db, name: string, team: string): Promise<void> {
  const remote = await findRemote(tx, name);
  if (remote && remote.team !== team) {
    throw registryError('team-mismatch', {
      message: `${name} belongs to the team ${remote.team}.`,
      details: { owner: remote.team, offered: team },
    });
  }
}

async function claimHashedFiles(tx: Db, { name, files }: ReleaseDescriptor): Promise<string[]> {
  const offered = files.filter(({ path }) => path.startsWith('_/'));
  if (offered.length === 0) return [];
  const rows = offered.map(({ path, integrity }) => ({ name, path, integrity }));
  const added = await tx.insert(hashedFiles).values(rows).onConflictDoNothing().returning({ path: hashedFiles.path });
  const paths = offered.map(({ path }) => path);
  const known = await tx
    .select()
    .from(hashedFiles)
    .where(and(eq(hashedFiles.name, name), inArray(hashedFiles.path, paths)));
  const integrities = new Map(known.map((file) => [file.path, file.integrity]));
  const conflict = offered.find(({ path, integrity }) => integrities.get(path) !== integrity);
  if (conflict) throw registryError('hashed-file-conflict', { details: { path: conflict.path } });
  return added.map(({ path }) => path);
}

/**
 * Makes the release known, once all of its files are stored.
 * @returns false if a simultaneous publication of the same bytes was first.
 */
export function completePublication(database: Database, descriptor: ReleaseDescriptor, actor: string): Promise<boolean> {
  const { name, version, team, digest } = descriptor;
  const size = descriptor.files.reduce((sum, file) => sum + file.size, 0);
  return database.transaction(async (tx) => {
    await tx.insert(remotes).values({ name, team }).onConflictDoNothing();
    await assertTeam(tx, name, team);
    const added = await tx
      .insert(releases)
      .values({ name, version, digest, size, descriptor, publishedBy: actor })
      .onConflictDoNothing()
      .returning();
    await tx.delete(publications).where(claimOf(descriptor));
    if (added.length === 0) return false;
    await recordAudit(tx, { actor, action: 'publish', subject: `${name}@${version}`, details: { digest, size } });
    return true;
  });
}

/** Gives the claim back after a failure. */
export function abandonPublication(database: Database, descriptor: ReleaseDescriptor, claim: Claim): Promise<void> {
  return database.transaction(async (tx) => {
    await tx.delete(publications).where(claimOf(descriptor));
    if (claim.newHashedFiles.length === 0) return;
    await tx.delete(hashedFiles).where(and(eq(hashedFiles.name, descriptor.name), inArray(hashedFiles.path, claim.newHashedFiles)));
  });
}

const claimOf = ({ name, version, digest }: ReleaseDescriptor) =>
  and(eq(publications.name, name), eq(publications.version, version), eq(publications.digest, digest));
