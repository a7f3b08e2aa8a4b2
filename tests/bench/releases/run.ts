/**
 * `npm run bench -- releases`: how long a promotion takes until documents have it, whether commands grow with the history, and what a canary,
 * a publication, many remotes and previews cost. Milliseconds are of this machine; what is compared is measured in one run, in turns. It fails when a target
 * is missed.
 *
 * Environment: `BENCH_PARTS` (default `embedded,apart,history,remotes,previews`; `cut` is of `apart` only what compares cut connections), `BENCH_PROMOTIONS` of one kind (default 40), `BENCH_REVISIONS` (default
 * 2,000), `BENCH_REMOTES` (default 200), `BENCH_PREVIEWS` (default 50), `BENCH_LOADED` promotions under load (default 20), `BENCH_ROUNDS` (default 5), `BENCH_SECONDS` of one stretch of load (default 4), `BENCH_CONNECTIONS` (default 10),
 * `BENCH_DATABASE_URL` (a PostgreSQL server; without it `apart` is left out, and `history` is on the embedded database), `BENCH_OUT`
 * (default `tests/bench/releases/results.json`).
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { type Database, openDatabase } from '@site/platform/database';
// @ts-expect-error -- plain JavaScript without types: it runs before anything is installed
import { build } from '../../../scripts/start/build.mjs';
import { besideCanary, besidePublishing } from './documents-beside';
import { untilRendered } from './documents';
import { measureHistory } from './history';
import { measureManyRemotes } from './many-remotes';
import { measurePreviewMemory } from './preview-memory';
import { type RegistryProcess, startEdge, startRegistry } from './processes';
import {
  BARE_REMOTE,
  foresee,
  goLive,
  measureInTurns,
  measurePromotions,
  type Promotions,
  publishBare,
  publishBuild,
  REMOTE,
} from './promotion';
import { Targets } from './targets';
import { promoteUnderLoad } from './under-load';

const PARTS = new Set((process.env.BENCH_PARTS ?? 'embedded,apart,history,remotes,previews').split(','));
const PROMOTIONS = Number(process.env.BENCH_PROMOTIONS ?? 40);
const LOADED = Number(process.env.BENCH_LOADED ?? 20);
const REVISIONS = Number(process.env.BENCH_REVISIONS ?? 2_000);
const REMOTES = Number(process.env.BENCH_REMOTES ?? 200);
const PREVIEWS = Number(process.env.BENCH_PREVIEWS ?? 50);
const LOAD = {
  rounds: Number(process.env.BENCH_ROUNDS ?? 5),
  seconds: Number(process.env.BENCH_SECONDS ?? 4),
  connections: Number(process.env.BENCH_CONNECTIONS ?? 10),
};
const OUT = process.env.BENCH_OUT ?? join(import.meta.dirname, 'results.json');
const SERVER = process.env.BENCH_DATABASE_URL;

const folder = mkdtempSync(join(tmpdir(), 'site-bench-'));
const targets = new Targets();
/** So many newer versions of a part keep an older one from being foreseen. */
const NEWER = 2;
/** Above the longest pause between attempts to connect again. */
const LISTENING_TIMEOUT_MS = 10_000;
const results: Record<string, unknown> = { processors: availableParallelism(), node: process.version };
const numbered = (major: number, count: number): string[] => Array.from({ length: count }, (_, index) => `${major}.0.${index}`);

/** A process with registry and edge on the embedded database. */
async function embedded(): Promise<void> {
  const site = await startRegistry(join(folder, 'embedded'), 'registry,edge');
  try {
    await goLive(site);
    const versions = numbered(91, PROMOTIONS);
    const releases = join(folder, 'embedded-releases');
    await publishBuild(site, releases, [...versions, ...numbered(92, NEWER)]);
    await publishBare(site, releases, versions);
    const options = { registry: site, edges: [site.origin] };
    const bare = await measurePromotions({ ...options, versions, remote: BARE_REMOTE });
    printPromotions('one process, embedded database, nothing to render', bare);
    const unforeseen = await measurePromotions({ ...options, versions, remote: REMOTE });
    printPromotions(`one process, embedded database, the pages of ${REMOTE} not rendered ahead`, unforeseen);
    const ahead = await measurePromotions({
      ...options,
      remote: REMOTE,
      versions: numbered(93, PROMOTIONS),
      before: (version) => foresee(site, options.edges, releases, version),
    });
    printPromotions(`one process, embedded database, the pages of ${REMOTE} rendered ahead`, ahead);
    targets.promotions('one process', { ahead, unforeseen });
    const underLoad = await promoteUnderLoad({
      ...options,
      versions: numbered(94, LOADED),
      connections: LOAD.connections,
      before: (version) => foresee(site, options.edges, releases, version),
    });
    targets.underLoad('one process', underLoad);
    const canary = await besideCanary(site, '92.0.0', LOAD);
    print('documents per second for a visitor who gets a candidate, beside those without a canary', canary.again);
    print('documents per second for visitors who come for the first time during a canary, beside those without one', canary.first);
    const publishing = await besidePublishing(site, join(folder, 'published'), LOAD);
    print('documents per second while releases of 60 files are published to the same process, beside those otherwise', publishing);
    targets.beside(canary, publishing);
    Object.assign(results, { embedded: { bare, unforeseen, ahead, underLoad }, canary, publishing });
  } finally {
    await site.stop();
  }
}

interface Apart {
  registry: RegistryProcess;
  database: Database;
  /** Origins. */
  edges: string[];
}

/** A registry and two edges, a process each, on a PostgreSQL server. */
async function withEdges(url: string, work: (apart: Apart) => Promise<void>): Promise<void> {
  const registry = await startRegistry(join(folder, 'registry'), 'registry', url);
  const database = await openDatabase({ url, poolSize: 1 });
  const edges = await Promise.all(['one', 'two'].map((name) => startEdge(registry, join(folder, name))));
  try {
    await goLive(registry);
    await work({ registry, database, edges: edges.map(({ origin }) => origin) });
  } finally {
    await Promise.all(edges.map((edge) => edge.stop()));
    await registry.stop();
    await database.close();
    await Promise.all(['registry', 'one', 'two'].map((name) => rm(join(folder, name), { recursive: true, force: true })));
  }
}

type TurnsOptions = Pick<Parameters<typeof measureInTurns>[0], 'registry' | 'edges' | 'prepare' | 'before'>;

/** Promotions for which the edges have prepared, every second one with the connections cut over which the registry listens. */
async function aheadInTurns(options: TurnsOptions): Promise<{ ahead: Promotions; cutAhead: Promotions }> {
  const [ahead, cutAhead] = await measureInTurns({ ...options, remote: REMOTE, versions: numbered(93, 2 * PROMOTIONS) });
  printPromotions(`two edges, PostgreSQL, the pages of ${REMOTE} rendered ahead`, ahead);
  printPromotions(`two edges, PostgreSQL, the pages of ${REMOTE} rendered ahead, what listens cut off just before`, cutAhead);
  const ratio = (quantile: 'p50' | 'p99'): number => round(cutAhead.servedMs[quantile] / ahead.servedMs[quantile]);
  console.log(`\nServed, cut off beside not cut off, measured in turns: ${ratio('p50')} times at p50, ${ratio('p99')} times at p99`);
  return { ahead, cutAhead };
}

/** Only that comparison, which takes the shortest. */
const cut = (url: string): Promise<void> =>
  withEdges(url, async ({ registry, database, edges }) => {
    const prepare = (version: string): Promise<void> => foresee(registry, edges, join(folder, 'cut-releases'), version);
    Object.assign(results, { cut: await aheadInTurns({ registry, edges, prepare, before: () => cutListeners(database) }) });
  });

const apart = (url: string): Promise<void> =>
  withEdges(url, async ({ registry, database, edges }) => {
    const [versions, later] = [numbered(91, PROMOTIONS), numbered(92, PROMOTIONS)];
    const releases = join(folder, 'apart-releases');
    await publishBuild(registry, releases, [...versions, ...numbered(92, NEWER)]);
    await publishBare(registry, releases, [...versions, ...later]);
    const options = { registry, edges };
    const bare = await measurePromotions({ ...options, remote: BARE_REMOTE, versions });
    printPromotions('two edges, PostgreSQL, nothing to render', bare);
    const cut = await measurePromotions({ ...options, remote: BARE_REMOTE, versions: later, before: () => cutListeners(database) });
    printPromotions('two edges, PostgreSQL, nothing to render, what listens for notifications cut off just before', cut);
    const unforeseen = await measurePromotions({ ...options, remote: REMOTE, versions });
    printPromotions(`two edges, PostgreSQL, the pages of ${REMOTE} not rendered ahead`, unforeseen);
    const prepare = (version: string): Promise<void> => foresee(registry, options.edges, releases, version);
    const { ahead, cutAhead } = await aheadInTurns({ ...options, prepare, before: () => cutListeners(database) });
    targets.promotions('two edges', { ahead, unforeseen, cutAhead });
    const underLoad = await promoteUnderLoad({
      ...options,
      versions: numbered(96, LOADED),
      connections: LOAD.connections,
      before: prepare,
    });
    targets.underLoad('two edges', underLoad);
    Object.assign(results, { apart: { bare, cut, unforeseen, ahead, cutAhead, underLoad } });
  });

/**
 * Waits until somebody listens again: a promotion may be served sooner.
 * @throws Error if nobody does for some seconds: then it would not be what is measured.
 */
async function cutListeners(database: Database): Promise<void> {
  const deadline = Date.now() + LISTENING_TIMEOUT_MS;
  while (Date.now() < deadline) {
    const { rows } = await database.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query ilike 'listen%'",
    );
    if (rows.length > 0) return;
    await setTimeout(10);
  }
  throw new Error('Nobody listens for notifications');
}

async function history(databaseUrl: string | undefined): Promise<void> {
  const size = { parts: 20, releases: 200, revisions: REVISIONS };
  const { few, many } = await measureHistory({ folder: join(folder, 'history'), databaseUrl, ...size });
  const rows = Object.entries(few).map(([name, ms]) => {
    const later = many[name as keyof typeof many];
    return [name, { '100 revisions, ms': round(ms), [`${REVISIONS} revisions, ms`]: round(later), ratio: round(later / ms) }];
  });
  console.log(`\n20 parts in 200 releases, ${databaseUrl === undefined ? 'embedded database' : 'PostgreSQL'}: medians`);
  console.table(Object.fromEntries(rows));
  targets.history(many);
  Object.assign(results, { history: { few, many } });
}

/** A process with registry and edge, and one with as many remotes as no site has. */
async function remotes(): Promise<void> {
  const few = await startRegistry(join(folder, 'few-remotes'), 'registry,edge');
  const many = await startRegistry(join(folder, 'many-remotes'), 'registry,edge');
  try {
    await goLive(few);
    await goLive(many);
    const options = { folder: join(folder, 'remotes-releases'), remotes: REMOTES, promotions: PROMOTIONS };
    const measured = await measureManyRemotes({ few, many }, options);
    console.log(`\nA few remotes and ${REMOTES}: the document of /, and ${PROMOTIONS} promotions of one remote, medians`);
    console.table(measured);
    targets.manyRemotes(measured);
    Object.assign(results, { remotes: measured });
  } finally {
    await few.stop();
    await many.stop();
  }
}

/** A registry and an edge that is asked for many previews. */
async function previews(): Promise<void> {
  const registry = await startRegistry(join(folder, 'previews'), 'registry');
  try {
    await goLive(registry);
    const versions = numbered(91, PREVIEWS);
    await publishBuild(registry, join(folder, 'previews-releases'), versions);
    const edge = await startEdge(registry, join(folder, 'previews-edge'));
    try {
      await untilRendered(edge.origin);
      const memory = await measurePreviewMemory(registry, edge, versions);
      console.log(`\nMemory of an edge while ${PREVIEWS} previews are opened, each on three pages`);
      console.table(Object.fromEntries(Object.entries(memory).map(([name, mb]) => [name, round(mb)])));
      targets.previews(memory);
      Object.assign(results, { previews: memory });
    } finally {
      await edge.stop();
    }
  } finally {
    await registry.stop();
  }
}

function printPromotions(what: string, { answeredMs, servedMs, switchedMs, unrendered }: Promotions): void {
  console.log(`\n${PROMOTIONS} promotions, ${what}: milliseconds; first documents left to the browser: ${unrendered}`);
  const row = ({ p50, p99 }: Promotions['servedMs']) => ({ p50: round(p50), p99: round(p99) });
  console.table({ 'command answered': row(answeredMs), 'served by every edge': row(servedMs), 'switch of an edge': row(switchedMs) });
}

function print(what: string, figures: object): void {
  console.log(`\n${what}: medians of ${LOAD.rounds} rounds`);
  console.table([Object.fromEntries(Object.entries(figures).map(([name, value]: [string, number]) => [name, round(value)]))]);
}

const round = (value: number): number => Math.round(value * 100) / 100;

/** Each part of the bench has an empty database. */
async function withDatabase(server: string, name: string, work: (url: string) => Promise<void>): Promise<void> {
  const url = new URL(server);
  url.pathname = `/${name}`;
  const onServer = async (statement: string): Promise<void> => {
    const database = await openDatabase({ url: server, poolSize: 1 });
    try {
      await database.query(statement);
    } finally {
      await database.close();
    }
  };
  await onServer(`create database ${name}`);
  try {
    await work(url.href);
  } finally {
    await onServer(`drop database ${name} with (force)`);
  }
}

try {
  await (build as () => Promise<unknown>)();
  if (!SERVER) console.log('There is no PostgreSQL here: BENCH_DATABASE_URL is not set.');
  if (PARTS.has('embedded')) await embedded();
  if (PARTS.has('apart') && SERVER) await withDatabase(SERVER, 'bench_apart', apart);
  if (PARTS.has('cut') && SERVER) await withDatabase(SERVER, 'bench_cut', cut);
  if (PARTS.has('history')) await (SERVER ? withDatabase(SERVER, 'bench_history', history) : history(undefined));
  if (PARTS.has('remotes')) await remotes();
  if (PARTS.has('previews')) await previews();
  writeFileSync(OUT, `${JSON.stringify(results, null, 2)}\n`);
  if (!targets.areMet()) process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
