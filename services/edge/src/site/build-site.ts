/** Resolves a revision into a site. Releases that cannot be read are replaced by their predecessor or left out: a part, never the whole. */
import type { RemoteSource } from '@site/contracts/composition';
import { SHELL_NAME, type ReleaseDescriptor } from '@site/contracts/release';
import { isPageRoute } from '@site/contracts/remote-config';
import type { Revision, RevisionEntry } from '@site/contracts/revision';
import { RouteTable } from '../routing/route-table';
import { pageFiles, siteFile } from './share-closure';
import type { ServerBundle, Site, SiteRemote, SiteShell } from './site';

/** Reads the descriptor of a release; null when it is missing or unreadable. */
export type ReadRelease = (name: string, version: string) => Promise<ReleaseDescriptor | null>;

export interface BuiltSite {
  site: Site;
  /** Descriptors that the site was made of, for keeping. */
  releases: ReleaseDescriptor[];
  /** Sentences about releases that could not be used. */
  defects: string[];
}

interface ResolvedRelease {
  release: ReleaseDescriptor;
  previous: ReleaseDescriptor | null;
}

/** @throws Error when neither the shell of the revision nor the one before it can be read. */
export async function buildSite(revision: Revision, read: ReadRelease): Promise<BuiltSite> {
  const names = Object.keys(revision.entries);
  const resolved = await Promise.all(names.map((name) => resolveRelease(name, revision.entries[name], read)));
  const found = resolved.filter((entry): entry is ResolvedRelease => entry !== null);
  const defects = names.flatMap((name, index) => defectOf(name, revision.entries[name], resolved[index] ?? null));

  const shell = found.find(({ release }) => release.name === SHELL_NAME)?.release;
  if (!shell) throw new Error(`revision ${revision.number} has no readable release of the shell`);
  const remotes = found
    .filter(({ release }) => release.name !== SHELL_NAME)
    .map((entry) => siteRemote(shell, entry))
    .sort((one, other) => one.name.localeCompare(other.name));

  const site: Site = {
    environment: revision.environment,
    revision: revision.number,
    shell: siteShell(shell),
    remotes,
    routes: new RouteTable(remotes),
    developmentOrigins: [],
  };
  return { site, releases: found.flatMap(({ release, previous }) => (previous ? [release, previous] : [release])), defects };
}

async function resolveRelease(name: string, entry: RevisionEntry | undefined, read: ReadRelease): Promise<ResolvedRelease | null> {
  if (!entry) return null;
  const previous = entry.previous === null ? null : await read(name, entry.previous);
  const release = await read(name, entry.version);
  if (release) return { release, previous };
  return previous && { release: previous, previous: null };
}

function defectOf(name: string, entry: RevisionEntry | undefined, resolved: ResolvedRelease | null): string[] {
  if (!entry || resolved?.release.version === entry.version) return [];
  const instead = resolved ? `${resolved.release.version} is served instead` : 'it is left out';
  return [`${name}@${entry.version} cannot be read; ${instead}`];
}

const siteShell = (shell: ReleaseDescriptor): SiteShell => ({
  version: shell.version,
  entries: shell.entries.map((path) => siteFile(shell, path)),
  bundle: serverBundle(shell),
});

function siteRemote(shell: ReleaseDescriptor, { release, previous }: ResolvedRelease): SiteRemote {
  const pages = release.routes.filter(isPageRoute).map(({ page }) => page);
  return {
    name: release.name,
    team: release.team,
    version: release.version,
    routes: release.routes,
    entry: entryFile(release),
    pages: Object.fromEntries(pages.map((page) => [page, pageFiles(shell, release, page)])),
    fallback: previous && fallbackSource(previous),
    bundle: serverBundle(release),
  };
}

/** The descriptor's schema guarantees a first entry. */
const entryFile = (release: ReleaseDescriptor) => siteFile(release, release.entries[0] ?? '');

function fallbackSource(release: ReleaseDescriptor): RemoteSource {
  const { url, integrity } = entryFile(release);
  return { version: release.version, entry: url, integrity };
}

function serverBundle(release: ReleaseDescriptor): ServerBundle | null {
  if (release.server === null) return null;
  const integrity = siteFile(release, release.server).integrity ?? '';
  const { name, version } = release;
  return { id: `${name}@${version}#${release.digest}`, name, version, path: release.server, integrity };
}
