/**
 * Makes the deltas that browsers will ask for: of what is live and what may become live next, against what browsers may hold. Nothing depends
 * on one: who lacks it gets the whole file.
 */
import { createHash } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import type { ReleaseDescriptor } from '@site/contracts/release';
import { LRUCache } from 'lru-cache';
import type { NamedRelease, ReleaseFiles } from '../releases/release-files';
import type { DeltaEncoder } from './delta-encoder';
import type { DeltaStore } from './delta-store';
import { type OwnedFile, planDeltas } from './dictionaries';

export interface WholeFile {
  bytes: Buffer;
  /** Bytes that are sent without a delta. */
  sentBytes: number;
}

export interface DeltaMakerOptions {
  /** Reads a file and verifies it. @returns Null when it is not there. */
  read(file: OwnedFile): Promise<WholeFile | null>;
  releases: Pick<ReleaseFiles, 'descriptor'>;
  encoder: Pick<DeltaEncoder, 'encode' | 'rest'>;
  store: Pick<DeltaStore, 'find' | 'keep'>;
  logger: FastifyBaseLogger;
}

export interface DeltaWork {
  live: readonly ReleaseDescriptor[];
  /** What may become live, the likeliest first. */
  next: readonly NamedRelease[];
  /** What was live before, the latest first. */
  replaced: readonly NamedRelease[];
}

/** After so many failures in a row, something is wrong that the next delta would meet too. */
const MOST_FAILURES = 3;
/** Most files and pairs of which something is remembered. */
const REMEMBERED = 20_000;

export class DeltaMaker {
  readonly #options: DeltaMakerOptions;
  /** SHA-256 of dictionaries in hex, by their integrity. */
  readonly #hashes = new LRUCache<string, string>({ max: REMEMBERED });
  /** Pairs that need no second try: their delta would save nothing, or could not be made. */
  readonly #useless = new LRUCache<string, true>({ max: REMEMBERED });

  constructor(options: DeltaMakerOptions) {
    this.#options = options;
  }

  /** Makes what is missing, one after the other. What fails is logged, and tried again the next time or not at all. */
  async make({ live, next, replaced }: DeltaWork, signal: AbortSignal): Promise<void> {
    const [likely, earlier] = [await this.#descriptors(next), await this.#descriptors(replaced)];
    let [made, failures] = [0, 0];
    for (const { file, dictionaries } of planDeltas([...live, ...likely], [...live, ...earlier])) {
      for (const dictionary of dictionaries) {
        if (signal.aborted || failures >= MOST_FAILURES) break;
        try {
          if (await this.#makeOne(file, dictionary, signal)) made += 1;
          failures = 0;
        } catch (err) {
          if (signal.aborted) break;
          failures += 1;
          this.#options.logger.warn({ err, file: file.path, release: `${file.name}@${file.version}` }, 'a delta is not made');
        }
      }
    }
    this.#options.encoder.rest();
    if (failures >= MOST_FAILURES) this.#options.logger.warn('no more deltas are made for now, files are sent whole');
    if (made > 0) this.#options.logger.info({ deltas: made }, 'deltas are made');
  }

  /** @returns Whether there was something to make. */
  async #makeOne(file: OwnedFile, dictionary: OwnedFile, signal: AbortSignal): Promise<boolean> {
    const { read, encoder, store } = this.#options;
    const pair = `${dictionary.integrity} ${file.integrity}`;
    if (this.#useless.has(pair)) return false;
    const known = this.#hashes.get(dictionary.integrity);
    if (known !== undefined && (await store.find(known, file.integrity))) return false;
    const held = await read(dictionary);
    if (!held) return false;
    const hash = createHash('sha256').update(held.bytes).digest('hex');
    this.#hashes.set(dictionary.integrity, hash);
    if (await store.find(hash, file.integrity)) return false;
    const whole = await read(file);
    if (!whole) return false;
    const delta = await encoder.encode({ dictionary: held.bytes, bytes: whole.bytes }, signal).catch((error: unknown) => {
      if (!signal.aborted) this.#useless.set(pair, true);
      throw error;
    });
    if (delta.length < whole.sentBytes) await store.keep(hash, file.integrity, delta);
    else this.#useless.set(pair, true);
    return true;
  }

  /** Without those that cannot be read: an old release may have been deleted. */
  async #descriptors(named: readonly NamedRelease[]): Promise<ReleaseDescriptor[]> {
    const read = named.map((release) => this.#options.releases.descriptor(release).catch(() => null));
    return (await Promise.all(read)).filter((release) => release !== null);
  }
}
