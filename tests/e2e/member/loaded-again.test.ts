/** Pages whose code and data come after their document: the browser alone scrolls them no further than their skeletons are long. */
import type { Page } from '@playwright/test';
import { expect, expectHydrated, test } from '../fixtures';
import { sampleAccount } from './people';
import { signIn } from './quick-sign-in';

const scrollTop = (page: Page): Promise<number> => page.evaluate(() => Math.round(window.scrollY));
const scrollTo = (page: Page, top: number): Promise<void> => page.evaluate((to) => window.scrollTo({ top: to, behavior: 'instant' }), top);
const profile = (page: Page) => page.getByRole('region', { name: 'Profile' });

test("a member's page that is loaded again goes on where it was left, and Back leads to where the page before it was", async ({ page }) => {
  await signIn(page, await sampleAccount('player'));
  await page.goto('/card');
  await expect(profile(page)).toBeVisible();
  await scrollTo(page, 300);
  await page.getByRole('banner').first().getByRole('link').first().click();
  await expect(page).toHaveURL('/');
  await expect(profile(page)).toBeHidden();
  await page.reload();
  await expectHydrated(page);
  await page.goBack();
  await expect(profile(page)).toBeVisible();
  await expect.poll(() => scrollTop(page)).toBe(300);

  // What comes later may be longer than what stood in its place, and then the end is elsewhere.
  await expect(page.getByText(/^Loading /)).toHaveCount(0);
  await scrollTo(page, Number.MAX_SAFE_INTEGER);
  const end = await scrollTop(page);
  await page.reload();
  await expect(profile(page)).toBeVisible();
  // A position between two pixels may come back as either.
  await expect.poll(async () => Math.abs((await scrollTop(page)) - end)).toBeLessThanOrEqual(1);
});
