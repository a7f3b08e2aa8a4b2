/** One page in a browser: what it complains about, how it moves, and what it looks like. */
import { SHELL_FALLBACK_COOKIE } from '@site/contracts/names';
import type { RehearsalFinding } from '@site/release-model/rehearsal';
import type { BrowserContext, Page } from 'playwright-core';
import { comeToRest, type ShiftsOnWindow } from './in-page';

export type Observation = Pick<RehearsalFinding, 'kind' | 'text'>;

export interface Visit {
  /** Of the document. */
  status: number;
  observations: Observation[];
  /** Cumulative, while the page is loaded. */
  layoutShift: number;
  /** PNG of the whole page. */
  picture: Buffer;
}

/** Backstops: a page that is never shown, or never comes to rest, is looked at as it is then. */
const LOAD_MS = 30_000;
const SHOWN_MS = 15_000;
const REST_MS = 10_000;
/** CSS pixels of a picture: what is further down is left out. */
const TALLEST = 12_000;

/**
 * Opens an address in a page of its own, as a browser does in which no version of the shell has failed: what is broken is seen on every page, and not
 * only until its fallback is used at once.
 * @param address Of the page, with the origin.
 * @param examine Looks at the page when its picture is taken; what it finds is added to the observations.
 */
export async function visit(context: BrowserContext, address: string, examine?: (page: Page) => Promise<Observation[]>): Promise<Visit> {
  await context.clearCookies({ name: new RegExp(`^(?:__Host-)?${SHELL_FALLBACK_COOKIE}$`) });
  const page = await context.newPage();
  try {
    const observations = observe(page, new URL(address).origin);
    const answer = await page.goto(address, { timeout: LOAD_MS }).catch(() => null);
    const isShown = await untilShown(page);
    await page.waitForLoadState('networkidle', { timeout: REST_MS }).catch(() => undefined);
    const missing: Observation[] = isShown ? [] : [{ kind: 'not-shown', text: 'The shell has shown no page.' }];
    const seen = [...observations(), ...missing];
    await page.evaluate(comeToRest, REST_MS);
    const layoutShift = await page.evaluate(() => (window as unknown as ShiftsOnWindow).rehearsedShift ?? 0);
    const picture = await takePicture(page);
    const examined = examine ? await examine(page) : [];
    return { status: answer?.status() ?? 0, observations: [...seen, ...examined], layoutShift, picture };
  } finally {
    await page.close();
  }
}

/** Each complaint once. @returns What was seen until it is called; nothing is added then. */
function observe(page: Page, origin: string): () => Observation[] {
  const seen = new Map<string, Observation>();
  let isOver = false;
  const note = (kind: Observation['kind'], text: string) => {
    const short = text.replaceAll(origin, '').trim().slice(0, 500);
    if (!isOver && short !== '') seen.set(`${kind} ${short}`, { kind, text: short });
  };
  page.on('pageerror', (error) => note('uncaught-error', error.message));
  page.on('console', (message) => {
    // That a file did not load is a failed request already.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) note('console-error', message.text());
  });
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? 'no answer';
    // What the page itself gives up is no failure.
    if (reason !== 'net::ERR_ABORTED') note('failed-request', `${request.method()} ${request.url()}: ${reason}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 400) note('failed-request', `${response.request().method()} ${response.url()}: ${response.status()}`);
  });
  return () => {
    isOver = true;
    return [...seen.values()];
  };
}

/** The shell leaves a mark when the page is in the document and alive. */
async function untilShown(page: Page): Promise<boolean> {
  const isShown = () => performance.getEntriesByName('site:page-shown').length > 0;
  return page.waitForFunction(isShown, undefined, { timeout: SHOWN_MS }).then(
    () => true,
    () => false,
  );
}

/** Not Playwright's own preparation, which writes a style element that the policy of the site refuses. */
async function takePicture(page: Page): Promise<Buffer> {
  const { width = 0 } = page.viewportSize() ?? {};
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  return page.screenshot({
    ...{ fullPage: true, animations: 'allow', caret: 'initial', scale: 'css' },
    clip: { x: 0, y: 0, width, height: Math.max(1, Math.min(height, TALLEST)) },
  });
}
