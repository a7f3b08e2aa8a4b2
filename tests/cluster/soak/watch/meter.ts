/** What processes hold: memory, open files, connections to the database. */
import { on } from 'node:events';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Database } from '@site/platform/database';
import type { Replica } from '../../shape/replica';
import type { Holdings, Series } from '../check/levels';

/** For the environment of processes that are to be measured. */
export const PROBED = { NODE_OPTIONS: `--import ${pathToFileURL(path.join(import.meta.dirname, 'probe.mjs')).href}` };

interface Memory {
  heapUsed: number;
  external: number;
  rss: number;
}

const MEBIBYTE = 2 ** 20;
/** Node moves between sizes of its heap that are some mebibytes apart, and code is compiled for the first time now and then. */
const HEAP_MAY_GROW = 16;
/** Beside the heap, allocators keep what was free once. */
const RSS_MAY_GROW = 64;

async function measure(replica: Replica): Promise<Memory> {
  const child = replica.process();
  const answers = on(child, 'message', { close: ['exit'] });
  child.send({ type: 'measure' });
  for await (const [message] of answers as AsyncIterable<[{ type?: string } & Memory]>) if (message.type === 'measured') return message;
  throw new Error(`${replica.name} has ended while it was measured.`);
}

export interface Meter {
  /** Measures the memory of each process. */
  sample(): Promise<void>;
  series(): Series[];
}

/** @param replicas Those that run all the time. */
export function createMeter(replicas: readonly Replica[]): Meter {
  const beganAt = performance.now();
  const points = new Map<string, [number, number][]>();
  const add = (name: string, bytes: number) => {
    const at = (performance.now() - beganAt) / 60_000;
    points.set(name, [...(points.get(name) ?? []), [at, bytes / MEBIBYTE]]);
  };
  return {
    async sample() {
      for (const replica of replicas) {
        const { heapUsed, external, rss } = await measure(replica);
        add(`${replica.name}, heap`, heapUsed + external);
        add(`${replica.name}, resident`, rss);
      }
    },
    series: () =>
      [...points].map(([name, all]) => ({ name, points: all, unit: 'MiB', mayGrow: name.endsWith('heap') ? HEAP_MAY_GROW : RSS_MAY_GROW })),
  };
}

/** Open files and connections of processes, at this moment. */
export async function holdings(replicas: readonly Replica[], database: Database): Promise<Holdings> {
  const held = new Map<string, number>();
  for (const replica of replicas) held.set(`open files of ${replica.name}`, (await readdir(`/proc/${replica.process().pid}/fd`)).length);
  const { rows } = await database.query<{ usename: string; count: number }>(
    `select usename, count(*)::int as count from pg_stat_activity where usename is not null and pid <> pg_backend_pid() group by usename`,
  );
  for (const { usename, count } of rows) held.set(`connections of ${usename}`, count);
  return held;
}
