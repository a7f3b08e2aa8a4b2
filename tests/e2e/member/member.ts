/** What the tests of the members' pages share: pages that must keep still, and what is asked of each of their states. */
import type { Page } from '@playwright/test';
import { expect, expectNoAxeViolations, test as base } from '../fixtures';

export { expect, expectHydrated } from '../fixtures';

/** The answer to a form waits for the proof of work, which a busy machine takes its time for. */
export const AFTER_BOT_CHECK = { timeout: 20_000 };

interface Options {
  /** How much of what is shown may move, as the browser counts it. */
  mostShift: number;
}

interface Fixtures {
  baseURL: string;
  /**
   * Notes in the report what moved by itself, in any document that the test opened. It does not fail the test: the window is resized in the
   * middle of these journeys, and toasts slide, both of which count. First views are held to their limit by budgets.test.ts.
   */
  stillPages: undefined;
}

export const test = base.extend<Options & Fixtures>({
  mostShift: [0.01, { option: true }],
  stillPages: [
    async ({ context, mostShift }, use, testInfo) => {
      const shifts: string[] = [];
      await context.exposeFunction('reportShift', (at: string, value: number, what: string[]) => {
        if (value > mostShift) shifts.push(`${at}: ${value.toFixed(4)} by ${what.join(', ')}`);
      });
      await context.addInitScript(observeShifts);
      await use(undefined);
      for (const description of shifts) testInfo.annotations.push({ type: 'layout shift', description });
    },
    { auto: true },
  ],
});

/**
 * Runs in the page. Reports the sum of the shifts of each address that it has shown, with what moved. What follows an input within half a
 * second is the person's own doing; the browser knows so of keys and clicks, but not of fields that a test fills in.
 */
function observeShifts(): void {
  interface Shift extends PerformanceEntry {
    value: number;
    hadRecentInput: boolean;
    sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
  }
  const totals = new Map<string, number>();
  let lastInput = -Infinity;
  addEventListener('input', ({ timeStamp }) => (lastInput = timeStamp), { capture: true });
  const report = (window as unknown as { reportShift: (at: string, value: number, what: string[]) => void }).reportShift;
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, startTime, sources } of list.getEntries() as Shift[]) {
      if (hadRecentInput || startTime - lastInput < 500) continue;
      const total = (totals.get(location.pathname) ?? 0) + value;
      totals.set(location.pathname, total);
      report(
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
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    await expectNoAxeViolations(page);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect(overflow, `pixels by which ${page.url()} is wider than a window of ${width}`).toBe(0);
  }
  await page.setViewportSize(before);
}

/** Where toasts appear. */
export const toast = (page: Page, text: string | RegExp) => page.locator('.Toastify__toast').filter({ hasText: text });
