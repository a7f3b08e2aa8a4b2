/**
 * What the addresses of the site show. A document says so of its own address; of all others the manifest of the site does, which is fetched
 * when the page is idle or somebody is about to leave it, whichever comes first.
 */
import type { ComposedRemote, Composition, SiteManifest } from '@site/contracts/composition';
import { MANIFESTS_PATH } from '@site/contracts/names';
import { isPageRoute } from '@site/contracts/page-route';
import { PathMatcher } from '@site/contracts/path-pattern';
import type { PageRoute, Route } from '@site/contracts/remote-config';

interface SiteRoute {
  path: string;
  remote: ComposedRemote;
  route: Route;
}

export type SiteMatch = NonNullable<ReturnType<PathMatcher<SiteRoute>['match']>>;

export class SiteMap {
  #remotes: readonly ComposedRemote[];
  #matcher: PathMatcher<SiteRoute>;
  #isWhole: boolean;
  #loading: Promise<void> | null = null;
  readonly #listeners = new Set<() => void>();
  readonly #hash: string | null;
  readonly #ownPath: string;

  /** @param current Path of the address in view, which the document shows if it does not say another one. */
  constructor({ remotes, manifest, pathname }: Pick<Composition, 'remotes' | 'manifest' | 'pathname'>, current: string) {
    this.#hash = manifest;
    this.#ownPath = pathname ?? current;
    this.#isWhole = manifest === null;
    this.#remotes = remotes;
    this.#matcher = matcherOf(remotes);
  }

  /** All that are known, as the document and the manifest say. */
  get remotes(): readonly ComposedRemote[] {
    return this.#remotes;
  }

  remote(name: string): ComposedRemote | undefined {
    return this.#remotes.find((remote) => remote.name === name);
  }

  knows(pathname: string): boolean {
    return this.#isWhole || pathname === this.#ownPath;
  }

  /** Null for an address that shows no page. To be asked of addresses that are known. */
  match(pathname: string): SiteMatch | null {
    return this.#matcher.match(pathname);
  }

  /** The page that an address shows, its remote and who may see it, or null if it is not known, no page of a remote, or of one that is switched off. */
  pageAt(pathname: string): { remote: string; page: string; access: PageRoute['access'] } | null {
    if (!this.knows(pathname)) return null;
    const found = this.match(pathname)?.route;
    if (!found || !isPageRoute(found.route) || found.remote.disabled) return null;
    return { remote: found.remote.name, page: found.route.page, access: found.route.access };
  }

  /** Resolves when all addresses are known. Rejects when the manifest does not come; the next call asks again. */
  load(): Promise<void> {
    if (this.#isWhole) return Promise.resolve();
    this.#loading ??= this.#fetch().finally(() => (this.#loading = null));
    return this.#loading;
  }

  /** Calls back once all addresses are known. @returns A function that ends it. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  async #fetch(): Promise<void> {
    const hash = this.#hash ?? '';
    const ask = (cache: RequestCache): Promise<Response> =>
      fetch(`${MANIFESTS_PATH}${hash}`, { cache, integrity: `sha256-${hash.replaceAll('-', '+').replaceAll('_', '/')}=` });
    // A browser keeps it for a year, also one that arrived damaged, which it refuses then.
    const response = await ask('default').catch(() => ask('reload'));
    if (!response.ok) throw new Error(`The manifest of the site did not come: ${response.status}`);
    const { remotes } = (await response.json()) as SiteManifest;
    this.#remotes = remotes;
    this.#matcher = matcherOf(remotes);
    this.#isWhole = true;
    for (const listener of this.#listeners) listener();
  }
}

const matcherOf = (remotes: readonly ComposedRemote[]): PathMatcher<SiteRoute> =>
  new PathMatcher(remotes.flatMap((remote) => remote.routes.map((route) => ({ path: route.path, remote, route }))));
