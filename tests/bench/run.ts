/**
 * `npm run bench`: how fast the composed site is beside the same source built as one webpack application and as Module Federation by the
 * book. All in one run, interleaved, cold caches, the processor four times slower. Prints ratios and writes them as JSON.
 *
 * Environment: `BENCH_RUNS` (default 7), `BENCH_ROUTE` (default `/`), `BENCH_OUT` (default `tests/bench/results.json`).
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser } from 'playwright-core';
import { listen, proxyHandler, staticHandler, type BenchServer } from './measure/h2-server';
import { loadPage, NETWORKS, newContext, type PageLoad } from './measure/page-load';
import { printReport, summarize, type Samples } from './measure/report';
import { startBenchSite, type BenchSite } from './measure/bench-site';
import { browserOptions } from './measure/browser';
import { buildMonolith, buildTextbook } from './variants/build-variants';
import { clientDocument } from './variants/client-document';
import { REMOTES } from './variants/variant-configs';

const RUNS = Number(process.env.BENCH_RUNS ?? 7);
const ROUTE = process.env.BENCH_ROUTE ?? '/';
const OUT = process.env.BENCH_OUT ?? join(import.meta.dirname, 'results.json');

/** A query that the edge does not know makes it leave rendering to the browser. */
const WITHOUT_PRERENDERING = '?render=browser';

export interface Variant {
  name: string;
  url: string;
}

async function startVariants(folder: string, site: BenchSite): Promise<{ servers: BenchServer[]; variants: Variant[] }> {
  const composition = await site.composition();
  const documents = {
    '/composition.json': { type: 'application/json', body: JSON.stringify(composition) },
    '/params.json': { type: 'application/json', body: JSON.stringify(composition.params) },
  };
  const [monolithFolder, textbookFolder] = [join(folder, 'monolith'), join(folder, 'textbook')];
  console.log('Building the monolith and the federation by the book...');
  const monolithPage = clientDocument(await buildMonolith(monolithFolder), composition);
  const textbookPage = clientDocument(await buildTextbook(textbookFolder), null);
  const textbookFolders = {
    ...Object.fromEntries(REMOTES.map((name) => [`/${name}/`, join(textbookFolder, name)])),
    '/': join(textbookFolder, 'host'),
  };
  const [monolith, textbook, ours] = await Promise.all([
    listen(staticHandler({ folders: { '/': monolithFolder }, documents, page: monolithPage })),
    listen(staticHandler({ folders: textbookFolders, documents, page: textbookPage })),
    listen(proxyHandler(site.origin)),
  ]);
  return {
    servers: [monolith, textbook, ours],
    variants: [
      { name: 'one application', url: monolith.origin + ROUTE },
      { name: 'federation by the book', url: textbook.origin + ROUTE },
      { name: 'this site', url: ours.origin + ROUTE },
      { name: 'this site, not prerendered', url: ours.origin + ROUTE + WITHOUT_PRERENDERING },
    ],
  };
}

async function measure(browser: Browser, variants: Variant[]): Promise<Samples> {
  const samples: Samples = {};
  for (const [networkName, network] of Object.entries(NETWORKS)) {
    for (let run = 0; run < RUNS; run += 1) {
      for (const { name, url } of variants) {
        const context = await newContext(browser);
        const load: PageLoad = await loadPage(context, url, network);
        await context.close();
        ((samples[networkName] ??= {})[name] ??= []).push(load);
        process.stdout.write('.');
      }
    }
  }
  process.stdout.write('\n');
  return samples;
}

const folder = mkdtempSync(join(tmpdir(), 'site-bench-'));
const site = await startBenchSite();
const browser = await chromium.launch(browserOptions());
try {
  const { servers, variants } = await startVariants(folder, site);
  const samples = await measure(browser, variants);
  const summary = summarize(samples);
  printReport(summary);
  writeFileSync(OUT, `${JSON.stringify({ route: ROUTE, runs: RUNS, ...summary }, null, 2)}\n`);
  await Promise.all(servers.map((server) => server.close()));
} finally {
  await browser.close();
  await site.stop();
  rmSync(folder, { recursive: true, force: true });
}
