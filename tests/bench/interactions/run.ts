/**
 * `npm run bench -- interactions`: from a press to the next paint, as browsers measure it (Event Timing), with the processor four times slower. The first
 * press of a page, whose code and styles are new to it, and later ones. Fails when a median is over the target.
 *
 * Environment: `BENCH_RUNS` first presses (default 7), `BENCH_TURNS` later presses of each of them (default 3), `BENCH_OUT` (default
 * `tests/bench/interactions/results.json`).
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import { sampleAccount } from '../../e2e/member/people';
import { signIn } from '../../e2e/member/quick-sign-in';
import { startBenchSite } from '../measure/bench-site';
import { browserOptions } from '../measure/browser';
import { areMet } from '../measure/limits';
import { CPU_SLOWDOWN } from '../measure/page-load';
import { median } from '../measure/statistics';
import { type Press, presses } from './presses';

const RUNS = Number(process.env.BENCH_RUNS ?? 7);
const TURNS = Number(process.env.BENCH_TURNS ?? 3);
const OUT = process.env.BENCH_OUT ?? join(import.meta.dirname, 'results.json');

const NEXT_PAINT_MS = 100;
/** What browsers do not report was shorter. */
const SHORTEST_MS = 16;
/** From down to up, of a finger or a button of the mouse. */
const PRESS_MS = 60;
/** What a press or its undoing brings is over. */
const SETTLED_MS = 900;

interface Times {
  first: number[];
  later: number[];
}

const settled = (page: Page) => page.waitForTimeout(SETTLED_MS);

async function ready(page: Page): Promise<void> {
  await page.waitForFunction(() => performance.getEntriesByName('site:page-shown').length > 0);
  await settled(page);
}

/** Milliseconds of the longest event that the press is made of. */
async function timeOf(page: Page, { what }: Press): Promise<number> {
  const target = what(page);
  // The lowest part of a page may be outside of what a browser without a window draws, and what is not drawn has no next paint.
  await target.evaluate((element) => element.scrollIntoView({ block: 'center', behavior: 'instant' }));
  const { x, y, width, height } = (await target.boundingBox())!;
  const durations = await page.evaluateHandle((threshold) => {
    const found: number[] = [];
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as PerformanceEventTiming[]) if (entry.interactionId > 0) found.push(entry.duration);
    });
    observer.observe({ type: 'event', durationThreshold: threshold } as PerformanceObserverInit);
    return found;
  }, SHORTEST_MS);
  await page.mouse.click(x + width / 2, y + height / 2, { delay: PRESS_MS });
  await settled(page);
  return Math.max(SHORTEST_MS, ...(await durations.jsonValue()));
}

async function measure(browser: Browser, baseURL: string, press: Press, member: StorageState): Promise<Times> {
  const times: Times = { first: [], later: [] };
  for (let run = 0; run < RUNS; run += 1) {
    const viewport = { width: press.width ?? 1280, height: 800 };
    const context = await browser.newContext({ baseURL, viewport, ...(press.isMember && { storageState: member }) });
    const page = await context.newPage();
    await page.goto(press.at);
    await ready(page);
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
    times.first.push(await timeOf(page, press));
    for (let turn = 0; turn < TURNS; turn += 1) {
      await press.undo(page);
      await ready(page);
      times.later.push(await timeOf(page, press));
    }
    await context.close();
    process.stdout.write('.');
  }
  return times;
}

type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>;

async function memberOf(browser: Browser, baseURL: string): Promise<StorageState> {
  const context = await browser.newContext({ baseURL });
  await signIn(await context.newPage(), await sampleAccount('player'));
  const state = await context.storageState();
  await context.close();
  return state;
}

const spread = (values: number[]): string => `${median(values)} (${Math.min(...values)}-${Math.max(...values)})`;

const site = await startBenchSite();
const browser = await chromium.launch(browserOptions());
try {
  const member = await memberOf(browser, site.origin);
  const measured: Record<string, Times> = {};
  for (const press of presses) measured[press.name] = await measure(browser, site.origin, press, member);
  console.log(`\nTo the next paint, processor ${CPU_SLOWDOWN} times slower: medians, with the shortest and the longest; milliseconds`);
  console.table(
    Object.fromEntries(Object.entries(measured).map(([name, { first, later }]) => [name, { first: spread(first), later: spread(later) }])),
  );
  const limits = Object.entries(measured).flatMap(([name, times]) =>
    (['first', 'later'] as const).map((which) => ({
      what: `${name}, ${which} press`,
      measured: median(times[which]),
      atMost: NEXT_PAINT_MS,
    })),
  );
  writeFileSync(OUT, `${JSON.stringify({ runs: RUNS, turns: TURNS, measured, limits }, null, 2)}\n`);
  if (!areMet(limits)) process.exitCode = 1;
} finally {
  await browser.close();
  await site.stop();
}
