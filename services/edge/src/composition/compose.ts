/** The composition of a site: what the shell in the browser is told. */
import { createHash } from 'node:crypto';
import type { ComposedRemote, Composition, ShownPreview } from '@site/contracts/composition';
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
