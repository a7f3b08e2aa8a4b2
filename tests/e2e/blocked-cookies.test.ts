/** A browser whose owner has forbidden cookies and site data in its settings, as the settings of Chromium do it. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { expect, open, test as base } from './fixtures';
import { PAGES } from './pages';
import { wholeBrowser } from './whole-browser';

/** What Chromium writes into the preferences of a profile when its owner blocks all cookies and site data. */
const BLOCK = 2;
const PREFERENCES = { profile: { default_content_setting_values: { cookies: BLOCK } } };

async function profileThatBlocks(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'profile-'));
  await mkdir(path.join(folder, 'Default'));
  await writeFile(path.join(folder, 'Default', 'Preferences'), JSON.stringify(PREFERENCES));
  return folder;
}

const test = base.extend({
  launchOptions: wholeBrowser,
  context: async ({ launchOptions, baseURL, extraHTTPHeaders, viewport }, use) => {
    const profile = await profileThatBlocks();
    const options = { ...launchOptions, baseURL, viewport, ...(extraHTTPHeaders && { extraHTTPHeaders }) };
    const context = await chromium.launchPersistentContext(profile, options);
    await use(context);
    await context.close();
    // Chromium may still be writing.
    await rm(profile, { recursive: true, force: true, maxRetries: 10 });
  },
});

/** Runs in the page: whether each storage refuses to be touched. */
const refusals = (): Record<string, boolean> => {
  const refuses = (touch: () => unknown): boolean => {
    try {
      touch();
      return false;
    } catch {
      return true;
    }
  };
  return { localStorage: refuses(() => localStorage.length), sessionStorage: refuses(() => sessionStorage.length) };
};

async function expectWhole(page: Page, heading: string): Promise<void> {
  await expect(page.locator('main h1')).toHaveText(heading);
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Footer' })).toBeVisible();
  await expect(page.getByText('This part of the site did not load')).toHaveCount(0);
  expect(await page.evaluate(refusals), 'the browser blocks storage').toEqual({ localStorage: true, sessionStorage: true });
}

test.describe('with cookies blocked in its settings, Chromium', () => {
  // One visit after the other: each test starts a browser of its own, and a visit needs no second one.
  test('shows every page whole, and says nothing of it in the console', async ({ page }) => {
    for (const { address, heading } of PAGES) {
      await test.step(address, async () => {
        await open(page, address);
        await expectWhole(page, heading);
      });
    }
  });

  test.describe('at an address of no page', () => {
    test.use({ expectedMessages: /status of 404/ });

    test('says so, whole', async ({ page }) => {
      const response = await open(page, '/nope');
      expect(response?.status()).toBe(404);
      await expectWhole(page, 'Page is not available');
    });
  });
});
