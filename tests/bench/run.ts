/**
 * `npm run bench -- pages`: how fast the composed site is beside the same source built as one webpack application, rendered ahead of time as the
 * site is, and as Module Federation by the book. All in one run, interleaved, cold caches, the processor four times slower. Prints medians,
 * quartiles and ratios, writes them as JSON, and fails when a target is missed.
 *
 * Environment: `BENCH_RUNS` (default 15), `BENCH_ROUTES` (default `/,/practice,/draft`), `BENCH_OUT` (default `tests/bench/results.json`).
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser } from 'playwright-core';
import { html, json, listen, proxyHandler, staticHandler, type Text, withCallsTo } from './measure/h2-server';
import { areMet } from './measure/limits';
import { loadPage, NETWORKS, newContext } from './measure/page-load';
import { BASE, BOOK, OURS, OURS_CLIENT, printMedians, printMessages, limitsOf, type Samples, summarize } from './measure/report';
import { startBenchSite, type BenchSite } from './measure/bench-site';
import { browserOptions } from './measure/browser';
import { buildMonolith, buildTextbook } from './variants/build-variants';
import { clientDocument, manifestOf, prerendered } from './variants/documents';
import { REMOTES } from './variants/remotes';

const RUNS = Number(process.env.BENCH_RUNS ?? 15);
const ROUTES = (process.env.BENCH_ROUTES ?? '/,/practice,/draft').split(',');
const OUT = process.env.BENCH_OUT ?? join(import.meta.dirname, 'results.json');

/** A query that the edge does not know makes it leave rendering to the browser. */
const WITHOUT_PRERENDERING = '?render=browser';

interface Variants {
  /** Addresses by what is measured. */
  addresses(route: string): Record<string, string>;
  close(): Promise<unknown>;
}

async function startVariants(folder: string, site: BenchSite): Promise<Variants> {
  const composition = await site.composition();
  const params = { '/params.json': json(composition.params) };
  const [monolithFolder, textbookFolder] = [join(folder, 'monolith'), join(folder, 'textbook')];
  console.log('Building the one application and the federation by the book...');
  const [built, bookScripts] = [await buildMonolith(monolithFolder), await buildTextbook(textbookFolder)];
  const pages: Record<string, Text> = {};
  for (const route of ROUTES) {
    Object.assign(pages, { [route]: await prerendered(route, built, site) }, await manifestOf(route, site));
  }
  const bookFolders = {
    ...Object.fromEntries(REMOTES.map((name) => [`/${name}/`, join(textbookFolder, name)])),
    '/': join(textbookFolder, 'host'),
  };
  const [monolith, textbook, ours] = await Promise.all([
    listen(withCallsTo(site.origin, staticHandler({ folders: { '/': monolithFolder }, texts: { ...params, ...pages } }))),
    listen(
      withCallsTo(
        site.origin,
        staticHandler({
          folders: bookFolders,
          texts: { ...params, '/composition.json': json(composition) },
          otherwise: html(clientDocument(bookScripts)),
        }),
      ),
    ),
    listen(proxyHandler(site.origin)),
  ]);
  return {
    addresses: (route) => ({
      [BASE]: monolith.origin + route,
      [BOOK]: textbook.origin + route,
      [OURS]: ours.origin + route,
      [OURS_CLIENT]: ours.origin + route + WITHOUT_PRERENDERING,
    }),
    close: () => Promise.all([monolith, textbook, ours].map((server) => server.close())),
  };
}

async function measure(browser: Browser, { addresses }: Variants): Promise<Samples> {
  const samples: Samples = {};
  for (const [name, network] of Object.entries(NETWORKS)) {
    for (const route of ROUTES) {
      const loads = (samples[`${route}, ${name}`] ??= {});
      for (let run = 0; run < RUNS; run += 1) {
        for (const [variant, url] of Object.entries(addresses(route))) {
          const context = await newContext(browser);
          (loads[variant] ??= []).push(await loadPage(context, url, network));
          await context.close();
          process.stdout.write('.');
        }
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
  const variants = await startVariants(folder, site);
  const samples = await measure(browser, variants);
  await variants.close();
  const summary = summarize(samples);
  printMedians(summary);
  printMessages(samples);
  const limits = limitsOf(summary);
  writeFileSync(OUT, `${JSON.stringify({ routes: ROUTES, runs: RUNS, summary, limits }, null, 2)}\n`);
  if (!areMet(limits)) process.exitCode = 1;
} finally {
  await browser.close();
  await site.stop();
  rmSync(folder, { recursive: true, force: true });
}
