/** Documents and files of one edge in brotli, beside bare Fastify with the same bytes and `@fastify/static` with the same file. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { median } from '../measure/statistics';
import { loadTarget, type Load } from './load';
import type { ServingEdge } from './serve-edge';

export interface EdgeRow {
  requestsPerSecond: number;
  p99Ms: number;
  /** Requests per second as a part of those of the other in the same round. */
  ratio: number;
}

interface EdgeBenchOptions {
  rounds: number;
  seconds: number;
}

const RUN = join(import.meta.dirname, '../../../tools/program/bin/run.mjs');
const CONNECTIONS = 16;
/** Until what is asked all the time has been compiled for it. */
const WARM_UP_SECONDS = 3;

/** @returns Rows by what is compared. */
export async function measureEdge({ rounds, seconds }: EdgeBenchOptions): Promise<Record<string, EdgeRow>> {
  const child = fork(RUN, [join(import.meta.dirname, 'serve-edge.ts')], {
    execArgv: [],
    env: { ...process.env, NODE_ENV: 'production' },
    // Its log is as long as that of any edge, and goes nowhere.
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const ended = once(child, 'exit');
  const early = ended.then(() => Promise.reject(new Error('The edge ended before it listened')));
  early.catch(() => undefined);
  try {
    const [{ edge, bare, files, asset }] = (await Promise.race([once(child, 'message'), early])) as [ServingEdge];
    return {
      'a document, to bare Fastify': await compare(`${edge}/`, `${bare}/`, rounds, seconds),
      'a file, to @fastify/static': await compare(edge + asset.edge, files + asset.files, rounds, seconds),
    };
  } finally {
    child.kill('SIGTERM');
    await ended;
  }
}

async function compare(url: string, otherUrl: string, rounds: number, seconds: number): Promise<EdgeRow> {
  const load = (address: string, duration: number): Promise<Load> => {
    const headers = { 'accept-encoding': 'br' };
    return loadTarget({ name: address, beside: 'bare query', url: address, method: 'GET', headers }, duration, CONNECTIONS);
  };
  for (const address of [url, otherUrl]) await load(address, WARM_UP_SECONDS);
  const loads: [Load, Load][] = [];
  for (let round = 0; round < rounds; round += 1) {
    loads.push([await load(url, seconds), await load(otherUrl, seconds)]);
    process.stdout.write('.');
  }
  return {
    requestsPerSecond: median(loads.map(([own]) => own.requestsPerSecond)),
    p99Ms: median(loads.map(([own]) => own.p99Ms)),
    ratio: median(loads.map(([own, other]) => own.requestsPerSecond / other.requestsPerSecond)),
  };
}

export function printEdge(rows: Record<string, EdgeRow>): void {
  console.log('\nOne edge in brotli: medians; ratios are to the other of the same round, more is faster');
  console.table(
    Object.fromEntries(
      Object.entries(rows).map(([name, { requestsPerSecond, p99Ms, ratio }]) => [
        name,
        { 'requests/s': Math.round(requestsPerSecond), 'p99 ms': p99Ms, ratio: Math.round(ratio * 100) / 100 },
      ]),
    ),
  );
}
