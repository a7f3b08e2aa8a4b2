/** What every browser test uses: a page that must stay silent, and what tests ask of any page. */
import { AxeBuilder } from '@axe-core/playwright';
import { expect, test as base, type ConsoleMessage, type Page } from '@playwright/test';

export { expect } from '@playwright/test';

interface Options {
  /** Console messages and page errors that the test provokes on purpose. One expression: Playwright takes a list of two for something else. */
  expectedMessages: RegExp | null;
}

interface Fixtures {
  /** Fails the test if its page wrote an error or a warning to the console, or threw. */
  silentConsole: undefined;
}

const describeMessage = (message: ConsoleMessage): string => `${message.type()}: ${message.text()} (${message.location().url})`;

export const test = base.extend<Options & Fixtures>({
  expectedMessages: [null, { option: true }],
  silentConsole: [
    async ({ context, expectedMessages }, use) => {
      const messages: string[] = [];
      context.on('console', (message) => {
        if (message.type() === 'error' || message.type() === 'warning') messages.push(describeMessage(message));
      });
      context.on('weberror', (error) => messages.push(`thrown: ${error.error().stack ?? error.error().message}`));
      await use(undefined);
      expect(messages.filter((message) => !expectedMessages?.test(message))).toEqual([]);
    },
    { auto: true },
  ],
});

/** Waits until the page is in the document and its scripts have taken over. */
export async function expectHydrated(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(() => performance.getEntriesByName('site:page-shown').length)).toBeGreaterThan(0);
}

/**
 * Measures inside the page, where no other process's pace matters, how long after the next click an element appears.
 * @returns Milliseconds; ask once the element is there.
 */
export async function measureWait(page: Page, selector: string): Promise<() => Promise<number>> {
  await page.evaluate((awaited) => {
    window.addEventListener('click', () => performance.mark('test:clicked'), { capture: true, once: true });
    new MutationObserver((_, observer) => {
      if (!document.querySelector(awaited)) return;
      performance.mark('test:appeared');
      observer.disconnect();
    }).observe(document, { childList: true, subtree: true });
  }, selector);
  return () => page.evaluate(() => performance.measure('test:wait', 'test:clicked', 'test:appeared').duration);
}

/** Waits for the page to come to rest, then expects that axe finds nothing to object to. */
export async function expectNoAxeViolations(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const ending = document.getAnimations().filter((animation) => animation.effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(ending.map((animation) => animation.finished));
  });
  const { violations } = await new AxeBuilder({ page }).analyze();
  const findings = violations.map(({ id, help, nodes }) => `${id}: ${help}\n${nodes.map(({ html }) => `  ${html}`).join('\n')}`);
  expect(findings).toEqual([]);
}
