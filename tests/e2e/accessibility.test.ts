import type { Page } from '@playwright/test';
import { expect, expectNoAxeViolations, open, test } from './fixtures';
import { PAGES } from './pages';

const WIDTHS = [360, 1280];

/** At both ends of the widths. */
async function expectAccessibleAndFitting(page: Page): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    await expectNoAxeViolations(page);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect(overflow, `pixels by which the page is wider than a window of ${width}`).toBe(0);
  }
}

for (const { address } of PAGES) {
  test(`${address} has no accessibility violation and fits the window`, async ({ page }) => {
    await open(page, address);
    await page.waitForLoadState('networkidle');
    await expectAccessibleAndFitting(page);
  });
}

test.describe('the 404 page', () => {
  test.use({ expectedMessages: /status of 404/ });

  test('has no accessibility violation and fits the window', async ({ page }) => {
    await open(page, '/no-such-page');
    await expectAccessibleAndFitting(page);
  });
});

test('an open menu has no accessibility violation', async ({ page }) => {
  await open(page, '/practice');
  await page.getByRole('button', { name: 'Elevate' }).click();
  await expect(page.getByRole('link', { name: 'Ground rules', exact: true })).toBeVisible();
  await expectNoAxeViolations(page);
});

test('each tab of the playbooks has no accessibility violation @phone', async ({ page }) => {
  await open(page, '/playbooks');
  for (const name of ['Players', 'Producers', 'Sponsors']) {
    await page.getByRole('tab', { name }).click();
    await expectNoAxeViolations(page);
  }
});
