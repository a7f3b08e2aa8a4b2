/** One stretch of load on one address. */
import autocannon from 'autocannon';
export interface Asked {
  name: string;
  url: string;
  method: 'GET' | 'POST';
  headers?: Record<string, string>;
  body?: string;
}

export interface Load {
  requestsPerSecond: number;
  /** 99 of 100 answers took at most this long. */
  p99Ms: number;
}

/** @throws Error if an answer is no success: refusals are fast, and would count as speed. */
export async function loadTarget({ name, url, method, headers, body }: Asked, seconds: number, connections: number): Promise<Load> {
  const result = await autocannon({ url, method, connections, duration: seconds, ...(headers && { headers }), ...(body && { body }) });
  const { errors, non2xx, requests, latency } = result;
  if (errors > 0 || non2xx > 0 || requests.total === 0)
    throw new Error(`${name}: ${errors} errors and ${non2xx} refusals in ${requests.total} answers`);
  return { requestsPerSecond: requests.average, p99Ms: latency.p99 };
}
