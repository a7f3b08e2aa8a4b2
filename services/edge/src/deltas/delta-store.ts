/** Deltas: for a dictionary and a file, the bytes that tell the file to who has the dictionary. Kept in memory and on disk. */
import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { entityTag } from '@site/platform/entity-tag';
import type { DiskCache } from '../disk/disk-cache';

/** As it is sent, in the content coding `dcz`. */
export interface Delta {
  bytes: Buffer;
  tag: string;
}

const DEFAULT_KEPT_BYTES = 32_000_000;
/** Bytes that an entry takes beside its delta, about. */
const ENTRY = 500;
/** Most pairs of which is remembered that there is no delta. Browsers name what they like. */
const MISSES_KEPT = 10_000;
/** Bytes of the checksum in front of a delta on disk: it was verified when it was made, and must be the same still. */
const CHECKSUM = 32;

const keyOf = (dictionary: string, integrity: string): string => `${dictionary} ${integrity}`;
const checksumOf = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest();
/** The delta in what was kept; null when it is damaged. */
function whole(kept: Buffer): Buffer | null {
  const bytes = kept.subarray(CHECKSUM);
  return checksumOf(bytes).equals(kept.subarray(0, CHECKSUM)) ? bytes : null;
}

export class DeltaStore {
  readonly #disk: DiskCache;
  readonly #kept: LRUCache<string, Delta>;
  readonly #missing = new LRUCache<string, true>({ max: MISSES_KEPT });

  constructor(disk: DiskCache, keptBytes = DEFAULT_KEPT_BYTES) {
    this.#disk = disk;
    this.#kept = new LRUCache({ maxSize: keptBytes, sizeCalculation: ({ bytes }) => bytes.length + ENTRY });
  }

  /**
   * @param dictionary SHA-256 of its bytes in hex.
   * @param integrity Of the file that is asked for.
   */
  async find(dictionary: string, integrity: string): Promise<Delta | null> {
    const key = keyOf(dictionary, integrity);
    const kept = this.#kept.get(key);
    if (kept || this.#missing.has(key)) return kept ?? null;
    const onDisk = await this.#disk.read(key, whole);
    if (onDisk) return this.#remember(key, onDisk);
    // It may have come meanwhile.
    const made = this.#kept.get(key);
    if (!made) this.#missing.set(key, true);
    return made ?? null;
  }

  async keep(dictionary: string, integrity: string, bytes: Buffer): Promise<void> {
    const key = keyOf(dictionary, integrity);
    this.#remember(key, bytes);
    await this.#disk.write(key, Buffer.concat([checksumOf(bytes), bytes]));
  }

  #remember(key: string, bytes: Buffer): Delta {
    const delta = { bytes, tag: entityTag(bytes) };
    this.#missing.delete(key);
    this.#kept.set(key, delta);
    return delta;
  }
}
