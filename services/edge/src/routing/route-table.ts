/** Which remote answers an address. The same matcher and the same case-sensitivity as in the shell's router. */
import { isPageRoute, type PageRoute, type Route } from '@site/contracts/remote-config';
import { generatePath, matchRoutes } from 'react-router-dom';

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
  caseSensitive: true;
  handle: { remote: string; route: Route };
}

export class RouteTable {
  readonly #entries: TableEntry[];

  constructor(owners: readonly RouteOwner[]) {
    this.#entries = owners.flatMap(({ name, routes }) =>
      routes.map((route): TableEntry => ({ path: route.path, caseSensitive: true, handle: { remote: name, route } })),
    );
  }

  /** @param pathname Path of an address, still percent-encoded. */
  match(pathname: string): RouteMatch {
    const canonical = canonicalPath(pathname);
    if (!isDecodable(canonical)) return { kind: 'none' };
    const found = matchRoutes(this.#entries, canonical)?.at(-1);
    if (!found) return { kind: 'none' };
    const { remote, route } = (found.route as TableEntry).handle;
    if (!isPageRoute(route)) return { kind: 'redirect', to: canonicalPath(generatePath(route.redirect, found.params)) };
    if (canonical !== pathname) return { kind: 'redirect', to: canonical };
    return { kind: 'page', remote, route };
  }

  /** Page routes in the order of their declaration, remote by remote. */
  pages(): { remote: string; route: PageRoute }[] {
    return this.#entries.flatMap(({ handle: { remote, route } }) => (isPageRoute(route) ? [{ remote, route }] : []));
  }
}

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
