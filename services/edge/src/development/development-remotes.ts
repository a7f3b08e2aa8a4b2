/** Remotes (and the shell) that development servers on this machine serve in place of their releases. Development mode only. */
import { EventEmitter } from 'node:events';
import { SHELL_NAME } from '@site/contracts/release';
import { isPageRoute, type Route } from '@site/contracts/remote-config';
import { RouteTable } from '../routing/route-table';
import type { Site, SiteFile, SiteRemote, SiteShell } from '../site/site';

export interface DevelopmentRemote {
  /** Scripts that start it, in order: addresses of the development server. One, but for the shell. */
  entries: [string, ...string[]];
  /** Routes of a remote; empty for the shell. */
  routes: Route[];
  /** Identity of the present build. A new one makes open pages reload. */
  build: string;
}

/** Version that stands for "whatever the development server has". */
export const DEVELOPMENT_VERSION = '0.0.0-development';

/** A development server announces itself every few seconds; one that falls silent is gone. */
export const HEARTBEAT_TTL_MS = 10_000;

interface Events {
  /** Something on open pages is out of date: the name of what was rebuilt, added or removed. */
  change: [name: string];
}

export class DevelopmentRemotes extends EventEmitter<Events> {
  readonly #remotes = new Map<string, { remote: DevelopmentRemote; expiry: NodeJS.Timeout }>();

  constructor(private readonly ttlMs = HEARTBEAT_TTL_MS) {
    super();
    this.setMaxListeners(0);
  }

  put(name: string, remote: DevelopmentRemote): void {
    const known = this.#remotes.get(name);
    clearTimeout(known?.expiry);
    const expiry = setTimeout(() => this.delete(name), this.ttlMs);
    expiry.unref();
    this.#remotes.set(name, { remote, expiry });
    if (JSON.stringify(known?.remote) !== JSON.stringify(remote)) this.emit('change', name);
  }

  delete(name: string): void {
    const known = this.#remotes.get(name);
    if (!known) return;
    clearTimeout(known.expiry);
    this.#remotes.delete(name);
    this.emit('change', name);
  }

  close(): void {
    for (const { expiry } of this.#remotes.values()) clearTimeout(expiry);
    this.removeAllListeners();
  }

  /** The site with what is in development in place of what is released. */
  overlay(site: Site): Site {
    const served = [...this.#remotes].map(([name, { remote }]) => ({ name, remote }));
    if (served.length === 0) return site;
    const shell = served.find(({ name }) => name === SHELL_NAME)?.remote;
    const developed = served.filter(({ name }) => name !== SHELL_NAME);
    const released = site.remotes.filter((remote) => developed.every(({ name }) => name !== remote.name));
    const remotes = [
      ...released.map((remote) => (shell ? withoutSharesOfReleasedShell(remote) : remote)),
      ...developed.map(({ name, remote }) => developedRemote(name, remote, site)),
    ].sort((one, other) => one.name.localeCompare(other.name));
    return {
      ...site,
      shell: shell ? developedShell(shell) : site.shell,
      remotes,
      routes: new RouteTable(remotes),
      developmentOrigins: [...new Set(served.flatMap(({ remote }) => remote.entries.map((entry) => new URL(entry).origin)))],
    };
  }
}

const unverified = (url: string): SiteFile => ({ url, integrity: null });

const developedShell = ({ entries }: DevelopmentRemote): SiteShell => ({
  version: DEVELOPMENT_VERSION,
  entries: entries.map(unverified),
  fallback: null,
  disabled: null,
  bundle: null,
});

function developedRemote(name: string, { entries, routes }: DevelopmentRemote, site: Site): SiteRemote {
  const entry = unverified(entries[0]);
  return {
    name,
    team: site.remotes.find((remote) => remote.name === name)?.team ?? 'development',
    version: DEVELOPMENT_VERSION,
    routes,
    entry,
    pages: Object.fromEntries(routes.filter(isPageRoute).map(({ page }) => [page, [entry]])),
    fallback: null,
    disabled: null,
    bundle: null,
  };
}

/** A shell in development brings its shares along; those of the released one would be fetched for nothing. */
function withoutSharesOfReleasedShell(remote: SiteRemote): SiteRemote {
  const own = (files: SiteFile[]) => files.filter(({ url }) => !url.startsWith(`/assets/${SHELL_NAME}/`));
  return { ...remote, pages: Object.fromEntries(Object.entries(remote.pages).map(([page, files]) => [page, own(files)])) };
}
