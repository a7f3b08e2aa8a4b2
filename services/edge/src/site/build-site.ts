/** Resolves a target into the site of one choice. */
import type { RemoteSource, ShellFallback } from '@site/contracts/composition';
import { SHELL_NAME, type ReleaseDescriptor } from '@site/contracts/release';
import { isPageRoute } from '@site/contracts/remote-config';
import { chosenOf, type Choice } from '@site/release-model/choice';
import { memoize } from '@site/release-model/memoize';
import { releaseId, type ReleaseRef } from '@site/release-model/release-id';
import { isMet } from '@site/release-model/solver';
import type { Part, Target } from '@site/release-model/target';
import { RouteTable } from '../routing/route-table';
import { entryFile, pageFiles, siteFile } from './share-closure';
import type { ServerBundle, Site, SiteRemote, SiteShell } from './site';

/** Descriptors by the ids of their releases. */
export type Releases = ReadonlyMap<string, ReleaseDescriptor>;

interface Chosen {
  release: ReleaseDescriptor;
  /** What takes over where the release does not load. */
  fallback: ReleaseDescriptor | null;
  part: Part;
  id: string;
}

/** @throws Error when a release that is live is not among `releases`, or the target has no shell. */
export function buildSite(target: Target, choice: Choice, releases: Releases): Site {
  const chosen = Object.entries(target.parts).map(([name, part]) => choose(name, part, choice, releases));
  const shell = chosen.find(({ release }) => release.name === SHELL_NAME);
  if (!shell) throw new Error('The target has no shell.');
  const remotes = chosen
    // What the shell does not load is no part of its documents.
    .filter((one) => one !== shell && one.release.kind !== 'esm')
    .map((one) => siteRemote(shell.release, one))
    .sort((one, other) => (one.name < other.name ? -1 : 1));
  return {
    environment: target.environment,
    revision: target.number,
    openTabs: target.policy.openTabs,
    params: target.params,
    shell: siteShell(shell),
    remotes,
    routes: new RouteTable(remotes),
    developmentOrigins: [],
    rebuildEvents: [],
  };
}

function choose(name: string, part: Part, choice: Choice, releases: Releases): Chosen {
  const find = ({ id, version }: ReleaseRef) => {
    const release = releases.get(id);
    if (!release) throw new Error(`${name}@${version} is not known.`);
    return release;
  };
  const wanted = chosenOf(name, part, choice);
  // A fallback of the shell that cannot be read is not known, and the stable release stays.
  const { release, fallback } = releases.has(wanted.release.id) ? wanted : chosenOf(name, part, { ...choice, shellFallback: false });
  return { release: find(release), fallback: fallback && (releases.get(fallback.id) ?? null), part, id: release.id };
}

const siteShell = ({ release, fallback, part, id }: Chosen): SiteShell => ({
  version: release.version,
  entries: release.entries.map((path) => siteFile(release, path)),
  fallback: fallback && shellFallback(fallback),
  disabled: part.disabled,
  readsManifest: release.readsManifest ?? false,
  bundle: serverBundle(release, id),
});

const shellFallback = (release: ReleaseDescriptor): ShellFallback => ({
  version: release.version,
  entries: [{ url: entryFile(release).url }],
});

function siteRemote(shell: ReleaseDescriptor, { release, fallback, part: { disabled } }: Chosen): SiteRemote {
  // Beside the candidate of a shell it may lack what it needs.
  const fitting = fallback && isMet(fallback, shell) ? fallback : NO_RELEASE;
  const remote = remotesBeside(shell)(release)(fitting);
  return disabled ? { ...remote, disabled } : remote;
}

const NO_RELEASE = {};

/** By shell, remote and what the remote falls back to: sites of one target, and of the next one, have most of their remotes in common. */
const remotesBeside = memoize((shell: ReleaseDescriptor) =>
  memoize((release: ReleaseDescriptor) =>
    memoize((fallback: ReleaseDescriptor | typeof NO_RELEASE): SiteRemote => ({
      name: release.name,
      team: release.team,
      version: release.version,
      routes: release.routes,
      entry: entryFile(release),
      pages: listPages(shell, release),
      fallback: 'entries' in fallback ? fallbackSource(fallback) : null,
      disabled: null,
      bundle: serverBundle(release, releaseId(release)),
    })),
  ),
);

/** The files of each page of a remote. */
function listPages(shell: ReleaseDescriptor, release: ReleaseDescriptor): SiteRemote['pages'] {
  const names = release.routes.filter(isPageRoute).map(({ page }) => page);
  return Object.fromEntries(names.map((page) => [page, pageFiles(shell, release, page)]));
}

function fallbackSource(release: ReleaseDescriptor): RemoteSource {
  const { url, integrity } = entryFile(release);
  return { version: release.version, entry: url, integrity };
}

/** @param id Id of the release. */
export function serverBundle(release: ReleaseDescriptor, id: string): ServerBundle | null {
  if (release.server === null) return null;
  const { integrity } = siteFile(release, release.server);
  const { name, version } = release;
  return { id: `${name}@${version}#${id}`, name, version, path: release.server, integrity };
}
