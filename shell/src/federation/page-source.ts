/**
 * Where the pages of the remotes come from, and what happens when one does not come: one retry, then the previous version of the remote,
 * then an error for the boundary around the page. A version that this browser has given up is not asked before the previous one. Nothing
 * here knows a page by name.
 */
import type { ComposedRemote, RemoteSource } from '@site/contracts/composition';
import { delay } from '../delay';
import type { FailedReleases } from './failed-releases';
import type { PageModule } from './containers';

/** A version that has not delivered by then is treated as broken. It is asked a second time when half of that is over. */
export const LOAD_TIMEOUT_MS = 8_000;

export interface PageSource {
  /** Loads a page that is to be shown. */
  load(remote: string, page: string): Promise<PageModule>;
  /** Asks once for a page that may be shown next. A failure has no consequences; a {@link load} meanwhile goes on with what was begun. */
  prefetch(remote: string, page: string): Promise<PageModule>;
  /** Version of the remote that `module` came from; without one, that its next page comes from. */
  versionOf(remote: string, module?: PageModule): string;
}

export interface FederationRuntime {
  registerSource(name: string, source: RemoteSource): void;
  loadExposed(name: string, page: string): Promise<PageModule>;
  /** Fetches the scripts of the remote that failed or do not come, past the browser's cache. */
  renewScripts(name: string): Promise<void>;
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

interface Remote {
  name: string;
  live: RemoteSource;
  fallback: RemoteSource | null;
  /** The one of the two that the runtime loads from. */
  registered: RemoteSource;
  /** The fallback has shown a page where the live version did not. Two versions do not take turns in one document: it stays. */
  settled: boolean;
  /** This browser has given the live version up, so the fallback is the first that is asked. */
  givenUp: boolean;
}

/** @param find What the composition says of a remote. The first answer holds for as long as the page is open. */
export function federatedPageSource(
  find: (name: string) => ComposedRemote | undefined,
  runtime: FederationRuntime,
  report: (report: LoadReport) => void,
  failures: FailedReleases,
  timeoutMs = LOAD_TIMEOUT_MS,
): PageSource {
  const known = new Map<string, Remote>();
  /** Prefetches that are under way, by remote and page, and what they come from. */
  const begun = new Map<string, { from: RemoteSource; module: Promise<PageModule> }>();
  const versions = new WeakMap<PageModule, string>();
  /** Firefox ends at once what a document loads that somebody leaves, and calls it a failure. */
  let leftAt = -Infinity;
  addEventListener('beforeunload', () => (leftAt = performance.now()));
  const idOf = (name: string, page: string): string => `${name} ${page}`;

  function remoteOf(name: string): Remote {
    const remote = known.get(name);
    if (remote) return remote;
    const live = find(name);
    if (!live) throw new Error(`${name} is not part of this revision`);
    const { version, fallback } = live;
    const other = fallback?.version === version ? null : fallback;
    const givenUp = other !== null && failures.isGivenUp(name, version);
    const registered = givenUp ? other : live;
    const met: Remote = { name, live, fallback: other, registered, settled: false, givenUp };
    known.set(name, met);
    runtime.registerSource(name, registered);
    return met;
  }

  function register(remote: Remote, source: RemoteSource): void {
    remote.registered = source;
    runtime.registerSource(remote.name, source);
  }

  /** What a prefetch has begun, or a first try of its own. */
  function begin({ name, registered }: Remote, page: string): Promise<PageModule> {
    const prefetched = begun.get(idOf(name, page));
    begun.delete(idOf(name, page));
    return prefetched?.from === registered ? prefetched.module : runtime.loadExposed(name, page);
  }

  async function askTwice(remote: Remote, page: string): Promise<PageModule> {
    const { name, registered } = remote;
    const first = begin(remote, page);
    const soon = await Promise.race([first.catch(() => undefined), delay(timeoutMs / 2)]);
    if (soon) return soon;
    // What is only late may come meanwhile.
    const late = await Promise.any([first, runtime.renewScripts(name)]);
    // The failure of another page has changed the version meanwhile: that one is the second try.
    if (remote.registered !== registered) throw new Error(`${name} ${registered.version} was given up for another page`);
    if (late) return late;
    // The runtime remembers what it has asked for; registered again, it asks once more.
    register(remote, registered);
    const second = runtime.loadExposed(name, page);
    return Promise.any([first, second]).catch(() => second);
  }

  async function askFallback(remote: Remote, page: string, fallback: RemoteSource): Promise<PageModule> {
    if (remote.registered !== fallback) register(remote, fallback);
    try {
      const module = await withTimeout(runtime.loadExposed(remote.name, page), timeoutMs, remote, page);
      versions.set(module, fallback.version);
      if (settle(remote, fallback)) failures.failed(remote.name, remote.live.version);
      return module;
    } catch (error) {
      leaveUnlessSettled(remote, fallback);
      throw error;
    }
  }

  /** @returns Whether this is the first page of the fallback that is shown. */
  function settle(remote: Remote, fallback: RemoteSource): boolean {
    const isFirst = !remote.settled && remote.registered === fallback;
    remote.settled ||= isFirst;
    return isFirst;
  }

  /** Nothing speaks for the fallback that did not load, so the next try is one of the live version. */
  function leaveUnlessSettled(remote: Remote, fallback: RemoteSource): void {
    if (remote.registered === fallback && !remote.settled) register(remote, remote.live);
  }

  async function load(name: string, page: string): Promise<PageModule> {
    const remote = remoteOf(name);
    const { registered: asked, fallback } = remote;
    try {
      const module = await withTimeout(askTwice(remote, page), timeoutMs, remote, page);
      versions.set(module, asked.version);
      if (asked === remote.live && remote.registered === asked) failures.loaded(name);
      if (remote.givenUp && asked === fallback && settle(remote, asked))
        report({ kind: 'fallback-used', name, version: asked.version, page, message: `${remote.live.version} failed here before` });
      return module;
    } catch (error) {
      if (performance.now() < leftAt + timeoutMs / 4) {
        await delay(timeoutMs / 4);
        return load(name, page);
      }
      const message = String(error);
      report({ kind: 'load-failure', name, version: asked.version, page, message });
      if (fallback === null) throw error;
      if (asked === fallback) {
        leaveUnlessSettled(remote, fallback);
        throw error;
      }
      const module = await askFallback(remote, page, fallback);
      report({ kind: 'fallback-used', name, version: fallback.version, page, message });
      return module;
    }
  }

  async function prefetch(name: string, page: string): Promise<PageModule> {
    const id = idOf(name, page);
    const { registered: from } = remoteOf(name);
    const known = begun.get(id);
    const attempt = known?.from === from ? known : { from, module: runtime.loadExposed(name, page) };
    begun.set(id, attempt);
    try {
      const module = await attempt.module;
      versions.set(module, from.version);
      return module;
    } finally {
      if (begun.get(id) === attempt) begun.delete(id);
    }
  }

  return { load, prefetch, versionOf: (name, module) => (module && versions.get(module)) ?? remoteOf(name).registered.version };
}

function withTimeout<T>(promise: Promise<T>, ms: number, { name }: Remote, page: string): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new PageLoadTimeout(`${name} ${page} did not load within ${ms} ms`)), ms);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
