/** Reads releases from the storage that the registry writes, and believes nothing that does not match the target. */
import { createHash } from 'node:crypto';
import { releaseDescriptorSchema, type ReleaseDescriptor, type ReleaseFile } from '@site/contracts/release';
import { DESCRIPTOR, releaseId, releaseKey } from '@site/release-model/release-id';
import { LRUCache } from 'lru-cache';
import type { ServerBundle } from '../site/site';
import type { ReadableStorage } from './limited-reads';

/** A release that a target names. */
export interface NamedRelease {
  name: string;
  version: string;
  id: string;
}

const DESCRIPTORS_KEPT = 500;
/** Characters. */
const BUNDLES_KEPT = 64_000_000;

export class ReleaseFiles {
  // What matched once stays true, whatever becomes of the file.
  readonly #descriptors = new LRUCache<string, ReleaseDescriptor>({ max: DESCRIPTORS_KEPT });
  /** Those of what is served, by id: however many others are read, these stay known. */
  #held: ReadonlyMap<string, ReleaseDescriptor> = new Map();
  readonly #bundles = new LRUCache<string, string>({ maxSize: BUNDLES_KEPT, sizeCalculation: (source) => source.length + 1 });

  constructor(private readonly storage: ReadableStorage) {}

  /** Makes descriptors known that were kept elsewhere. */
  remember(releases: readonly ReleaseDescriptor[]): void {
    for (const release of releases) this.#descriptors.set(releaseId(release), release);
  }

  /** Keeps what is served known, in place of what was. @param releases By id. */
  hold(releases: ReadonlyMap<string, ReleaseDescriptor>): void {
    this.#held = releases;
  }

  /** Whether all descriptors are known, so that nothing has to be read for them. */
  knows(releases: readonly NamedRelease[]): boolean {
    return releases.every(({ id }) => this.#held.has(id) || this.#descriptors.has(id));
  }

  /** What known releases say of a file. @param version Of the release, or `_` for a file that versions share. */
  described({ name, version, path }: { name: string; version: string; path: string }): ReleaseFile[] {
    return [...new Map([...this.#descriptors.entries(), ...this.#held]).values()]
      .filter((release) => release.name === name && (version === '_' || release.version === version))
      .flatMap(({ files }) => files.filter((file) => file.path === path));
  }

  /** @throws Error when the descriptor is missing, unreadable, or not that of the release. */
  async descriptor({ name, version, id }: NamedRelease): Promise<ReleaseDescriptor> {
    const known = this.#held.get(id) ?? this.#descriptors.get(id);
    const release = known ?? (await this.#read(name, version));
    // Known ones are kept by their ids, so only what was just read can be another one.
    if ((!known && releaseId(release) !== id) || release.name !== name || release.version !== version) {
      throw new Error(`The descriptor of ${name}@${version} is not that of the release.`);
    }
    this.#descriptors.set(id, release);
    return release;
  }

  /** @throws Error when the bundle is missing or is not the one that was published. */
  async serverBundle({ id, name, version, path, integrity }: ServerBundle): Promise<string> {
    const known = this.#bundles.get(id);
    if (known !== undefined) return known;
    const bytes = await this.#bytes(name, version, path, 'server bundle');
    const actual = `sha384-${createHash('sha384').update(bytes).digest('base64')}`;
    if (actual !== integrity) throw new Error(`The server bundle of ${name}@${version} does not match its hash.`);
    const source = bytes.toString('utf8');
    this.#bundles.set(id, source);
    return source;
  }

  async #read(name: string, version: string): Promise<ReleaseDescriptor> {
    const bytes = await this.#bytes(name, version, DESCRIPTOR, 'descriptor');
    try {
      return releaseDescriptorSchema.parse(JSON.parse(bytes.toString('utf8')));
    } catch (cause) {
      throw new Error(`The descriptor of ${name}@${version} has a form that is not known here.`, { cause });
    }
  }

  async #bytes(name: string, version: string, path: string, what: string): Promise<Buffer> {
    const bytes = await this.storage.get(releaseKey(name, version, path)).catch((cause: Error) => {
      throw new Error(`The ${what} of ${name}@${version} cannot be read.`, { cause });
    });
    if (!bytes) throw new Error(`The ${what} of ${name}@${version} is missing.`);
    return bytes;
  }
}
