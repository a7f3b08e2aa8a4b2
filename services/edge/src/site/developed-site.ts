/** A site with remotes that development servers serve in place of their releases. */
import { isPageRoute, type Route } from '@site/contracts/remote-config';
import { RouteTable } from '../routing/route-table';
import type { Site, SiteFile, SiteRemote } from './site';

/** Version that stands for "whatever the development server has". */
export const DEVELOPMENT_VERSION = '0.0.0-development';

export interface DevelopedRemote {
  name: string;
  team: string;
  /** Address of the script that starts it, at the development server. */
  entry: string;
  routes: Route[];
}

/** What a development server serves has no hash that anybody could know. */
export const unverified = (url: string): SiteFile => ({ url, integrity: null });

/** Whoever gets the site talks to these development servers, and renders their pages in the browser. */
export function withDeveloped(site: Site, developed: readonly DevelopedRemote[]): Site {
  const names = new Set(developed.map(({ name }) => name));
  const released = site.remotes.filter(({ name }) => !names.has(name));
  const remotes = [...released, ...developed.map(siteRemote)].sort((one, other) => one.name.localeCompare(other.name));
  return {
    ...site,
    remotes,
    routes: new RouteTable(remotes),
    developmentOrigins: [...new Set([...site.developmentOrigins, ...developed.map(({ entry }) => new URL(entry).origin)])],
  };
}

function siteRemote({ name, team, entry: url, routes }: DevelopedRemote): SiteRemote {
  const entry = unverified(url);
  return {
    name,
    team,
    version: DEVELOPMENT_VERSION,
    routes,
    entry,
    pages: Object.fromEntries(routes.filter(isPageRoute).map(({ page }) => [page, [entry]])),
    fallback: null,
    disabled: null,
    bundle: null,
  };
}
