/** The composition of a site: what the shell in the browser is told. */
import { createHash } from 'node:crypto';
import type { ComposedRemote, Composition, ShownPreview } from '@site/contracts/composition';
import { isPageRoute, type Route } from '@site/contracts/remote-config';
import type { Site, SiteRemote } from '../site/site';

export function compose(site: Site, preview: ShownPreview | null = null): Composition {
  const { environment, revision, openTabs, shell, remotes, params } = site;
  return {
    environment,
    revision,
    identity: identityOf(site),
    openTabs,
    shell: { version: shell.version, fallback: shell.fallback },
    remotes: remotes.map(composeRemote),
    seal: null,
    preview,
    params,
  };
}

/** As documents of all other pages have it: without the pages for which somebody needs a grant, and without remotes that have no other. */
export function withoutGranted(composition: Composition): Composition {
  const remotes = composition.remotes.map((remote) => ({ ...remote, routes: remote.routes.filter((route) => !isGranted(route)) }));
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

const composeRemote = ({ name, team, version, entry, routes, fallback, disabled }: SiteRemote): ComposedRemote => ({
  name,
  team,
  version,
  entry: entry.url,
  integrity: entry.integrity,
  routes,
  fallback,
  disabled,
});
