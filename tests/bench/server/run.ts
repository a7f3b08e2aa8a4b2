/**
 * `npm run bench -- server`: requests per second and p99 of the product API, on the embedded database and on a PostgreSQL server, beside a
 * bare Fastify handler and bare queries of the same databases; then documents and files of one edge. All in one run, interleaved: a round asks every address once.
 *
 * A target that is missed fails it.
 *
 * Environment: `BENCH_ROUNDS` (default 5), `BENCH_SECONDS` of one stretch of load (default 4), `BENCH_CONNECTIONS` (default 10), `BENCH_SLICES` of a
 * second for each side of what an edge is compared with (default 20),
 * `BENCH_DATABASE_URL` (an empty database of a PostgreSQL server; without it that part is left out and said so), `BENCH_OUT` (default
 * `tests/bench/server/results.json`).
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
// @ts-expect-error -- plain JavaScript without types: it runs before anything is installed
import { build } from '../../../scripts/start/build.mjs';
import { areMet } from '../measure/limits';
import { limitsOf, measureEdge, printEdge } from './edge';
import { loadTarget } from './load';
import type { Serving } from './serve';
import { printSummary, type Samples, summarize } from './summary';
import { type Target, targetsOf } from './targets';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const SECONDS = Number(process.env.BENCH_SECONDS ?? 4);
const CONNECTIONS = Number(process.env.BENCH_CONNECTIONS ?? 10);
const OUT = process.env.BENCH_OUT ?? join(import.meta.dirname, 'results.json');
const SLICES = Number(process.env.BENCH_SLICES ?? 20);
const WARM_UP_SECONDS = 1;
const RUN = join(import.meta.dirname, '../../../tools/program/bin/run.mjs');

interface Subject {
  database: string;
  targets: Target[];
  samples: Samples;
  stop(): Promise<void>;
}

async function startSubject(database: string, url: string): Promise<Subject> {
  const child = fork(RUN, [join(import.meta.dirname, 'serve.ts')], {
    execArgv: [],
    env: { ...process.env, NODE_ENV: 'production', BENCH_DATABASE_URL: url },
  });
  const ended = once(child, 'exit');
  const early = ended.then(() => Promise.reject(new Error(`The server on ${database} ended before it listened`)));
  const [serving] = (await Promise.race([once(child, 'message'), early])) as [Serving];
  early.catch(() => undefined);
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
  };
  return { database, targets: targetsOf(serving), samples: new Map(), stop };
}

async function loadAll({ targets, samples }: Subject, seconds: number, isKept: boolean): Promise<void> {
  for (const target of targets) {
    const load = await loadTarget(target, { duration: seconds }, CONNECTIONS);
    if (isKept) samples.set(target.name, [...(samples.get(target.name) ?? []), load]);
    process.stdout.write('.');
  }
}

const subjects: Subject[] = [];
try {
  subjects.push(await startSubject('PGlite', ''));
  if (process.env.BENCH_DATABASE_URL) subjects.push(await startSubject('PostgreSQL', process.env.BENCH_DATABASE_URL));
  else console.log('There is no PostgreSQL here: BENCH_DATABASE_URL is not set.');

  for (const subject of subjects) await loadAll(subject, WARM_UP_SECONDS, false);
  for (let round = 0; round < ROUNDS; round += 1) for (const subject of subjects) await loadAll(subject, SECONDS, true);
  process.stdout.write('\n');

  const databases = Object.fromEntries(subjects.map(({ database, targets, samples }) => [database, summarize(targets, samples)]));
  for (const [database, rows] of Object.entries(databases)) printSummary(database, rows);
  await (build as () => Promise<unknown>)();
  const edge = await measureEdge(SLICES);
  printEdge(edge);
  const limits = limitsOf(edge);
  if (!areMet(limits)) process.exitCode = 1;
  const settings = {
    rounds: ROUNDS,
    seconds: SECONDS,
    connections: CONNECTIONS,
    processors: availableParallelism(),
    node: process.version,
  };
  writeFileSync(OUT, `${JSON.stringify({ ...settings, databases, edge, limits }, null, 2)}\n`);
} finally {
  await Promise.all(subjects.map((subject) => subject.stop()));
}
