/**
 * `npm run bench -- lighthouse`: every public page of the site in Lighthouse, with its mobile preset. Prints medians, what costs a page something,
 * and fails when a median is below 100.
 *
 * Environment: `BENCH_RUNS` (default 5; 3 is the short form), `BENCH_ROUTES` (default all of the sitemap), `BENCH_OUT` (default
 * `tests/bench/lighthouse/results.json`).
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startBenchSite } from '../measure/bench-site';
import { areMet, type Limit } from '../measure/limits';
import { median } from '../measure/statistics';
import { type Audit, audit, CATEGORIES, type Category, type Time } from './audit';

const RUNS = Number(process.env.BENCH_RUNS ?? 5);
const OUT = process.env.BENCH_OUT ?? join(import.meta.dirname, 'results.json');

const site = await startBenchSite();
try {
  const routes = process.env.BENCH_ROUTES?.split(',') ?? (await publicRoutes(site.origin));
  const audits: Record<string, Audit[]> = {};
  // In turns, so that what else the machine does meets all pages.
  for (let run = 0; run < RUNS; run += 1) {
    for (const route of routes) {
      (audits[route] ??= []).push(await audit(site.origin + route));
      process.stdout.write('.');
    }
  }
  console.log(`\nLighthouse, mobile: medians of ${RUNS}; times in milliseconds`);
  console.table(Object.fromEntries(Object.entries(audits).map(([route, runs]) => [route, rowOf(runs)])));
  for (const [route, runs] of Object.entries(audits))
    for (const complaint of new Set(runs.flatMap(({ complaints }) => complaints))) console.log(`${route}: ${complaint}`);
  const limits = Object.entries(audits).flatMap(([route, runs]) => limitsOf(route, runs));
  writeFileSync(OUT, `${JSON.stringify({ runs: RUNS, audits, limits }, null, 2)}\n`);
  if (!areMet(limits)) process.exitCode = 1;
} finally {
  await site.stop();
}

async function publicRoutes(origin: string): Promise<string[]> {
  const sitemap = await (await fetch(`${origin}/sitemap.xml`)).text();
  return [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) => new URL(address).pathname);
}

function limitsOf(route: string, runs: readonly Audit[]): Limit[] {
  return CATEGORIES.map((category) => ({ what: `${route}: ${category}`, measured: scoreOf(runs, category), atLeast: 100 }));
}

/** Of 100. */
function scoreOf(runs: readonly Audit[], category: Category): number {
  return Math.round(100 * median(runs.map(({ scores }) => scores[category])));
}

function rowOf(runs: readonly Audit[]): Record<string, string> {
  const scores = CATEGORIES.map((category) => [category, String(scoreOf(runs, category))]);
  const spread = (time: Time): string => {
    const values = runs.map(({ times }) => times[time]).sort((a, b) => a - b);
    const shown = (value = Number.NaN) => (time === 'cls' ? value.toFixed(3) : Math.round(value).toString());
    return `${shown(median(values))} (${shown(values[0])}-${shown(values.at(-1))})`;
  };
  const times = (['fcp', 'lcp', 'tbt', 'cls', 'speedIndex'] as const).map((time) => [time, spread(time)]);
  return Object.fromEntries([...scores, ...times]) as Record<string, string>;
}
