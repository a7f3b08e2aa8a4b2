/**
 * `npm run bench -- console`: every view of the console in a browser, on a site on PostgreSQL with 10,000 members, 2,000 revisions and 200 releases: for how
 * long it blocks the main thread, and how long the calls take that it makes. Fails when a target is missed.
 *
 * Environment: `BENCH_DATABASE_URL`, a PostgreSQL server, as a superuser; `BENCH_MEMBERS` (default 10,000), `BENCH_REVISIONS` (default 2,000), `BENCH_RELEASES`
 * (default 200), `BENCH_RUNS` of each view (default 3), `BENCH_TURNS` of each call (default 20), `BENCH_OUT` (default `tests/bench/console/results.json`).
 */
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import { openDatabase } from '@site/platform/database';
import { sampleAccount } from '../../e2e/member/people';
import { signIn } from '../../e2e/member/quick-sign-in';
import { browserOptions } from '../measure/browser';
import { areMet, type Limit } from '../measure/limits';
import { median } from '../measure/statistics';
import { startLargeSite } from './large-site';
import { type MainThread, watchMainThread } from './main-thread';
import { assertShown, deskViews, releaseViews, type View, type ViewCall, visit } from './views';

const SERVER = process.env.BENCH_DATABASE_URL ?? '';
const SIZE = {
  members: Number(process.env.BENCH_MEMBERS ?? 10_000),
  parts: 20,
  releases: Number(process.env.BENCH_RELEASES ?? 200),
  revisions: Number(process.env.BENCH_REVISIONS ?? 2_000),
};
const RUNS = Number(process.env.BENCH_RUNS ?? 3);
const TURNS = Number(process.env.BENCH_TURNS ?? 20);
const OUT = process.env.BENCH_OUT ?? join(import.meta.dirname, 'results.json');

/** Milliseconds of the main thread of one view, and of one call on the server. */
const BLOCKED_MS = 100;
const CALL_MS = 200;
const ENTRIES = 200;

interface Row extends MainThread {
  calls: number;
  /** Of the slowest call, at the median. */
  callMs: number;
  /** Its address, without its host. */
  slowest: string;
  /** Of the longest list in an answer. */
  entries: number;
}

const round = (value: number): number => Math.round(value * 10) / 10;

/** In a context of somebody who is signed in. The first visit is not counted: it fills the caches of the browser. */
async function measure(browser: Browser, context: BrowserContext, views: readonly View[]): Promise<Record<string, Row>> {
  const rows: Record<string, Row> = {};
  for (const view of views) {
    const threads: MainThread[] = [];
    let calls: ViewCall[] = [];
    for (let run = -1; run < RUNS; run += 1) {
      const page = await context.newPage();
      const thread = await watchMainThread(browser, page, async () => {
        calls = await visit(page, view);
      });
      await assertShown(page, view);
      await page.close();
      if (run >= 0) threads.push(thread);
    }
    const row = {
      blockedMs: median(threads.map(({ blockedMs }) => blockedMs)),
      longestMs: median(threads.map(({ longestMs }) => longestMs)),
      ...(await measureCalls(calls)),
    };
    rows[view.name] = row;
    console.log(
      `${view.name}: blocked ${round(row.blockedMs)} ms, longest task ${round(row.longestMs)} ms, slowest call ${round(row.callMs)} ms`,
    );
  }
  return rows;
}

async function measureCalls(calls: readonly ViewCall[]): Promise<Omit<Row, keyof MainThread>> {
  let slowest = { callMs: 0, slowest: '' };
  let entries = 0;
  for (const { url, headers } of calls) {
    const times: number[] = [];
    for (let turn = 0; turn < TURNS; turn += 1) {
      const began = performance.now();
      const answer = await fetch(url, { headers });
      const body = (await answer.json()) as object;
      times.push(performance.now() - began);
      if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${JSON.stringify(body)}`);
      entries = Math.max(entries, ...[body, ...Object.values(body)].map((value: unknown) => (Array.isArray(value) ? value.length : 0)));
    }
    const callMs = median(times);
    const { pathname, search } = new URL(url);
    if (callMs > slowest.callMs) slowest = { callMs, slowest: pathname + search };
  }
  return { calls: calls.length, ...slowest, entries };
}

async function enter(browser: Browser, baseURL: string, dataDir: string, role: 'release manager' | 'staff'): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL, viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' });
  const page = await context.newPage();
  await signIn(page, await sampleAccount(role, dataDir));
  if (role === 'release manager') await takeName(page);
  await page.close();
  return context;
}

/** Without a name nobody sees tokens. */
async function takeName(page: Page): Promise<void> {
  await page.goto('/console');
  await page.getByRole('textbox', { name: 'Your name here' }).fill('grace');
  await page.getByRole('button', { name: 'Take this name' }).click();
  await page.getByText('You are grace').waitFor();
}

/** Managers of releases see tokens and webhooks as well. */
async function grantEverything(address: string, dataDir: string): Promise<void> {
  const token = (await readFile(join(dataDir, 'tokens', 'admin.token'), 'utf8')).trim();
  const answer = await fetch(`${address}/registry/v1/grants`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ holder: { kind: 'group', name: 'release-manager' }, role: 'admin', parts: ['*'], environments: ['*'] }),
  });
  if (!answer.ok) throw new Error(`The registry answered ${answer.status} for a grant: ${await answer.text()}`);
}

/** Of a site that begins with nothing. */
async function withDatabase(work: (url: string) => Promise<void>): Promise<void> {
  const name = `bench_console_${randomBytes(4).toString('hex')}`;
  const server = await openDatabase({ url: SERVER, poolSize: 1 });
  await server.query(`create database ${name}`);
  const url = new URL(SERVER);
  url.pathname = `/${name}`;
  try {
    await work(url.href);
  } finally {
    await server.query(`drop database ${name} with (force)`);
    await server.close();
  }
}

async function firstMember(context: BrowserContext): Promise<string> {
  const page = await context.newPage();
  await page.goto('/console/desk');
  const member = await page.getByRole('table').getByRole('link').first().getAttribute('href');
  await page.close();
  return member ?? '';
}

await withDatabase(async (databaseUrl) => {
  const site = await startLargeSite({ databaseUrl, ...SIZE });
  const browser = await chromium.launch(browserOptions());
  try {
    await grantEverything(site.address, site.dataDir);
    const manager = await enter(browser, site.address, site.dataDir, 'release manager');
    const staff = await enter(browser, site.address, site.dataDir, 'staff');
    const views = {
      ...(await measure(browser, manager, releaseViews)),
      ...(await measure(browser, staff, deskViews(await firstMember(staff)))),
    };
    console.log(`\n${SIZE.members} members, ${SIZE.revisions} revisions, ${SIZE.releases} releases: milliseconds at the median`);
    console.table(
      Object.fromEntries(
        Object.entries(views).map(([name, { blockedMs, longestMs, callMs, ...rest }]) => [
          name,
          { blocked: round(blockedMs), 'longest task': round(longestMs), call: round(callMs), ...rest },
        ]),
      ),
    );
    const limits = Object.entries(views).flatMap(([name, { blockedMs, callMs, entries }]): Limit[] => [
      { what: `${name}: main thread blocked, ms`, measured: blockedMs, atMost: BLOCKED_MS },
      { what: `${name}: slowest call, ms`, measured: callMs, atMost: CALL_MS },
      { what: `${name}: entries of the longest list`, measured: entries, atMost: ENTRIES },
    ]);
    writeFileSync(OUT, `${JSON.stringify({ ...SIZE, node: process.version, views }, null, 2)}\n`);
    if (!areMet(limits)) process.exitCode = 1;
  } finally {
    await browser.close();
    await site.stop();
  }
});
