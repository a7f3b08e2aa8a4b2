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

function composeRemote(remote: SiteRemote): ComposedRemote {
  const pages = Object.entries(remote.pages).map(([page, files]): [string, string[]] => [
    page,
    files.map(({ url }) => url).filter(isScript),
  ]);
  return {
    name: remote.name,
    team: remote.team,
    version: remote.version,
    entry: remote.entry.url,
    integrity: remote.entry.integrity,
    routes: remote.routes,
    pages: Object.fromEntries(pages),
    fallback: remote.fallback,
    disabled: remote.disabled,
  };
}

const isScript = (url: string) => /\.m?js$/.test(url);
