/**
 * `npm run bench -- scale`: every call of the API and of the administration of accounts, and every list of the registry, on a PostgreSQL server with
 * as many members as no programme has yet. Prints how long each takes, and fails for one that is over its target or reads more of a table than it needs.
 *
 * Environment: `BENCH_DATABASE_URL`, a PostgreSQL server, as a superuser: auto_explain is loaded. A database of an earlier run there is used again;
 * `BENCH_MEMBERS` (default 200,000), `BENCH_TURNS` of each call (default 50), `BENCH_OUT` (default `tests/bench/scale/results.json`).
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Database } from '@site/platform/database';
import { openStorage } from '@site/platform/storage';
import { createTestDirectory } from '@site/platform/testing';
import { openProgramme } from '@site/server/testing/programme';
import { type Call, programmeCalls } from '@site/server/testing/programme-calls';
import { openExplained } from '@site/server/testing/statements';
import { median, quantile } from '../measure/statistics';
import { programmeDatabase } from './database';

const MEMBERS = Number(process.env.BENCH_MEMBERS ?? 200_000);
const SIZE = { members: MEMBERS, demos: 5, messages: MEMBERS / 2 };
const TURNS = Number(process.env.BENCH_TURNS ?? 50);
const SERVER = process.env.BENCH_DATABASE_URL ?? '';
const OUT = process.env.BENCH_OUT ?? join(import.meta.dirname, 'results.json');

/** Milliseconds. */
const MEDIAN_MS = 50;
const P99_MS = 200;
/** Turns that are not counted: code is compiled, connections are opened. */
const WARM_UP = 3;

interface Row {
  median: number;
  p99: number;
  /** The largest read of one table in one go. */
  rows: number;
  /** Why it is not as it should be; empty if it is. */
  problem: string;
}

/** Waits for what earlier calls left to the worker of sign-ups: it hashes a password for each, which takes the processor from the call that is timed. */
async function signupsAreDone(database: Database): Promise<void> {
  const waiting = async () =>
    (await database.query('select 1 from api.signup where outcome is null and attempt_after <= now() limit 1')).rows.length > 0;
  while (await waiting()) await setTimeout(50);
}

async function measure({ prepare }: Call): Promise<number[]> {
  const times: number[] = [];
  for (let turn = -WARM_UP; turn < TURNS; turn += 1) {
    const run = await prepare(turn + WARM_UP);
    const began = performance.now();
    await run();
    if (turn >= 0) times.push(performance.now() - began);
  }
  return times;
}

const directory = await createTestDirectory();
const storage = await openStorage({ dir: directory.path });
const { database, url } = await programmeDatabase(SERVER, SIZE);
const explained = await openExplained(url);
const [timed, looked] = [await openProgramme(database, storage), await openProgramme(explained.database, storage)];
const explainedCalls = programmeCalls(looked, SIZE);
const rows: Record<string, Row> = {};
try {
  for (const [index, call] of programmeCalls(timed, SIZE).entries()) {
    await signupsAreDone(database);
    const times = await measure(call);
    // Beside the times, because it takes time. A turn that nobody had yet.
    const run = await (explainedCalls[index] as Call).prepare(TURNS + WARM_UP);
    explained.reads();
    await run();
    const [largest] = explained.reads();
    const [middle, p99] = [median(times), quantile(times, 0.99)];
    const slow = middle > MEDIAN_MS ? [`${MEDIAN_MS} ms at the median`] : p99 > P99_MS ? [`${P99_MS} ms at p99`] : [];
    const reads =
      largest && largest.rows > call.mostRows ? [`${largest.by} of ${largest.rows} rows of ${largest.table} for ${largest.statement}`] : [];
    rows[call.name] = { median: middle, p99, rows: largest?.rows ?? 0, problem: [...slow, ...reads].join('; ') };
    process.stdout.write('.');
  }
} finally {
  await Promise.all([timed.close(), looked.close()]);
  await Promise.all([database.close(), explained.database.close()]);
  await directory.remove();
}

const round = (value: number): number => Math.round(value * 10) / 10;
console.log(`\n${MEMBERS} members: milliseconds of ${TURNS} calls, and rows that one read in one go`);
console.table(
  Object.fromEntries(
    Object.entries(rows).map(([name, { median: ms, p99, rows: read }]) => [name, { median: round(ms), p99: round(p99), rows: read }]),
  ),
);
const problems = Object.entries(rows).filter(([, { problem }]) => problem !== '');
for (const [name, { problem }] of problems) console.log(`MISSED  ${name}: ${problem}`);
if (problems.length > 0) process.exitCode = 1;
writeFileSync(OUT, `${JSON.stringify({ members: MEMBERS, turns: TURNS, node: process.version, calls: rows }, null, 2)}\n`);
