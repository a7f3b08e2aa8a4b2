/**
 * The stable releases of ES modules as an import map. An import map knows one module by a name, so candidates are in discovery alone, and nothing
 * falls back.
 */
import { assetUrl, type ReleaseDescriptor } from '@site/contracts/release';
import type { Target } from '@site/release-model/target';
import type { Releases } from '../site/build-site';
import { entryFile } from '../site/share-closure';

export interface ImportMap {
  /** Address of the entry by the name of its part; with a slash behind the name, that of the folder of the version. */
  imports: Record<string, string>;
  /** Hashes of the scripts by their addresses. */
  integrity: Record<string, string>;
}

interface ImportMapOptions {
  target: Target;
  releases: Releases;
  /** Addresses are absolute: other sites read this. */
  publicOrigin: string;
}

export function importMapOf({ target, releases, publicOrigin }: ImportMapOptions): ImportMap {
  const map: ImportMap = { imports: {}, integrity: {} };
  for (const { stable, disabled } of Object.values(target.parts)) {
    const release = releases.get(stable.id);
    if (release?.kind !== 'esm' || disabled) continue;
    addRelease(map, release, publicOrigin);
  }
  return map;
}

function addRelease({ imports, integrity }: ImportMap, release: ReleaseDescriptor, origin: string): void {
  const { name, version, files } = release;
  const absolute = (url: string) => new URL(url, origin).href;
  imports[name] = absolute(entryFile(release).url);
  imports[`${name}/`] = absolute(assetUrl(name, version, 'v/'));
  for (const file of files.filter(({ path }) => /\.m?js$/.test(path) && !path.startsWith('server/')))
    integrity[absolute(assetUrl(name, version, file.path))] = file.integrity;
}
