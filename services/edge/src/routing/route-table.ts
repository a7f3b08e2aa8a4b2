/** Which remote answers an address. The same matcher as in the shell. */
import { PathMatcher } from '@site/contracts/path-pattern';
import { isPageRoute, type PageRoute, type Route } from '@site/contracts/remote-config';
import { memoize } from '@site/release-model/memoize';
import { patternOf } from '@site/release-model/path-ownership';
import { generatePath } from 'react-router-dom';

export type RouteMatch =
  | { kind: 'page'; remote: string; route: PageRoute }
  /** `to` is a path of the site, without query. */
  | { kind: 'redirect'; to: string }
  | { kind: 'none' };

export interface RouteOwner {
  name: string;
  routes: readonly Route[];
}

interface TableEntry {
  path: string;
  remote: string;
  route: Route;
}

export class RouteTable {
  readonly #owners: readonly RouteOwner[];
  /** Made for the first address: of many sites nobody asks for one. */
  #matcher: PathMatcher<TableEntry> | null = null;

  constructor(owners: readonly RouteOwner[]) {
    this.#owners = owners;
  }

  /** @param pathname Path of an address, still percent-encoded. */
  match(pathname: string): RouteMatch {
    const canonical = canonicalPath(pathname);
    if (!isDecodable(canonical)) return { kind: 'none' };
    this.#matcher ??= new PathMatcher(this.#entries(), ({ route }) => patternOf(route));
    const found = this.#matcher.match(canonical);
    if (!found) return { kind: 'none' };
    const { remote, route } = found.route;
    if (!isPageRoute(route)) return { kind: 'redirect', to: canonicalPath(generatePath(route.redirect, found.params)) };
    if (canonical !== pathname) return { kind: 'redirect', to: canonical };
    return { kind: 'page', remote, route };
  }

  /** Page routes in the order of their declaration, remote by remote. */
  pages(): { remote: string; route: PageRoute }[] {
    return this.#entries().flatMap(({ remote, route }) => (isPageRoute(route) ? [{ remote, route }] : []));
  }

  #entries(): TableEntry[] {
    return this.#owners.flatMap(entriesOf);
  }
}

/** Sites have most of their remotes in common. */
const entriesOf = memoize(({ name, routes }: RouteOwner): TableEntry[] =>
  routes.map((route) => ({ path: route.path, remote: name, route })),
);

const isDecodable = (pathname: string): boolean => {
  try {
    decodeURIComponent(pathname);
    return true;
  } catch {
    return false;
  }
};

/** One leading slash, no doubled and no trailing ones: never an address of another host, however many slashes a visitor sends. */
export function canonicalPath(pathname: string): string {
  const path = pathname.replace(/\/{2,}/g, '/');
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
}

/**
 * The shortest address of a route: optional segments left out.
 * @returns Null when the route has a required parameter and so no address of its own.
 */
export function plainAddress(route: Route): string | null {
  const segments = route.path.split('/').filter((segment) => !segment.endsWith('?'));
  if (segments.some((segment) => segment.startsWith(':'))) return null;
  return segments.join('/') || '/';
}
