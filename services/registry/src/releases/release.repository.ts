import type { Db } from '@site/platform/database';
import type { Prefixes } from '@site/release-model/release-checks';
import type { ReleaseRef } from '@site/release-model/release-id';
import { and, count, desc, eq, inArray, max, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { registryError } from '../errors';
import { releaseEvents, releases, remotes } from '../tables';

export const collection = alias(releaseEvents, 'collection');

const summary = {
  name: releases.name,
  version: releases.version,
  id: releases.id,
  contentDigest: releases.contentDigest,
  size: releases.size,
  commit: sql<string | null>`${releases.descriptor} ->> 'commit'`,
  publishedBy: releases.publishedBy,
  publishedAt: releases.publishedAt,
  /** Null unless the release was yanked. */
  yanked: { at: releaseEvents.at, by: releaseEvents.actor, reason: releaseEvents.reason },
  /** Null unless its files are not kept any more. */
  collected: { at: collection.at, by: collection.actor, reason: collection.reason },
};

type EventKind = (typeof releaseEvents.$inferSelect)['kind'];
type Events = typeof releaseEvents | typeof collection;

/** Whether it happened last to its release, of something and what takes that back. */
const isStanding = (events: Events, kind: EventKind, opposite: EventKind): SQL | undefined =>
  and(
    eq(events.kind, kind),
    sql`not exists (
      select 1 from registry.release_events later
      where later.release_id = ${events.releaseId} and later.kind = ${opposite} and later.id > ${events.id}
    )`,
  );
const isYank = isStanding(releaseEvents, 'yanked', 'restored');
/** Conditions to join what was said of a release and not taken back since. */
export const withYank = and(eq(releaseEvents.releaseId, releases.id), isYank);
export const withCollection = and(eq(collection.releaseId, releases.id), isStanding(collection, 'collected', 'republished'));

export async function findRelease(db: Db, name: string, version: string) {
  const [found] = await db
    .select({ ...summary, descriptor: releases.descriptor })
    .from(releases)
    .leftJoin(releaseEvents, withYank)
    .leftJoin(collection, withCollection)
    .where(and(eq(releases.name, name), eq(releases.version, version)));
  return found ?? null;
}

/** Of a release only what a publication has to know. */
export async function findPublished(db: Db, name: string, version: string): Promise<{ id: string; isCollected: boolean } | null> {
  const [found] = await db
    .select({ id: releases.id, collectedBy: collection.id })
    .from(releases)
    .leftJoin(collection, withCollection)
    .where(and(eq(releases.name, name), eq(releases.version, version)));
  return found ? { id: found.id, isCollected: found.collectedBy !== null } : null;
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

interface ReleasesPage {
  limit: number;
  /** Version of the release behind which the page begins. */
  before?: string | undefined;
  /** Ids of those that may be listed; all if it is absent. */
  only?: ReadonlySet<string> | undefined;
}

/** Newest first. Behind a version that may not be listed there is none. */
export function listReleases(db: Db, name: string, { limit, before, only }: ReleasesPage) {
  const listed = and(eq(releases.name, name), only && inArray(releases.id, [...only]));
  const place = db
    .select({ publishedAt: releases.publishedAt, version: releases.version })
    .from(releases)
    .where(and(listed, eq(releases.version, before ?? '')));
  return db
    .select(summary)
    .from(releases)
    .leftJoin(releaseEvents, withYank)
    .leftJoin(collection, withCollection)
    .where(and(listed, before === undefined ? undefined : sql`(${releases.publishedAt}, ${releases.version}) < (${place})`))
    .orderBy(desc(releases.publishedAt), desc(releases.version))
    .limit(limit);
}

/** By name, of each the newest first. */
export const listReleasesById = (db: Db, ids: readonly string[]) =>
  db
    .select(summary)
    .from(releases)
    .leftJoin(releaseEvents, withYank)
    .leftJoin(collection, withCollection)
    .where(inArray(releases.id, [...ids]))
    .orderBy(releases.name, desc(releases.publishedAt), desc(releases.version));

/** Ids of the releases that must not become live any more. */
export async function findYanked(db: Db): Promise<Set<string>> {
  const rows = await db.select({ id: releaseEvents.releaseId }).from(releaseEvents).where(isYank);
  return new Set(rows.map(({ id }) => id));
}

/** Ids of the releases whose files are not kept any more. @param names Of these parts alone. */
export async function findCollected(db: Db, names?: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .select({ id: releases.id })
    .from(releases)
    .innerJoin(collection, withCollection)
    .where(names && inArray(releases.name, [...names]));
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
