/** What every browser test uses: a page that must stay silent, and what tests ask of any page. */
import { expect, test as base, type BrowserContext, type ConsoleMessage, type Page, type Response } from '@playwright/test';
import { MANIFESTS_PATH } from '@site/contracts/composition';
import { axeViolations } from './axe';
import { announceTest, errorsOfTest } from './server-log';

export { expect } from '@playwright/test';

/** The site that a test visits. */
export interface Site {
  address: string;
  /** Holds tokens, mail and log of the site; undefined when the tests visit a site elsewhere. */
  dataDir: string | undefined;
}

interface Options {
  /** Console messages and page errors that the test provokes on purpose. One expression: Playwright takes a list of two for something else. */
  expectedMessages: RegExp | null;
  /** Errors that the test provokes in the server, as its log has them. */
  expectedServerErrors: RegExp | null;
}

interface Fixtures {
  /** Of the site. */
  baseURL: string;
  /** Fails the test if, while it ran, its page or another window that is listened to wrote an error or a warning to the console, or threw. */
  silentConsole: undefined;
  /** Fails the test if the server logged an error while it answered the test. */
  soundServer: undefined;
}

interface WorkerOptions {
  siteMode: 'development' | 'production';
}

interface WorkerFixtures {
  site: Site;
}

const describeMessage = (message: ConsoleMessage): string => `${message.type()}: ${message.text()} (${message.location().url})`;

/** What windows wrote since the test of this worker began: it runs one at a time. */
let messages: string[] = [];

/** From now on, what a window of the context writes fails the test that runs then. For contexts beside that of `page`. */
export function listenTo(context: BrowserContext): void {
  context.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') messages.push(describeMessage(message));
  });
  context.on('weberror', (error) => messages.push(`thrown: ${error.error().stack ?? error.error().message}`));
}

/** The site that the global set-up started, or the one that `BASE_URL` names. */
function sharedSite(mode: WorkerOptions['siteMode']): Site {
  const { BASE_URL, SITE_DATA_DIR, PRODUCTION_URL, PRODUCTION_DATA_DIR } = process.env;
  if (mode === 'development' || (BASE_URL && !SITE_DATA_DIR)) return { address: BASE_URL ?? '', dataDir: SITE_DATA_DIR };
  if (!PRODUCTION_URL)
    throw new Error('These tests visit a site in production mode, which needs PostgreSQL: BROWSER_DATABASE_URL names no server.');
  return { address: PRODUCTION_URL, dataDir: PRODUCTION_DATA_DIR };
}

export const test = base.extend<Options & Fixtures, WorkerOptions & WorkerFixtures>({
  expectedMessages: [null, { option: true }],
  expectedServerErrors: [null, { option: true }],
  siteMode: ['development', { option: true, scope: 'worker' }],
  site: [
    async ({ siteMode }, use) => {
      const site = sharedSite(siteMode);
      if (site.dataDir !== undefined) process.env.SITE_DATA_DIR = site.dataDir;
      await use(site);
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ site }, use) => use(site.address),
  // eslint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from this pattern
  extraHTTPHeaders: async ({}, use, { testId }) => use({ 'x-request-id': testId }),
  soundServer: [
    async ({ site: { dataDir }, expectedServerErrors }, use, { testId }) => {
      if (dataDir === undefined) return use(undefined);
      await announceTest(dataDir, testId, expectedServerErrors);
      await use(undefined);
      expect(await errorsOfTest(dataDir, testId), 'errors in the log of the server').toEqual([]);
    },
    { auto: true },
  ],
  silentConsole: [
    async ({ context, expectedMessages }, use) => {
      messages = [];
      listenTo(context);
      await use(undefined);
      expect(messages.filter((message) => !expectedMessages?.test(message))).toEqual([]);
    },
    { auto: true },
  ],
});

/** Goes to an address and waits until the page's scripts have taken over. */
export async function open(page: Page, address: string): Promise<Response | null> {
  const response = await page.goto(address);
  await expectHydrated(page);
  return response;
}

/** Waits until the page is in the document and its scripts have taken over. */
export async function expectHydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => performance.getEntriesByName('site:page-shown').length > 0);
}

/** Waits until the page knows what other addresses of the site show. */
export async function expectManifest(page: Page): Promise<void> {
  await page.waitForFunction(
    (path) => performance.getEntriesByType('resource').some(({ name }) => new URL(name).pathname.startsWith(path)),
    MANIFESTS_PATH,
  );
}

/** From now on the clock of the page stands still, and goes on only as far as the test lets it run. */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.install();
  const pause = (): Promise<void> => page.clock.pauseAt(Date.now() + 1_000);
  // Where that moment has passed before the page hears of it, the clock stands as well, and stands before any moment that comes.
  await pause().catch((error: Error) => (error.message.includes('Cannot fast-forward to the past') ? pause() : Promise.reject(error)));
}

/** Runs in the page. Toasts stay for as long as they are held, and what else moves has come to its end. */
async function comeToRest(): Promise<void> {
  const isCountdown = ({ effect }: Animation): boolean =>
    effect instanceof KeyframeEffect && effect.target?.matches('.Toastify__progress-bar') === true;
  const [countdowns, others] = [document.getAnimations().filter(isCountdown), document.getAnimations().filter((one) => !isCountdown(one))];
  for (const countdown of countdowns) countdown.pause();
  Object.assign(window, { heldCountdowns: countdowns });
  const ending = others.filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
  await Promise.allSettled(ending.map((animation) => animation.finished));
}

/** Runs in the page. */
function goOn(): void {
  const { heldCountdowns } = window as unknown as { heldCountdowns: Animation[] };
  for (const countdown of heldCountdowns) countdown.play();
}

/** Expects that axe finds nothing to object to in the page at rest, with the toasts that it shows. */
export async function expectNoAxeViolations(page: Page): Promise<void> {
  await page.evaluate(comeToRest);
  const violations = await axeViolations(page);
  await page.evaluate(goOn);
  expect(violations).toEqual([]);
}
