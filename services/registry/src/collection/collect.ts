/** Removes the files of releases that nobody needs: first it is on record that they are gone, then they go. */
import type { Database, Db } from '@site/platform/database';
import type { Storage } from '@site/platform/storage';
import { recordAudit } from '../audit/audit.repository';
import { holdEnvironments } from '../environments/environment.repository';
import { inParallel } from '../in-parallel';
import { type Claim, claimCollection, endCollection, findUnfinishedCollections, renewCollection } from '../releases/collection.repository';
import { announceProspects } from '../releases/prospects.repository';
import { findCollected, recordReleaseEvent } from '../releases/release.repository';
import { inTime } from '../releases/store-answers';
import { type Collectable, type Files, findCollectable, findFiles } from './collectable';
import { Needed } from './needed';

const AT_ONCE = 8;
/** How long the store may take for one answer. */
const TIMEOUT_MS = 30_000;
/** So many keys take the store four minutes at most. */
const BATCH = 64;
/** The forms in which a file may be stored. Releases of before had one in gzip as well, which edges make themselves now. */
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
  /** Parts of which files were left for another time, because somebody was publishing releases of them. */
  skipped: string[];
}

/** What a collection would remove. */
export async function previewCollection({ database: { db }, now }: CollectOptions): Promise<Collection> {
  const releases = await findCollectable(db, new Needed(now()));
  return { releases, bytes: await countBytes(db, releases), skipped: [] };
}

/**
 * Part by part, each claimed only when its turn comes.
 * @throws AppError `service-unavailable` if the store fails: what is left then goes with the next collection.
 */
export async function collect(options: CollectOptions, actor: string, reason: string | null): Promise<Collection> {
  const { db } = options.database;
  const needed = new Needed(options.now());
  const found = (await findCollectable(db, needed)).map(({ name }) => name);
  const names = new Set([...found, ...(await findUnfinishedCollections(db))]);
  const collection: Collection = { releases: [], bytes: 0, skipped: [] };
  for (const name of [...names].sort()) {
    const recorded = await record(options, needed, { name, actor, reason });
    if (recorded) {
      collection.releases.push(...recorded.releases);
      collection.bytes += await countBytes(db, recorded.releases);
    }
    if (!recorded || !(await removeFiles(options, recorded.claim))) collection.skipped.push(name);
  }
  return collection;
}

/**
 * Removes those of all collected releases of a claimed part: what an earlier collection has left goes as well.
 * @returns false if the claim was lost: the rest is left for another time.
 */
async function removeFiles({ database, storage }: CollectOptions, claim: Claim): Promise<boolean> {
  const { db } = database;
  const files = await findFiles(db, claim.name, await findCollected(db, [claim.name]));
  let held = claim;
  for await (const keys of inBatches(storage, files)) {
    const renewed = await renewCollection(database, held);
    if (!renewed) return false;
    held = renewed;
    await inParallel(keys, AT_ONCE, (key) => answered(storage.delete(key)));
  }
  await endCollection(db, held);
  return true;
}

/** Keys of the store, in batches that are removed well before a claim expires. */
async function* inBatches(storage: Storage, { folders, shared }: Files): AsyncGenerator<string[]> {
  for (const folder of folders) yield* batchesOf(await answered(storage.list(folder)));
  yield* batchesOf(shared.flatMap((key) => FORMS.map((form) => key + form)));
}

function* batchesOf(keys: readonly string[]): Generator<string[]> {
  for (let start = 0; start < keys.length; start += BATCH) yield keys.slice(start, start + BATCH);
}

const answered = <T>(answer: Promise<T>): Promise<T> =>
  inTime(answer, TIMEOUT_MS, 'The rest of the files goes with the next collection, in ten minutes or later.');

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

interface Recording {
  name: string;
  actor: string;
  reason: string | null;
}

interface Recorded {
  claim: Claim;
  releases: Collectable[];
}

/**
 * In one transaction that holds every environment: whoever wants one of the releases live comes before it, or is refused after it.
 * @param needed Knows what was live before: only what came since is read while the environments are held.
 * @returns null while somebody publishes releases of the part, or removes files of it.
 */
function record({ database }: CollectOptions, needed: Needed, { name, actor, reason }: Recording): Promise<Recorded | null> {
  return database.transaction(async (tx) => {
    await holdEnvironments(tx);
    const claim = await claimCollection(tx, name);
    if (!claim) return null;
    const releases = await findCollectable(tx, needed, name);
    for (const { version, id: releaseId, size } of releases) {
      await recordReleaseEvent(tx, { releaseId, kind: 'collected', actor, reason });
      await recordAudit(tx, { actor, action: 'collect', subject: `${name}@${version}`, reason, details: { id: releaseId, size } });
    }
    if (releases.length > 0) await announceProspects(database, null, tx);
    return { claim, releases };
  });
}
