/** One stretch of load on one address. */
import autocannon from 'autocannon';

export interface Asked {
  name: string;
  url: string;
  method: 'GET' | 'PUT';
  headers?: Record<string, string>;
  body?: string;
  /** What each connection appends to the path, in turns: so many things are asked for beside each other. */
  ids?: readonly number[];
}

/** For so many seconds, or until so many have answered. */
type Length = { duration: number } | { amount: number };

/**
 * An answer that comes late is an answer, and the latency says so: this ends only what never comes, in less time than a test may take.
 * A stretch of load that has a duration ends with it, whatever is on its way.
 */
const TIMEOUT_SECONDS = 240;

export interface Load {
  requestsPerSecond: number;
  /** 99 of 100 answers took at most this long. */
  p99Ms: number;
}

/** @throws Error if an answer is no success: refusals are fast, and would count as speed. */
export async function loadTarget(asked: Asked, length: Length, connections: number): Promise<Load> {
  const { name, url, method, headers, body, ids } = asked;
  const path = new URL(url).pathname;
  let opened = 0;
  const result = await autocannon({
    url,
    method,
    connections,
    timeout: TIMEOUT_SECONDS,
    ...length,
    ...(headers && { headers }),
    ...(body && { body }),
    ...(ids && {
      setupClient: (client) => {
        client.setRequests([{ path: `${path}/${ids[opened % ids.length]}` }]);
        opened += 1;
      },
    }),
  });
  const { errors, non2xx, requests, latency } = result;
  if (errors > 0 || non2xx > 0 || requests.total === 0)
    throw new Error(`${name}: ${errors} errors and ${non2xx} refusals in ${requests.total} answers`);
  return { requestsPerSecond: requests.average, p99Ms: latency.p99 };
}
