/**
 * `npm run bench -- returning`: how many bytes a visitor downloads who was here before, after a change of one line somewhere. Each change is
 * built from the sources, released, and visited by browsers that have visited the site as it was: one that takes files and documents as their
 * difference from what it holds (RFC 9842), one that does not, and beside them one on the same source as one application, whose document is
 * rendered ahead of time like that of the site. Prints each change as it is measured, and fails when a target is missed.
 *
 * Environment: `BENCH_ROUTE` (default `/`), `BENCH_CHANGES` (names of changes.ts, separated by commas; default all), `BENCH_OUT` (default
 * `tests/bench/returning/results.json`).
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { brotliCompressSync } from 'node:zlib';
import { repositoryRoot } from '@site/build/package-source';
import { chromium, type Browser } from 'playwright-core';
import { type BenchSite, startBenchSite } from '../measure/bench-site';
import { browserOptions } from '../measure/browser';
import { type Handler, json, listen, proxyHandler, staticHandler } from '../measure/h2-server';
import { areMet, type Limit } from '../measure/limits';
import { loadPage, newContext } from '../measure/page-load';
import { buildMonolith, type Built } from '../variants/build-variants';
import { manifestOf, prerendered } from '../variants/documents';
import { type Change, CHANGES } from './changes';
import { changedBytes } from './changed-bytes';
import { buildEdited, Releases } from './releases';

const ROUTE = process.env.BENCH_ROUTE ?? '/';
const WANTED = process.env.BENCH_CHANGES?.split(',');
const OUT = process.env.BENCH_OUT ?? join(import.meta.dirname, 'results.json');
/** Browsers take files as dictionaries in their own time. */
const STORED_MS = 2_000;
/** Who takes no differences downloads what changed, its headers, and files that name it. */
const MOST_OF_CHANGED = 1.2;

/** Bytes of the two visits, documents and headers included. */
interface Visits {
  first: number;
  second: number;
  /** Paths that the second one asks for. */
  files: string[];
}

interface Row {
  change: string;
  ours: Visits;
  withoutDictionaries: Visits;
  oneApplication: Visits;
  /** Bytes in brotli of what really changed, the document included; null when nothing did. */
  changed: number | null;
  most: number;
}

/** A visitor who was here before, with a browser and an origin of their own. */
async function visitor(browser: Browser, before: Handler) {
  let handler = before;
  const server = await listen((req, res) => handler(req, res));
  const context = await newContext(browser);
  const visit = () => loadPage(context, server.origin + ROUTE, null);
  const { transferred: first } = await visit();
  await delay(STORED_MS);
  return async (after: Handler): Promise<Visits> => {
    handler = after;
    const { transferred: second, files } = await visit();
    await context.close();
    await server.close();
    return { first, second, files };
  };
}

/** The site, as it answers a browser that knows nothing of dictionaries. */
function withoutDictionaries(origin: string): Handler {
  const handler = proxyHandler(origin);
  return (req, res) => {
    delete req.headers['available-dictionary'];
    delete req.headers['sec-ch-ua'];
    handler(req, res);
  };
}

/** The one application, with the document that the site has at the moment. */
async function oneApplication(folder: string, built: Built, site: BenchSite): Promise<Handler> {
  return staticHandler({
    folders: { '/': folder },
    texts: {
      [ROUTE]: await prerendered(ROUTE, built, site),
      ...(await manifestOf(ROUTE, site)),
      '/params.json': json((await site.composition()).params),
    },
  });
}

class Bench {
  readonly #plain: Built;

  private constructor(
    private readonly browser: Browser,
    private readonly site: BenchSite,
    private readonly releases: Releases,
    private readonly folder: string,
    plain: Built,
  ) {
    this.#plain = plain;
  }

  static async of(browser: Browser, site: BenchSite, folder: string): Promise<Bench> {
    const releases = await Releases.of(site.origin, process.env.SITE_DATA_DIR ?? '');
    return new Bench(browser, site, releases, folder, await buildMonolith(join(folder, 'monolith'), null));
  }

  async measure({ name, part, edit, most }: Change, version: string): Promise<Row> {
    const { site, releases } = this;
    const release = edit && { part, folder: await buildEdited(part, version, edit) };
    const folder = join(this.folder, edit ? `monolith-${version}` : 'monolith');
    const built = edit ? await buildMonolith(folder, edit) : this.#plain;
    const [ours, plain] = [proxyHandler(site.origin), withoutDictionaries(site.origin)];
    const whole = await oneApplication(join(this.folder, 'monolith'), this.#plain, site);
    const visitors = [await visitor(this.browser, ours), await visitor(this.browser, plain), await visitor(this.browser, whole)] as const;
    const before = release && (await releases.versionOf(release.part));
    if (release) {
      await releases.publish(release.folder);
      await releases.promote(release.part, version);
    }
    const row = {
      change: name,
      ours: await visitors[0](ours),
      withoutDictionaries: await visitors[1](plain),
      oneApplication: await visitors[2](await oneApplication(folder, built, site)),
      most,
    };
    const changed = release && (await this.#changed(release, version, row.withoutDictionaries.files));
    if (release && before !== null) await releases.promote(release.part, before);
    if (release) rmSync(release.folder, { recursive: true });
    return { ...row, changed };
  }

  async #changed({ part, folder }: { part: string; folder: string }, version: string, files: string[]): Promise<number> {
    const prefixes = { [`/assets/${part}/_/`]: '_/', [`/assets/${part}/${version}/`]: 'v/' };
    const asked = files.flatMap((file) =>
      Object.entries(prefixes).flatMap(([prefix, own]) => (file.startsWith(prefix) ? [own + file.slice(prefix.length)] : [])),
    );
    const document = brotliCompressSync(await this.site.document(ROUTE)).length;
    return document + (await changedBytes({ before: join(repositoryRoot, part, 'dist'), after: folder }, new Set(asked)));
  }
}

const shareOf = ({ first, second }: Visits): number => second / first;
const cell = (visits: Visits): string => `${visits.second} (${(100 * shareOf(visits)).toFixed(1)}%)`;

function limitsOf({ change, ours, withoutDictionaries: plain, changed, most }: Row): Limit[] {
  return [
    { what: `${change}: share of a first visit`, measured: shareOf(ours), atMost: most },
    ...(changed === null
      ? []
      : [{ what: `${change}: without dictionaries, to what changed`, measured: plain.second / changed, atMost: MOST_OF_CHANGED }]),
  ];
}

const changes = CHANGES.filter(({ name }) => WANTED?.includes(name) ?? true);
const folder = mkdtempSync(join(tmpdir(), 'site-bench-'));
const site = await startBenchSite();
const browser = await chromium.launch(browserOptions());
try {
  const bench = await Bench.of(browser, site, folder);
  const rows: Row[] = [];
  for (const [index, change] of changes.entries()) {
    const row = await bench.measure(change, `1.0.1-bench.${index}`);
    rows.push(row);
    console.log(
      `${row.change}: this site ${cell(row.ours)}, without dictionaries ${cell(row.withoutDictionaries)}, one application ${cell(row.oneApplication)}`,
    );
  }
  console.log(`\nBytes of a second visit of ${ROUTE} after a change, and their share of the first visit`);
  console.table(
    rows.map(({ change, ours, withoutDictionaries: plain, oneApplication: one, changed }) => ({
      changed: change,
      'this site': cell(ours),
      'without dictionaries': cell(plain),
      'one application': cell(one),
      'what changed': changed ?? 0,
    })),
  );
  const limits = rows.flatMap(limitsOf);
  writeFileSync(OUT, `${JSON.stringify({ route: ROUTE, rows, limits }, null, 2)}\n`);
  if (!areMet(limits)) process.exitCode = 1;
} finally {
  await browser.close();
  await site.stop();
  rmSync(folder, { recursive: true, force: true });
}
