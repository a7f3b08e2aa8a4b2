/** Runtime parameters: those of the document first, then those of `/params.json`, so that a maintenance message reaches open pages. */
import { paramsSchema, type Params } from '@site/contracts/params';
import { notify } from '@site/ui';
import { useEffect, useState } from 'react';

export const PARAMS_URL = '/params.json';
export const PARAMS_REFRESH_MS = 5 * 60_000;

async function fetchParams(): Promise<Params> {
  const response = await fetch(PARAMS_URL, { cache: 'no-cache' });
  if (!response.ok) throw new Error(`${response.status} ${response.statusText}`.trim());
  return paramsSchema.parse(await response.json());
}

const whenIdle = (task: () => void): void => {
  if ('requestIdleCallback' in window) requestIdleCallback(task, { timeout: 5_000 });
  else setTimeout(task, 1_000);
};

export function useParams(initial: Params): Params {
  const [params, setParams] = useState(initial);

  useEffect(() => {
    let stopped = false;
    let failing = false;
    const refresh = async (): Promise<void> => {
      try {
        const latest = await fetchParams();
        failing = false;
        if (!stopped) setParams((current) => (JSON.stringify(current) === JSON.stringify(latest) ? current : latest));
      } catch (error) {
        // Said once: the site works with what it has, and a message every few minutes would only be in the way.
        if (!failing && !stopped) notify({ kind: 'error', message: `Configuration is not available, please, reload: ${describe(error)}` });
        failing = true;
      }
    };
    whenIdle(() => void refresh());
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void refresh();
    }, PARAMS_REFRESH_MS);
    return () => {
      stopped = true;
      clearInterval(timer);
    };
  }, []);

  return params;
}

const describe = (error: unknown): string => (error instanceof Error ? error.message : String(error));
