/** Which files a page needs: its own, the remote's entry, and those of the shared modules that it consumes, directly or through others. */
import { assetUrl, type ReleaseDescriptor } from '@site/contracts/release';
import type { SiteFile } from './site';

type VerifiedFile = SiteFile & { integrity: string };

/** @throws Error when a descriptor names a file that it does not list; the registry refuses such a release. */
export function siteFile(release: ReleaseDescriptor, path: string): VerifiedFile {
  const file = release.files.find((candidate) => candidate.path === path);
  if (!file) throw new Error(`${release.name}@${release.version} does not list its file ${path}`);
  return { url: assetUrl(release.name, release.version, path), integrity: file.integrity };
}

/** The descriptor's schema guarantees a first entry. */
export const entryFile = (release: ReleaseDescriptor): VerifiedFile => siteFile(release, release.entries[0] ?? '');

/** Share keys that the given ones lead to, themselves included. A key that the shell does not provide leads nowhere. */
export function shareClosure(shell: ReleaseDescriptor, keys: readonly string[]): string[] {
  const reached = new Set<string>();
  const waiting = [...keys];
  for (let key = waiting.pop(); key !== undefined; key = waiting.pop()) {
    const provided = shell.provides[key];
    if (!provided || reached.has(key)) continue;
    reached.add(key);
    waiting.push(...provided.consumes);
  }
  return [...reached];
}

/** Files of one page of a remote, the remote's entry first, without the scripts that start the shell anyway. */
export function pageFiles(shell: ReleaseDescriptor, remote: ReleaseDescriptor, page: string): SiteFile[] {
  const exposed = remote.exposes[page];
  const own = [...remote.entries, ...(exposed?.files ?? [])].map((path) => siteFile(remote, path));
  const shared = shareClosure(shell, exposed?.consumes ?? [])
    .flatMap((key) => shell.provides[key]?.files ?? [])
    .filter((path) => !shell.entries.includes(path))
    .map((path) => siteFile(shell, path));
  return [...new Map([...own, ...shared].map((file) => [file.url, file])).values()];
}
