/**
 * Where the pages of the remotes come from, and what happens when one does not come: one retry, then the previous version of the remote,
 * then an error for the boundary around the page. Nothing here knows a page by name.
 */
import type { ComposedRemote, RemoteSource } from '@site/contracts/composition';
import type { PageModule } from './runtime';

/** A version that has not delivered by then is treated as broken. */
export const LOAD_TIMEOUT_MS = 8_000;

export interface PageSource {
  load(remote: string, page: string): Promise<PageModule>;
}

export interface FederationRuntime {
  registerSource(name: string, source: RemoteSource): void;
  loadExposed(name: string, page: string): Promise<PageModule>;
}

export interface LoadReport {
  kind: 'load-failure' | 'fallback-used';
  name: string;
  version: string;
  page: string;
  message: string;
}

export class PageLoadTimeout extends Error {
  override name = 'PageLoadTimeout';
}

export function federatedPageSource(
  remotes: ComposedRemote[],
  runtime: FederationRuntime,
  report: (report: LoadReport) => void,
  timeoutMs = LOAD_TIMEOUT_MS,
): PageSource {
  const live = new Map<string, RemoteSource>();
  for (const remote of remotes) live.set(remote.name, remote);
  for (const [name, source] of live) runtime.registerSource(name, source);

  const attempt = (name: string, page: string): Promise<PageModule> =>
    withTimeout(runtime.loadExposed(name, page), timeoutMs, `${name} ${page} did not load within ${timeoutMs} ms`);

  async function loadLive(name: string, page: string): Promise<PageModule> {
    const source = live.get(name);
    if (source === undefined) throw new Error(`${name} is not part of this revision`);
    try {
      return await attempt(name, page);
    } catch (error) {
      if (error instanceof PageLoadTimeout) throw error;
      // A failed entry is remembered by the runtime; registering it again makes it ask once more.
      runtime.registerSource(name, source);
      return attempt(name, page);
    }
  }

  async function load(name: string, page: string): Promise<PageModule> {
    try {
      return await loadLive(name, page);
    } catch (error) {
      const failed = live.get(name);
      if (failed === undefined) throw error;
      report({ kind: 'load-failure', name, version: failed.version, page, message: String(error) });
      const fallback = remotes.find((remote) => remote.name === name)?.fallback;
      if (!fallback || fallback.version === failed.version) throw error;
      runtime.registerSource(name, fallback);
      live.set(name, fallback);
      const module = await attempt(name, page);
      report({ kind: 'fallback-used', name, version: fallback.version, page, message: String(error) });
      return module;
    }
  }

  return { load };
}

function withTimeout<T>(promise: Promise<T>, ms: number, message: string): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new PageLoadTimeout(message)), ms);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
