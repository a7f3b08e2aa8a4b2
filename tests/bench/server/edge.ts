/**
 * Documents and files of one edge in brotli, beside bare Fastify with the same bytes and `@fastify/static` with the same file; then the document
 * through the project's nginx, beside nginx with the document as a file.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Limit } from '../measure/limits';
import { compare, type Comparison } from './compare';
import { withProxies } from './proxies';
import type { ServingEdge } from './serve-edge';
import { usedSeconds } from './used-seconds';

const RUN = join(import.meta.dirname, '../../../tools/program/bin/run.mjs');
const LEAST_RATIO = 0.8;
const MOST_P99_MS = 20;

/** @param slices Of each side. @returns By what is compared. */
export async function measureEdge(slices: number): Promise<Record<string, Comparison>> {
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
    const side = (url: string) => ({ url, usedSeconds: () => usedSeconds([child.pid ?? 0]) });
    const [{ edge, bare, files, asset, page }] = (await Promise.race([once(child, 'message'), early])) as [ServingEdge];
    const proxied = await withProxies(edge, await readFile(page), (cached, file) => compare(cached, file, slices));
    return {
      'a document, to bare Fastify': await compare(side(`${edge}/`), side(`${bare}/`), slices),
      'a file, to @fastify/static': await compare(side(edge + asset.edge), side(files + asset.files), slices),
      'a document through nginx, to nginx with it as a file': proxied,
    };
  } finally {
    child.kill('SIGTERM');
    await ended;
  }
}

export const limitsOf = (rows: Record<string, Comparison>): Limit[] =>
  Object.entries(rows).flatMap(([name, { ratio, p99Ms }]) => [
    { what: `${name}: answers`, measured: ratio, atLeast: LEAST_RATIO },
    { what: `${name}: p99, ms`, measured: p99Ms, atMost: MOST_P99_MS },
  ]);

export function printEdge(rows: Record<string, Comparison>): void {
  const round = (ratio: number) => Math.round(ratio * 100) / 100;
  console.log(
    '\nOne edge in brotli: medians of slices; ratios are of answers per second of processor, to the slice beside, more is faster',
  );
  console.table(
    Object.fromEntries(
      Object.entries(rows).map(([name, { requestsPerSecond, p99Ms, ratio, quartiles }]) => [
        name,
        { 'requests/s': Math.round(requestsPerSecond), 'p99 ms': p99Ms, ratio: round(ratio), quartiles: quartiles.map(round).join('-') },
      ]),
    ),
  );
}
