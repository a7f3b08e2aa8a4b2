/** What the tests of the members' pages share: pages that must keep still, and what is asked of each of their states. */
import type { Locator, Page } from '@playwright/test';
import { expect, expectNoAxeViolations, test as base } from '../fixtures';
import { resize } from '../resize';

export { expect, expectHydrated, open } from '../fixtures';

/** How much of what is shown may move by itself at one address, as the browser counts it. */
const MOST_SHIFT = 0.01;

interface Fixtures {
  /** Fails the test if anything moved by itself, in any document that it opened. */
  stillPages: undefined;
}

export const test = base.extend<Fixtures>({
  stillPages: [
    async ({ context }, use) => {
      const shifts: string[] = [];
      await context.exposeFunction('reportShift', (at: string, total: number, what: string[]) => {
        if (total > MOST_SHIFT) shifts.push(`${at}: ${total.toFixed(4)} by ${what.join(', ')}`);
      });
      await context.addInitScript(observeShifts);
      await use(undefined);
      expect(shifts, 'layout shifts').toEqual([]);
    },
    { auto: true },
  ],
});

/** What {@link observeShifts} leaves in each page for the test. */
interface ShiftWindow {
  reportShift: (at: string, total: number, what: string[]) => void;
  /** While true, shifts do not count: the test resizes the window. */
  windowIsResized?: boolean;
}

/**
 * Runs in the page. Reports the sum of the shifts of each address that it has shown, with what moved. What follows an input, or the answer to
 * what it asked for, within half a second is the person's own doing, however long the answer takes. The browser knows so of keys and clicks, but
 * neither of answers nor of fields that a test fills in.
 */
function observeShifts(): void {
  interface Shift extends PerformanceEntry {
    value: number;
    hadRecentInput: boolean;
    sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
  }
  const page = window as unknown as ShiftWindow;
  const totals = new Map<string, number>();
  let lastDoing = -Infinity;
  let awaited = 0;
  const hasDone = () => {
    lastDoing = performance.now();
    // A busy browser may need longer to make something of it.
    requestAnimationFrame(() => (lastDoing = performance.now()));
  };
  const isDoing = (at: number) => awaited > 0 || at - lastDoing < 500;
  for (const kind of ['pointerdown', 'keydown', 'input']) addEventListener(kind, hasDone, { capture: true });
  const { fetch } = window;
  window.fetch = async (...request) => {
    if (!isDoing(performance.now())) return fetch(...request);
    awaited += 1;
    try {
      return await fetch(...request);
    } finally {
      awaited -= 1;
      hasDone();
    }
  };
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, startTime, sources } of list.getEntries() as Shift[]) {
      if (page.windowIsResized || hadRecentInput || isDoing(startTime)) continue;
      const total = (totals.get(location.pathname) ?? 0) + value;
      totals.set(location.pathname, total);
      page.reportShift(
        location.pathname,
        total,
        sources.map(({ node, previousRect, currentRect }) => {
          const place = ({ x, y, width, height }: DOMRect) => [x, y, width, height].map(Math.round).join(' ');
          const name = node instanceof Element ? node.outerHTML.slice(0, 100) : node?.textContent;
          return `${name} from ${place(previousRect)} to ${place(currentRect)}`;
        }),
      );
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

const WIDTHS = [360, 1280];

/** At both ends of the widths: nothing for axe to object to, and nothing wider than the window. */
export async function expectAccessible(page: Page): Promise<void> {
  const before = page.viewportSize()!;
  await page.evaluate(() => ((window as unknown as ShiftWindow).windowIsResized = true));
  for (const width of WIDTHS) {
    await resize(page, { width, height: 800 });
    await expectNoAxeViolations(page);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect(overflow, `pixels by which ${page.url()} is wider than a window of ${width}`).toBe(0);
  }
  await resize(page, before);
  await page.evaluate(() => ((window as unknown as ShiftWindow).windowIsResized = false));
}

/** As long as the longest wait of the site between two attempts. */
const WAIT_MS = 4_000;

/**
 * Expects what the page shows after it has asked the backend again and again, with waits in between. They are not waited for: from the first
 * question on, the clock of the page is wound on.
 * @param visit Leads the page to ask.
 */
export async function expectAfterAttempts(page: Page, visit: () => Promise<unknown>, target: Locator): Promise<void> {
  await page.clock.install();
  const asked = page.waitForRequest(/\/api\//);
  await visit();
  await asked;
  const isShown = async (): Promise<boolean> => {
    await page.clock.fastForward(WAIT_MS);
    return target.isVisible();
  };
  await expect.poll(isShown, { intervals: [50] }).toBe(true);
}

/** Where toasts appear. */
export const toast = (page: Page, text: string | RegExp) => page.locator('.Toastify__toast').filter({ hasText: text });

/**
 * Cuts the network once the page can still say so: what shows messages is fetched when the page is touched, and there is nothing to see of it. The
 * browser lists what has arrived.
 */
export async function cutNetworkOfTouchedPage(page: Page): Promise<void> {
  await page.waitForFunction(() => performance.getEntriesByType('resource').some(({ name }) => name.includes('toast_toaster')));
  await page.context().setOffline(true);
}

/** Follows a link to sign out, and waits for the end: the provider, whose session ends as well, leads back to the page with a document. */
export async function untilSignedOut(page: Page, follow: () => Promise<void>): Promise<void> {
  const returned = page.waitForResponse((answer) => answer.request().isNavigationRequest() && answer.url().endsWith('/signout'));
  await follow();
  await (await returned).finished();
}
