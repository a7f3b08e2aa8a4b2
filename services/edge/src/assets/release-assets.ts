/** The public files of releases, read from the storage once, verified once, and kept in memory. */
import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip } from 'node:zlib';
import type { ReleaseFile } from '@site/contracts/release';
import { releaseKey } from '@site/release-model/release-id';
import { LRUCache } from 'lru-cache';
import { entityTag } from '../http/entity-tag';
import type { ReadableStorage } from '../releases/limited-reads';
import type { Encoding } from './accepted-encoding';

export interface Asset {
  bytes: Buffer;
  encoding: Encoding;
  tag: string;
  /** Whether it is what the descriptor of its release says. Of a release that the edge does not know, nobody can tell. */
  isVerified: boolean;
}

/** Address of a file: `version` is `_` for one that versions share. */
export interface AssetAddress {
  name: string;
  version: string;
  /** Path inside the release. */
  path: string;
}

export interface ReleaseAssetsOptions {
  storage: ReadableStorage;
  /** What the releases that are known say of a file: nothing, or the same thing as a rule. */
  described(address: AssetAddress): readonly ReleaseFile[];
  /** Called each time a file is read that is not what its release says. */
  onDamage(key: string): void;
  keptBytes?: number;
}

const DEFAULT_KEPT_BYTES = 96_000_000;
const SUFFIX: Record<Encoding, string> = { br: '.br', gzip: '.gz', identity: '' };
const unbrotli = promisify(brotliDecompress);
const ungzip = promisify(gunzip);

export class ReleaseAssets {
  readonly #options: ReleaseAssetsOptions;
  readonly #kept: LRUCache<string, Asset>;
  readonly #reading = new Map<string, Promise<Asset | null>>();

  constructor(options: ReleaseAssetsOptions) {
    this.#options = options;
    this.#kept = new LRUCache({
      maxSize: options.keptBytes ?? DEFAULT_KEPT_BYTES,
      sizeCalculation: ({ bytes }, key) => bytes.length + key.length + 1,
    });
  }

  /**
   * @param encodings Acceptable ones, the best first.
   * @returns Null when the file that was published is not there, in none of its forms.
   * @throws Whatever the storage throws.
   */
  async find(address: AssetAddress, encodings: readonly Encoding[]): Promise<Asset | null> {
    const { name, version, path } = address;
    const key = `${encodings.join()} ${name} ${version} ${path}`;
    return this.#kept.get(key) ?? this.#shared(key, () => this.#read(key, address, encodings));
  }

  /** One reading at a time, however many ask for it. */
  #shared(key: string, read: () => Promise<Asset | null>): Promise<Asset | null> {
    const started = this.#reading.get(key);
    if (started) return started;
    const reading = read().finally(() => this.#reading.delete(key));
    this.#reading.set(key, reading);
    return reading;
  }

  async #read(kept: string, address: AssetAddress, encodings: readonly Encoding[]): Promise<Asset | null> {
    const { storage, described, onDamage } = this.#options;
    const files = described(address);
    let isDamaged = false;
    for (const encoding of encodings) {
      const key = releaseKey(address.name, address.version, address.path) + SUFFIX[encoding];
      const stream = await storage.stream(key);
      if (!stream) continue;
      const bytes = await buffer(stream);
      const isVerified = await isOneOf(files, bytes, encoding);
      if (files.length > 0 && !isVerified) {
        isDamaged = true;
        onDamage(key);
        continue;
      }
      const asset = { bytes, encoding, isVerified, tag: entityTag(bytes) };
      // Beside a damaged form, which may be repaired, the next one is for this answer only.
      if (isVerified && !isDamaged) this.#kept.set(kept, asset);
      return asset;
    }
    return null;
  }
}

async function isOneOf(files: readonly ReleaseFile[], bytes: Buffer, encoding: Encoding): Promise<boolean> {
  if (files.length === 0) return false;
  const maxOutputLength = Math.max(1, ...files.map(({ size }) => size));
  const plain = await decode(bytes, encoding, maxOutputLength).catch(() => null);
  const actual = plain && `sha384-${createHash('sha384').update(plain).digest('base64')}`;
  return files.some(({ integrity }) => integrity === actual);
}

async function decode(bytes: Buffer, encoding: Encoding, maxOutputLength: number): Promise<Buffer> {
  if (encoding === 'br') return unbrotli(bytes, { maxOutputLength });
  return encoding === 'gzip' ? ungzip(bytes, { maxOutputLength }) : bytes;
}
