/** A browser that refuses storage, as with cookies blocked in its settings, and addresses that nothing can decode: pages stand whole. */
import type { Page } from '@playwright/test';
import { expect, expectHydrated, test } from './fixtures';
import { PAGES } from './pages';

/** Every touch of storage throws, as in a browser in which cookies are blocked. */
async function refuseStorage(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const refuse = (): never => {
      throw new DOMException('Access is denied for this document.', 'SecurityError');
    };
    for (const kind of ['localStorage', 'sessionStorage'] as const) Object.defineProperty(window, kind, { get: refuse });
    Object.defineProperty(Document.prototype, 'cookie', { get: refuse, set: refuse });
  });
}

async function expectWhole(page: Page): Promise<void> {
  await expectHydrated(page);
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Footer' })).toBeVisible();
  await expect(page.getByText('This part of the site did not load')).toHaveCount(0);
}

test.describe('a browser that refuses storage', () => {
  test.use({ expectedMessages: /status of 404/ });

  // One visit after the other: each is a document of its own, and a visit needs no second context.
  test('shows every page whole', async ({ page }) => {
    await refuseStorage(page);
    for (const { address, heading } of PAGES) {
      await test.step(address, async () => {
        await page.goto(address);
        await expect(page.locator('main h1')).toHaveText(heading);
        await expectWhole(page);
        await expect(page.locator('main h1')).toHaveText(heading);
      });
    }
  });

  test('shows that a page is not available', async ({ page }) => {
    await refuseStorage(page);
    await page.goto('/nope');
    await expect(page.getByText('The page is not available.')).toBeVisible();
    await expectWhole(page);
  });

  test('is told at once why it cannot sign in', async ({ page }) => {
    await refuseStorage(page);
    await page.goto('/signin');
    await expectHydrated(page);
    await page.getByRole('button', { name: 'Sign in with Google' }).click();
    await expect(page.getByText(/^This browser blocks cookies and site data/)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Sign in with Google' })).toBeEnabled();
  });
});

test.describe('a fragment that nothing can decode', () => {
  test.use({ expectedMessages: /status of 404/ });

  for (const [address, heading] of [
    ['/practice#100%', 'One subject, many ways in'],
    ['/playbooks#%E0%A4%A', 'Playbooks'],
    ['/nope#100%', 'Page is not available'],
  ] as const) {
    test(`leaves ${address} whole, and the pages after it, without a word to the registry`, async ({ page }) => {
      const beacons: (string | null)[] = [];
      page.on('request', (request) => {
        if (request.url().endsWith('/registry/v1/beacons')) beacons.push(request.postData());
      });
      await page.goto(address);
      await expectWhole(page);
      await expect(page.locator('main h1')).toHaveText(heading);
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Contact' }).click();
      await expect(page.locator('main h1')).toHaveText('Talk to us');
      expect(beacons).toEqual([]);
    });
  }
});
