/**
 * Releases of remotes that did not load in this browser where their fallback did. After the second time within a week the fallback is used at
 * once, so that the visitor does not wait for the same failure again.
 */
import { FAILED_RELEASES_KEY } from '@site/contracts/names';

const ENOUGH = 2;
const KEPT_MS = 7 * 24 * 60 * 60 * 1000;

/** The last release of each remote that failed, by the name of the remote. */
type Failed = Partial<Record<string, { version: string; times: number; at: number }>>;

export interface FailedReleases {
  /** Whether it is not worth a try. */
  isGivenUp(remote: string, version: string): boolean;
  /** The release has failed, and its fallback has loaded. */
  failed(remote: string, version: string): void;
  /** A release of the remote has loaded that is no fallback: nothing is known against the remote any more. */
  loaded(remote: string): void;
}

/** Kept in the storage of the browser; where it refuses, nothing is kept. */
export function failedReleases(now: () => number = Date.now): FailedReleases {
  const known = read();
  const isFresh = (at: number): boolean => now() - at < KEPT_MS;
  return {
    isGivenUp(remote, version) {
      const last = known[remote];
      return last?.version === version && last.times >= ENOUGH && isFresh(last.at);
    },
    failed(remote, version) {
      const last = known[remote];
      const before = last?.version === version && isFresh(last.at) ? last.times : 0;
      known[remote] = { version, times: before + 1, at: now() };
      write(known);
    },
    loaded(remote) {
      if (!known[remote]) return;
      known[remote] = undefined;
      write(known);
    },
  };
}

function read(): Failed {
  try {
    return { ...(JSON.parse(localStorage.getItem(FAILED_RELEASES_KEY) ?? '{}') as Failed | null) };
  } catch {
    return {};
  }
}

function write(failed: Failed): void {
  try {
    localStorage.setItem(FAILED_RELEASES_KEY, JSON.stringify(failed));
  } catch {
    // The next document tries the release first, as it did before.
  }
}
