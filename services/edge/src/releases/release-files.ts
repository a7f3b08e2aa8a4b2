/** Reads releases from the storage that the registry writes. */
import { createHash } from 'node:crypto';
import { releaseDescriptorSchema, type ReleaseDescriptor } from '@site/contracts/release';
import type { Logger } from '@site/platform/logging';
import type { Storage } from '@site/platform/storage';
import { LeastRecentlyUsed } from '../least-recently-used';
import type { ServerBundle } from '../site/site';

/** Key of a release's file in the storage. Content-hashed files are shared by the versions of a name. */
export function releaseKey(name: string, version: string, path: string): string {
  return path.startsWith('_/') ? `releases/${name}/${path}` : `releases/${name}/${version}/${path}`;
}

export class ReleaseFiles {
  // A version is immutable, so what was read once stays true, whatever becomes of the file.
  readonly #descriptors = new LeastRecentlyUsed<ReleaseDescriptor>(200);

  constructor(
    private readonly storage: Storage,
    private readonly logger: Logger,
  ) {}

  /** Makes descriptors known that were kept elsewhere. */
  remember(releases: readonly ReleaseDescriptor[]): void {
    for (const release of releases) this.#descriptors.set(`${release.name}@${release.version}`, release);
  }

  /** The descriptor of a release, or null when it is missing or unreadable. */
  async descriptor(name: string, version: string): Promise<ReleaseDescriptor | null> {
    const known = this.#descriptors.get(`${name}@${version}`);
    if (known) return known;
    try {
      const bytes = await this.storage.get(releaseKey(name, version, 'release.json'));
      if (!bytes) return null;
      const release = releaseDescriptorSchema.parse(JSON.parse(bytes.toString('utf8')));
      this.remember([release]);
      return release;
    } catch (err) {
      this.logger.error({ err, release: `${name}@${version}` }, 'release descriptor is unreadable');
      return null;
    }
  }

  /** @throws Error when the bundle is missing or is not the one that was published. */
  async serverBundle({ name, version, path, integrity }: ServerBundle): Promise<string> {
    const bytes = await this.storage.get(releaseKey(name, version, path));
    if (!bytes) throw new Error(`the server bundle of ${name}@${version} is missing`);
    const actual = `sha384-${createHash('sha384').update(bytes).digest('base64')}`;
    if (actual !== integrity) throw new Error(`the server bundle of ${name}@${version} does not match its hash`);
    return bytes.toString('utf8');
  }
}
