/**
 * `npm run bench -- returning`: how many bytes a visitor downloads who was here before, after a change of one line somewhere. Each change is
 * built from the sources, released, and visited by browsers that have visited the site as it was: one that takes files as their difference from
 * what it holds (RFC 9842), one that does not, and beside them one on the same source as one application.
 *
 * Environment: `BENCH_ROUTE` (default `/`), `BENCH_OUT` (default `tests/bench/returning/results.json`).
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { chromium, type Browser } from 'playwright-core';
import { type BenchSite, startBenchSite } from '../measure/bench-site';
import { browserOptions } from '../measure/browser';
import { type Handler, listen, proxyHandler, staticHandler } from '../measure/h2-server';
import { loadPage, newContext } from '../measure/page-load';
import { buildMonolith } from '../variants/build-variants';
import { clientDocument } from '../variants/client-document';
import type { Edit } from '../variants/edit';
import { CHANGES } from './changes';
import { buildEdited, Releases } from './releases';

const ROUTE = process.env.BENCH_ROUTE ?? '/';
const OUT = process.env.BENCH_OUT ?? join(import.meta.dirname, 'results.json');
/** Browsers take files as dictionaries in their own time. */
const STORED_MS = 2_000;

/** Bytes of the two visits, documents and headers included. */
interface Visits {
  first: number;
  second: number;
}

interface Row {
  change: string;
  ours: Visits;
  withoutDictionaries: Visits;
  oneApplication: Visits;
  most: number;
}

/** A visitor who was here before, with a browser and an origin of their own. */
async function visitor(browser: Browser, before: Handler) {
  let handler = before;
  const server = await listen((req, res) => handler(req, res));
  const context = await newContext(browser);
  const visit = async (): Promise<number> => (await loadPage(context, server.origin + ROUTE, null)).transferred;
  const first = await visit();
  await delay(STORED_MS);
  return async (after: Handler): Promise<Visits> => {
    handler = after;
    const second = await visit();
    await context.close();
    await server.close();
    return { first, second };
  };
}

/** The site, as it answers a browser that knows nothing of dictionaries. */
function withoutDictionaries(origin: string): Handler {
  const handler = proxyHandler(origin);
  return (req, res) => {
    delete req.headers['available-dictionary'];
    handler(req, res);
  };
}

async function monolith(folder: string, site: BenchSite, edit: Edit | null): Promise<Handler> {
  const composition = await site.composition();
  const page = clientDocument(await buildMonolith(folder, edit), composition);
  const documents = {
    '/composition.json': { type: 'application/json', body: JSON.stringify(composition) },
    '/params.json': { type: 'application/json', body: JSON.stringify(composition.params) },
  };
  return staticHandler({ folders: { '/': folder }, documents, page });
}

async function measure(browser: Browser, site: BenchSite, folder: string): Promise<Row[]> {
  const releases = await Releases.of(site.origin, process.env.SITE_DATA_DIR ?? '');
  const [ours, plain] = [proxyHandler(site.origin), withoutDictionaries(site.origin)];
  const whole = await monolith(join(folder, 'monolith'), site, null);
  const rows: Row[] = [];
  for (const [index, { name, part, edit, most }] of CHANGES.entries()) {
    const version = `1.0.1-bench.${index}`;
    if (part && edit) await releases.publish(await buildEdited(part, version, edit));
    const changed = edit ? await monolith(join(folder, `monolith-${index}`), site, edit) : whole;
    const visitors = [await visitor(browser, ours), await visitor(browser, plain), await visitor(browser, whole)] as const;
    const before = part && (await releases.versionOf(part));
    if (part) await releases.promote(part, version);
    rows.push({
      change: name,
      ours: await visitors[0](ours),
      withoutDictionaries: await visitors[1](plain),
      oneApplication: await visitors[2](changed),
      most,
    });
    if (part && before !== null) await releases.promote(part, before);
    process.stdout.write('.');
  }
  process.stdout.write('\n');
  return rows;
}

const shareOf = ({ first, second }: Visits): number => second / first;
const percent = (share: number): string => `${(100 * share).toFixed(1)}%`;
const cell = (visits: Visits): string => `${visits.second} (${percent(shareOf(visits))})`;

const folder = mkdtempSync(join(tmpdir(), 'site-bench-'));
const site = await startBenchSite();
const browser = await chromium.launch(browserOptions());
try {
  const rows = await measure(browser, site, folder);
  const missed = rows.filter(({ ours, most }) => shareOf(ours) > most);
  console.log('\nBytes of a second visit after a change, and their share of the first visit');
  console.table(
    rows.map(({ change, ours, withoutDictionaries: plain, oneApplication, most }) => ({
      changed: change,
      'this site': cell(ours),
      'without dictionaries': cell(plain),
      'one application': cell(oneApplication),
      'at most': percent(most),
      holds: shareOf(ours) <= most,
    })),
  );
  writeFileSync(OUT, `${JSON.stringify({ route: ROUTE, rows }, null, 2)}\n`);
  if (missed.length > 0) process.exitCode = 1;
} finally {
  await browser.close();
  await site.stop();
  rmSync(folder, { recursive: true, force: true });
}
