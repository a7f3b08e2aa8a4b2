/** The composition of a site: what the shell in the browser is told. */
import type { ComposedRemote, Composition } from '@site/contracts/composition';
import type { Params } from '@site/contracts/params';
import type { Site, SiteRemote } from '../site/site';

export function compose(site: Site, params: Params): Composition {
  return {
    environment: site.environment,
    revision: site.revision,
    shell: { version: site.shell.version },
    remotes: site.remotes.map(composeRemote),
    params,
  };
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
  };
}

const isScript = (url: string) => /\.m?js$/.test(url);
