/** Removes the files of releases that nobody needs: first it is on record that they are gone, then they go. */
import type { Database, Db } from '@site/platform/database';
import type { Storage } from '@site/platform/storage';
import { recordAudit } from '../audit/audit.repository';
import { holdEnvironments } from '../environments/environment.repository';
import { inParallel } from '../in-parallel';
import { claimCollection, endCollection, findUnfinishedCollections, renewCollection } from '../releases/collection.repository';
import { announceProspects } from '../releases/prospects.repository';
import { findCollected, recordReleaseEvent } from '../releases/release.repository';
import { unavailable } from '../unavailable';
import { type Collectable, findCollectable, findFiles } from './collectable';

const AT_ONCE = 8;
/** The forms in which a file may be stored. */
const FORMS = ['', '.gz', '.br'];

export interface CollectOptions {
  database: Database;
  storage: Storage;
  now: () => Date;
}

export interface Collection {
  releases: Collectable[];
  /** Of the files that go with them, uncompressed. */
  bytes: number;
  /** Parts that were left for another time, because somebody was publishing releases of them. */
  skipped: string[];
}

/** What a collection would remove. */
export async function previewCollection({ database: { db }, now }: CollectOptions): Promise<Collection> {
  const releases = await findCollectable(db, now());
  return { releases, bytes: await countBytes(db, releases), skipped: [] };
}

/** @throws AppError `service-unavailable` if the store fails: what is left then goes with the next collection. */
export async function collect(options: CollectOptions, actor: string, reason: string | null): Promise<Collection> {
  const { database, storage } = options;
  const { releases, claimed, skipped } = await record(options, actor, reason);
  const bytes = await countBytes(database.db, releases);
  try {
    for (const name of claimed) await removeFiles(database.db, storage, name);
  } catch (cause) {
    const message =
      "The registry's store of releases does not answer. The rest of the files goes with the next collection, in ten minutes or later.";
    throw unavailable('store', { message, cause });
  }
  return { releases, bytes, skipped };
}

/** Those of all collected releases of a claimed part: what an earlier collection has left goes as well. */
async function removeFiles(db: Db, storage: Storage, name: string): Promise<void> {
  const { folders, shared } = await findFiles(db, name, await findCollected(db, [name]));
  for (const folder of folders) {
    await removeAll(storage, await storage.list(folder));
    await renewCollection(db, name);
  }
  await removeAll(
    storage,
    shared.flatMap((key) => FORMS.map((form) => key + form)),
  );
  await endCollection(db, name);
}

/** Of the files that go with releases, whether that is on record already or not. */
async function countBytes(db: Db, releases: readonly Collectable[]): Promise<number> {
  let bytes = 0;
  for (const name of new Set(releases.map((release) => release.name))) {
    const ids = new Set(releases.filter((release) => release.name === name).map(({ id }) => id));
    const before = new Set([...(await findCollected(db, [name]))].filter((id) => !ids.has(id)));
    bytes += (await findFiles(db, name, new Set([...before, ...ids]))).bytes - (await findFiles(db, name, before)).bytes;
  }
  return bytes;
}

/** In one transaction that holds every environment: whoever wants one of the releases live comes before it, or is refused after it. */
function record({ database, now }: CollectOptions, actor: string, reason: string | null) {
  return database.transaction(async (tx) => {
    await holdEnvironments(tx);
    const found = await findCollectable(tx, now());
    const names = new Set([...found.map(({ name }) => name), ...(await findUnfinishedCollections(tx))]);
    const claimed: string[] = [];
    for (const name of [...names].sort()) if (await claimCollection(tx, name)) claimed.push(name);
    const releases = found.filter(({ name }) => claimed.includes(name));
    for (const { name, version, id: releaseId, size } of releases) {
      await recordReleaseEvent(tx, { releaseId, kind: 'collected', actor, reason });
      await recordAudit(tx, { actor, action: 'collect', subject: `${name}@${version}`, reason, details: { id: releaseId, size } });
    }
    if (releases.length > 0) await announceProspects(database, null, tx);
    return { releases, claimed, skipped: [...names].filter((name) => !claimed.includes(name)).sort() };
  });
}

const removeAll = (storage: Storage, keys: readonly string[]): Promise<void> => inParallel(keys, AT_ONCE, (key) => storage.delete(key));
