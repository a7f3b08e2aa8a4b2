import type { ReleaseDescriptor } from '@site/contracts/release';
import type { Db } from '@site/platform/database';
import { and, count, desc, eq, max, or } from 'drizzle-orm';
import { releases, remotes } from '../tables';

const summary = {
  name: releases.name,
  version: releases.version,
  digest: releases.digest,
  size: releases.size,
  publishedBy: releases.publishedBy,
  publishedAt: releases.publishedAt,
};

export async function findRelease(db: Db, name: string, version: string) {
  const [found] = await db
    .select({ ...summary, descriptor: releases.descriptor })
    .from(releases)
    .where(and(eq(releases.name, name), eq(releases.version, version)));
  return found ?? null;
}

/** Descriptors of those of `wanted` that are published. */
export async function findDescriptors(db: Db, wanted: { name: string; version: string }[]): Promise<ReleaseDescriptor[]> {
  if (wanted.length === 0) return [];
  const matches = wanted.map(({ name, version }) => and(eq(releases.name, name), eq(releases.version, version)));
  const rows = await db
    .select({ descriptor: releases.descriptor })
    .from(releases)
    .where(or(...matches));
  return rows.map((row) => row.descriptor);
}

/** Newest first. */
export const listReleases = (db: Db, name: string) =>
  db.select(summary).from(releases).where(eq(releases.name, name)).orderBy(desc(releases.publishedAt), desc(releases.version));

export const listRemotes = (db: Db) =>
  db
    .select({ name: remotes.name, team: remotes.team, releases: count(releases.version), lastPublishedAt: max(releases.publishedAt) })
    .from(remotes)
    .leftJoin(releases, eq(releases.name, remotes.name))
    .groupBy(remotes.name)
    .orderBy(remotes.name);

export async function findRemote(db: Db, name: string) {
  const [found] = await db.select().from(remotes).where(eq(remotes.name, name));
  return found ?? null;
}
