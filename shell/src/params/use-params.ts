/** Runtime parameters: those of the document first, then those of `/params.json`, so that a maintenance message reaches open pages. */
import { messageOfError } from '@site/contracts/error-texts';
import type { Params } from '@site/contracts/params';
import { notify } from '@site/ui';
import { useEffect, useState } from 'react';
import { whenIdle } from '../when-idle';

export const PARAMS_URL = '/params.json';
export const PARAMS_REFRESH_MS = 5 * 60_000;
const LIMIT_MS = 30_000;

/** The schema comes with the first answer that says something else: those of the document were validated by the edge. */
async function fetchParams(current: Params): Promise<Params> {
  const response = await fetch(PARAMS_URL, { cache: 'no-cache', signal: AbortSignal.timeout(LIMIT_MS) });
  if (!response.ok) throw new Error(`${response.status} ${response.statusText}`.trim());
  const answer = (await response.json()) as unknown;
  if (JSON.stringify(answer) === JSON.stringify(current)) return current;
  const { readParams } = await import('@site/contracts/params');
  // As they came: what has not changed is the same text the next time.
  return readParams(answer);
}

export function useParams(initial: Params): Params {
  const [params, setParams] = useState(initial);

  useEffect(() => {
    let stopped = false;
    let failing = false;
    let latest = initial;
    const refresh = async (): Promise<void> => {
      try {
        latest = await fetchParams(latest);
        failing = false;
        if (!stopped) setParams(latest);
      } catch (error) {
        // Said once: the site works with what it has, and a message every few minutes would only be in the way.
        if (!failing && !stopped)
          notify({ kind: 'error', message: `Configuration is not available, please, reload: ${messageOfError(error)}` });
        failing = true;
      }
    };
    const cancelFirst = whenIdle(() => void refresh());
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void refresh();
    }, PARAMS_REFRESH_MS);
    return () => {
      stopped = true;
      cancelFirst();
      clearInterval(timer);
    };
  }, [initial]);

  return params;
}
