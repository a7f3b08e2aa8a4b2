/** Remotes (and the shell) that development servers on this machine serve in place of their releases. Development mode only. */
import { EventEmitter } from 'node:events';
import { SHELL_NAME } from '@site/contracts/release';
import type { Route } from '@site/contracts/remote-config';
import { DEVELOPMENT_VERSION, unverified, withDeveloped } from '../site/developed-site';
import type { Site, SiteFile, SiteRemote, SiteShell } from '../site/site';

export interface DevelopmentRemote {
  /** Scripts that start it, in order: addresses of the development server. One, but for the shell. */
  entries: [string, ...string[]];
  /** Routes of a remote; empty for the shell. */
  routes: Route[];
  /** Identity of the present build. A new one makes open pages reload. */
  build: string;
}

/** Where open pages learn of rebuilds. */
export const DEVELOPMENT_EVENTS = '/_dev/events';

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
    const teams = new Map(site.remotes.map(({ name, team }) => [name, team]));
    const base: Site = {
      ...site,
      shell: shell ? developedShell(shell) : site.shell,
      remotes: shell ? site.remotes.map(withoutSharesOfReleasedShell) : site.remotes,
      developmentOrigins: shell ? shell.entries.map((entry) => new URL(entry).origin) : [],
      rebuildEvents: [DEVELOPMENT_EVENTS],
    };
    return withDeveloped(
      base,
      developed.map(({ name, remote }) => ({
        name,
        team: teams.get(name) ?? 'development',
        entry: remote.entries[0],
        routes: remote.routes,
      })),
    );
  }
}

const developedShell = ({ entries }: DevelopmentRemote): SiteShell => ({
  version: DEVELOPMENT_VERSION,
  entries: entries.map(unverified),
  fallback: null,
  disabled: null,
  readsManifest: false,
  bundle: null,
});

/** A shell in development brings its shares along; those of the released one would be fetched for nothing. */
function withoutSharesOfReleasedShell(remote: SiteRemote): SiteRemote {
  const own = (files: SiteFile[]) => files.filter(({ url }) => !url.startsWith(`/assets/${SHELL_NAME}/`));
  return { ...remote, pages: Object.fromEntries(Object.entries(remote.pages).map(([page, files]) => [page, own(files)])) };
}
