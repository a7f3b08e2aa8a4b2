/** The composition of a site: what the shell in the browser is told. */
import { createHash } from 'node:crypto';
import type { ComposedRemote, Composition, ShownPreview } from '@site/contracts/composition';
import { isPageRoute, type PageRoute, type Route } from '@site/contracts/remote-config';
import { memoize } from '@site/release-model/memoize';
import type { Site, SiteRemote } from '../site/site';

/** All of it. */
export function compose(site: Site, preview: ShownPreview | null = null): Composition {
  const { environment, revision, openTabs, shell, remotes, params } = site;
  return {
    environment,
    revision,
    identity: identityOf(site),
    openTabs,
    shell: { version: shell.version, fallback: shell.fallback },
    remotes: remotes.map(composeRemote),
    manifest: null,
    pathname: null,
    seal: null,
    preview,
    params,
  };
}

/** A page by its remote and route, at an address. */
export interface ComposedPage {
  remote: string;
  route: PageRoute;
  pathname: string;
}

/** As the document of one page has it, or of none: with what that page needs of the remotes, and the hash of the manifest for the rest. */
export function ofPage(composition: Composition, manifest: string, page: ComposedPage | null): Composition {
  const remote = composition.remotes.find(({ name }) => name === page?.remote);
  return {
    ...composition,
    remotes: remote && page ? [{ ...remote, routes: [page.route] }] : [],
    manifest,
    pathname: page?.pathname ?? null,
  };
}

/**
 * As documents of all other pages have it: without the pages for which somebody needs a grant, and without remotes that have no other.
 * @returns The composition itself where there are none of these.
 */
export function withoutGranted(composition: Composition): Composition {
  if (!composition.remotes.some(({ routes }) => routes.some(isGranted))) return composition;
  const remotes = composition.remotes.map((remote) =>
    remote.routes.some(isGranted) ? { ...remote, routes: remote.routes.filter((route) => !isGranted(route)) } : remote,
  );
  return {
    ...composition,
    remotes: remotes.filter(({ routes }, index) => routes.length > 0 || !composition.remotes[index]?.routes.length),
  };
}

const isGranted = (route: Route): boolean => isPageRoute(route) && route.access === 'granted';

function identityOf({ shell, remotes }: Site): string {
  const parts = [{ ...shell, name: 'shell' }, ...remotes].map(({ name, version, disabled }) => [name, version, disabled?.message]);
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 16);
}

/** The same object for the same remote of a site. */
const composeRemote = memoize(({ name, team, version, entry, routes, fallback, disabled }: SiteRemote): ComposedRemote => ({
  name,
  team,
  version,
  entry: entry.url,
  integrity: entry.integrity,
  routes,
  fallback,
  disabled,
}));
