/** The public files of releases: read from the storage once, verified, and kept in memory and on disk. */
import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { brotliDecompress, constants, gunzip, gzip } from 'node:zlib';
import type { ReleaseFile } from '@site/contracts/release';
import { isSentCompressed } from '@site/release-model/release-archive';
import { releaseKey } from '@site/release-model/release-id';
import { LRUCache } from 'lru-cache';
import { entityTag } from '@site/platform/entity-tag';
import type { DiskCache } from '../disk/disk-cache';
import type { ReadableStorage } from '../releases/limited-reads';
import type { Encoding } from './accepted-encoding';

export interface Asset {
  bytes: Buffer;
  encoding: Encoding;
  tag: string;
  /** The file of a release that it was found to be; null of a release that the edge does not know, of which nobody can tell. */
  file: ReleaseFile | null;
}

/** Null when it is not there. */
type Loaded = Asset | 'damaged' | null;

/** Address of a file: `version` is `_` for one that versions share. */
export interface AssetAddress {
  name: string;
  version: string;
  /** Path inside the release. */
  path: string;
}

export interface ReleaseAssetsOptions {
  storage: ReadableStorage;
  /** Has what was verified, also after a restart. */
  disk: Pick<DiskCache, 'read' | 'write'>;
  /** What the releases that are known say of a file: nothing, or the same thing as a rule. */
  described(address: AssetAddress): readonly ReleaseFile[];
  /** Called each time a file is read that is not what its release says. */
  onDamage(key: string): void;
  keptBytes?: number;
}

const DEFAULT_KEPT_BYTES = 96_000_000;
/** What the storage has. */
type StoredEncoding = Exclude<Encoding, 'gzip'>;
const SUFFIX: Record<StoredEncoding, string> = { br: '.br', identity: '' };
const STORED: readonly StoredEncoding[] = ['br', 'identity'];
/** What most browsers accept. */
const BEST_FIRST: readonly Encoding[] = ['br', 'gzip', 'identity'];
const unbrotli = promisify(brotliDecompress);
const [gzipped, ungzip] = [promisify(gzip), promisify(gunzip)];

export class ReleaseAssets {
  readonly #options: ReleaseAssetsOptions;
  readonly #kept: LRUCache<string, Asset>;
  /** By address and encoding. */
  readonly #reading = new Map<string, Promise<Loaded>>();

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
    const key = keyOf(address, encodings);
    const kept = this.#kept.get(key);
    if (kept) return kept;
    const { asset, isWhole } = await this.#read(address, encodings);
    // Beside a damaged form, which may be repaired, the next one is for this answer only.
    if (asset?.file && isWhole) this.#kept.set(key, asset);
    return asset;
  }

  /**
   * The file itself, for work on it: nothing more is kept in memory for it.
   * @returns Null when it is not there, or nobody can tell whether it is the one that was published.
   * @throws Whatever the storage throws.
   */
  async plain(address: AssetAddress): Promise<{ bytes: Buffer; sentBytes: number } | null> {
    const asset = this.#kept.peek(keyOf(address, BEST_FIRST)) ?? (await this.#read(address, STORED)).asset;
    if (!asset?.file) return null;
    return { bytes: await decode(asset.bytes, asset.encoding, Math.max(1, asset.file.size)), sentBytes: asset.bytes.length };
  }

  async #read(address: AssetAddress, encodings: readonly Encoding[]): Promise<{ asset: Asset | null; isWhole: boolean }> {
    let isWhole = true;
    for (const encoding of encodings) {
      const asset = await this.#load(address, encoding);
      if (asset && asset !== 'damaged') return { asset, isWhole };
      if (asset === 'damaged') isWhole = false;
    }
    return { asset: null, isWhole };
  }

  /** One reading at a time, however many ask for it, until it is on disk. */
  #load(address: AssetAddress, encoding: Encoding): Promise<Loaded> {
    const key = keyOf(address, [encoding]);
    const started = this.#reading.get(key);
    if (started) return started;
    const written: Promise<void>[] = [];
    const loading = encoding === 'gzip' ? this.#gzip(address) : this.#stored(address, encoding, written);
    this.#reading.set(key, loading);
    const forget = () => void this.#reading.delete(key);
    void loading.then(() => Promise.all(written)).then(forget, forget);
    return loading;
  }

  /** Made here: few ask for it, and it takes a millisecond or two. */
  async #gzip(address: AssetAddress): Promise<Loaded> {
    if (!isSentCompressed(address.path) || this.#options.described(address).length === 0) return null;
    const { asset } = await this.#read(address, STORED);
    if (!asset?.file) return null;
    const plain = await decode(asset.bytes, asset.encoding, Math.max(1, asset.file.size));
    const bytes = await gzipped(plain, { level: constants.Z_BEST_COMPRESSION });
    return { bytes, encoding: 'gzip', file: asset.file, tag: entityTag(bytes) };
  }

  /** @param written Gets what is being written to the disk. */
  async #stored(address: AssetAddress, encoding: StoredEncoding, written: Promise<void>[]): Promise<Loaded> {
    const { disk, described } = this.#options;
    const key = releaseKey(address.name, address.version, address.path) + SUFFIX[encoding];
    const files = described(address);
    const kept = files.length > 0 ? await disk.read(key, (bytes) => publishedAsset(files, bytes, encoding)) : null;
    if (kept) return kept;
    const loaded = await this.#fromStorage(key, files, encoding);
    if (loaded && loaded !== 'damaged' && loaded.file) written.push(disk.write(key, loaded.bytes));
    return loaded;
  }

  async #fromStorage(key: string, files: readonly ReleaseFile[], encoding: Encoding): Promise<Loaded> {
    const { storage, onDamage } = this.#options;
    const stream = await storage.stream(key);
    if (!stream) return null;
    const bytes = await buffer(stream);
    if (files.length === 0) return { bytes, encoding, file: null, tag: entityTag(bytes) };
    const asset = await publishedAsset(files, bytes, encoding);
    if (!asset) onDamage(key);
    return asset ?? 'damaged';
  }
}

const keyOf = ({ name, version, path }: AssetAddress, encodings: readonly Encoding[]): string =>
  `${encodings.join()} ${name} ${version} ${path}`;

/** Null when the bytes are none of the files. */
async function publishedAsset(files: readonly ReleaseFile[], bytes: Buffer, encoding: Encoding): Promise<Asset | null> {
  const maxOutputLength = Math.max(1, ...files.map(({ size }) => size));
  const plain = await decode(bytes, encoding, maxOutputLength).catch(() => null);
  const actual = plain && `sha384-${createHash('sha384').update(plain).digest('base64')}`;
  const file = files.find(({ integrity }) => integrity === actual);
  return file ? { bytes, encoding, file, tag: entityTag(bytes) } : null;
}

async function decode(bytes: Buffer, encoding: Encoding, maxOutputLength: number): Promise<Buffer> {
  if (encoding === 'br') return unbrotli(bytes, { maxOutputLength });
  return encoding === 'gzip' ? ungzip(bytes, { maxOutputLength }) : bytes;
}
