/** What can be collected: releases that nobody needs, and the files that go with them. */
import type { ReleaseDescriptor } from '@site/contracts/release';
import type { Db } from '@site/platform/database';
import { releaseKey } from '@site/release-model/release-id';
import { inArray, sql } from 'drizzle-orm';
import { listUnserved } from '../health/adoption.repository';
import { findCollected } from '../releases/release.repository';
import { releases } from '../tables';
import type { Needed } from './needed';

export interface Collectable {
  name: string;
  version: string;
  id: string;
  publishedAt: Date;
  /** Bytes of all files, uncompressed. */
  size: number;
}

/** By part, oldest first. @param only The part of which they are. */
export async function findCollectable(db: Db, needed: Needed, only?: string): Promise<Collectable[]> {
  const unserved = await listUnserved(db, only, sql`${needed.since.toISOString()}::timestamptz`);
  if (unserved.length === 0) return [];
  const [kept, collected] = [await needed.find(db), await findCollected(db)];
  const ids = unserved.map(({ id }) => id).filter((id) => !kept.has(id) && !collected.has(id));
  if (ids.length === 0) return [];
  const { name, version, id, publishedAt, size } = releases;
  return db.select({ name, version, id, publishedAt, size }).from(releases).where(inArray(id, ids)).orderBy(name, publishedAt, version);
}

export interface Files {
  /** Folders of the store whose files belong to one collected release. */
  folders: string[];
  /** Keys of files that only collected releases share. */
  shared: string[];
  /** Bytes of both, uncompressed. */
  bytes: number;
}

/** Files that go with releases of a part, if all of these and no others of it are collected. */
export async function findFiles(db: Db, name: string, gone: ReadonlySet<string>): Promise<Files> {
  const files = sql<ReleaseDescriptor['files']>`${releases.descriptor} -> 'files'`;
  const all = await db
    .select({ id: releases.id, version: releases.version, files })
    .from(releases)
    .where(inArray(releases.name, [name]));
  const isShared = (path: string) => path.startsWith('_/');
  const kept = new Set(all.filter(({ id }) => !gone.has(id)).flatMap((release) => release.files.map(({ path }) => path)));
  const collected = all.filter(({ id }) => gone.has(id));
  const shared = new Map(
    collected.flatMap((release) => release.files.filter(({ path }) => isShared(path) && !kept.has(path)).map(pathAndSize)),
  );
  const own = collected.flatMap((release) => release.files.filter(({ path }) => !isShared(path)));
  return {
    folders: collected.map(({ version }) => `releases/${name}/${version}`),
    shared: [...shared.keys()].map((path) => releaseKey(name, '', path)),
    bytes: sum(own.map(({ size }) => size)) + sum([...shared.values()]),
  };
}

const pathAndSize = ({ path, size }: { path: string; size: number }): [string, number] => [path, size];
const sum = (sizes: readonly number[]): number => sizes.reduce((total, size) => total + size, 0);
