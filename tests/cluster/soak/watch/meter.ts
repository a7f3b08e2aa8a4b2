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
const RSS_MAY_GROW = 96;
/** Of each release: its bundle and its files, as long as there is room for them among some hundred mebibytes. */
const EDGE_KEEPS = 1;

type Point = [minutes: number, mebibytes: number];

async function measure(replica: Replica): Promise<Memory> {
  const child = replica.process();
  const answers = on(child, 'message', { close: ['exit'] });
  child.send({ type: 'measure' });
  for await (const [message] of answers as AsyncIterable<[{ type?: string } & Memory]>) if (message.type === 'measured') return message;
  throw new Error(`${replica.name} has ended while it was measured.`);
}

interface Meter {
  /** Measures the memory of each process. */
  sample(): Promise<void>;
  /** @param released How many releases were published meanwhile. */
  series(released: number): Series[];
}

/** @param replicas Those that run all the time. */
export function createMeter(replicas: readonly Replica[]): Meter {
  const beganAt = performance.now();
  const points = replicas.map((replica) => ({ replica, heap: [] as Point[], resident: [] as Point[] }));
  return {
    async sample() {
      for (const { replica, heap, resident } of points) {
        const { heapUsed, external, rss } = await measure(replica);
        const at = (performance.now() - beganAt) / 60_000;
        heap.push([at, (heapUsed + external) / MEBIBYTE]);
        resident.push([at, rss / MEBIBYTE]);
      }
    },
    series: (released) =>
      points.flatMap(({ replica: { name, role }, heap, resident }) => {
        const kept = role === 'edge' ? released * EDGE_KEEPS : 0;
        return [
          { name: `${name}, heap`, points: heap, unit: 'MiB', mayGrow: HEAP_MAY_GROW + kept },
          { name: `${name}, resident`, points: resident, unit: 'MiB', mayGrow: RSS_MAY_GROW + kept },
        ];
      }),
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
