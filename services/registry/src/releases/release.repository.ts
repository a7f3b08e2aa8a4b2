import type { Db } from '@site/platform/database';
import type { Prefixes } from '@site/release-model/release-checks';
import type { ReleaseRef } from '@site/release-model/release-id';
import { and, count, desc, eq, max, or, sql } from 'drizzle-orm';
import { registryError } from '../errors';
import { releaseEvents, releases, remotes } from '../tables';

const summary = {
  name: releases.name,
  version: releases.version,
  id: releases.id,
  contentDigest: releases.contentDigest,
  size: releases.size,
  publishedBy: releases.publishedBy,
  publishedAt: releases.publishedAt,
  /** Null unless the release was yanked. */
  yanked: { at: releaseEvents.at, by: releaseEvents.actor, reason: releaseEvents.reason },
};

/** What was decided last about a release, of all that can be taken back. */
const isLast = sql`not exists (
  select 1 from registry.release_events later
  where later.release_id = ${releaseEvents.releaseId} and later.id > ${releaseEvents.id}
)`;

const withYank = and(eq(releaseEvents.releaseId, releases.id), eq(releaseEvents.kind, 'yanked'), isLast);

export async function findRelease(db: Db, name: string, version: string) {
  const [found] = await db
    .select({ ...summary, descriptor: releases.descriptor })
    .from(releases)
    .leftJoin(releaseEvents, withYank)
    .where(and(eq(releases.name, name), eq(releases.version, version)));
  return found ?? null;
}

export interface NamedVersion {
  name: string;
  version: string;
}

/** Those of `wanted` that are published, by `name@version`. */
export async function findRefs(db: Db, wanted: readonly NamedVersion[]): Promise<Map<string, ReleaseRef>> {
  const matches = wanted.map(({ name, version }) => and(eq(releases.name, name), eq(releases.version, version)));
  const rows = await db
    .select({ name: releases.name, version: releases.version, id: releases.id })
    .from(releases)
    .where(or(...matches));
  return new Map(rows.map(({ name, version, id }) => [`${name}@${version}`, { version, id }]));
}

/** Newest first. */
export const listReleases = (db: Db, name: string) =>
  db
    .select(summary)
    .from(releases)
    .leftJoin(releaseEvents, withYank)
    .where(eq(releases.name, name))
    .orderBy(desc(releases.publishedAt), desc(releases.version));

/** Ids of the releases that must not become live any more. */
export async function findYanked(db: Db): Promise<Set<string>> {
  const rows = await db
    .select({ id: releaseEvents.releaseId })
    .from(releaseEvents)
    .where(and(eq(releaseEvents.kind, 'yanked'), isLast));
  return new Set(rows.map(({ id }) => id));
}

export type ReleaseEvent = Pick<typeof releaseEvents.$inferInsert, 'releaseId' | 'kind' | 'actor' | 'reason'>;

export const recordReleaseEvent = async (db: Db, event: ReleaseEvent): Promise<void> => void (await db.insert(releaseEvents).values(event));

export const listRemotes = (db: Db) =>
  db
    .select({
      name: remotes.name,
      team: remotes.team,
      prefixes: remotes.prefixes,
      releases: count(releases.version),
      lastPublishedAt: max(releases.publishedAt),
    })
    .from(remotes)
    .leftJoin(releases, eq(releases.name, remotes.name))
    .groupBy(remotes.name)
    .orderBy(remotes.name);

/** @returns What they were before. @throws AppError `remote-not-found` */
export async function setPrefixes(tx: Db, name: string, prefixes: Prefixes): Promise<Prefixes> {
  const [before] = await tx.select({ prefixes: remotes.prefixes }).from(remotes).where(eq(remotes.name, name)).for('no key update');
  if (!before) throw registryError('remote-not-found');
  await tx.update(remotes).set({ prefixes }).where(eq(remotes.name, name));
  return before.prefixes;
}

export async function findRemote(db: Db, name: string) {
  const [found] = await db.select().from(remotes).where(eq(remotes.name, name));
  return found ?? null;
}
