/** Descriptors of releases by id. They never change, so those that were used last are kept. */
import type { ReleaseDescriptor } from '@site/contracts/release';
import type { Db } from '@site/platform/database';
import { type ReadDescriptor, readFrom } from '@site/release-model/solver';
import { inArray, sql } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';
import { releases } from '../tables';

/** Bytes of JSON. */
const KEPT_BYTES = 64 * 1024 * 1024;

export class Descriptors {
  readonly #kept = new LRUCache<string, ReleaseDescriptor>({ maxSize: KEPT_BYTES });

  /** @returns How to read any of them. */
  async load(db: Db, ids: readonly string[]): Promise<ReadDescriptor> {
    const found = new Map<string, ReleaseDescriptor>();
    const unknown: string[] = [];
    for (const id of ids) {
      const kept = this.#kept.get(id);
      if (kept) found.set(id, kept);
      else unknown.push(id);
    }
    for (const { id, descriptor, bytes } of await select(db, unknown)) {
      this.#kept.set(id, descriptor, { size: bytes });
      found.set(id, descriptor);
    }
    return readFrom(found);
  }
}

async function select(db: Db, ids: string[]) {
  if (ids.length === 0) return [];
  const { id, descriptor } = releases;
  return db
    .select({ id, descriptor, bytes: sql<number>`octet_length(${descriptor}::text)` })
    .from(releases)
    .where(inArray(id, ids));
}
