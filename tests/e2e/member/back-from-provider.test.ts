/** Somebody who left for a hosted sign-in page comes back without having signed in. */
import { wholeBrowser } from '../whole-browser';
import { expect, expectHydrated, test } from './member';

test.use({
  // A page that is left is kept as it was, and Back shows it again: browsers do so, but Playwright switches it off, and the headless shell
  // has no place for such pages.
  launchOptions: ({ launchOptions }, use) =>
    wholeBrowser({ launchOptions }, (options) => use({ ...options, ignoreDefaultArgs: ['--disable-back-forward-cache'] })),
  expectedMessages: /OAuth/,
});

test('Back from the hosted page, the buttons work as before, and another provider may be chosen', async ({ page }) => {
  await page.goto('/signin');
  await expectHydrated(page);
  await page.evaluate(() => addEventListener('pageshow', ({ persisted }) => Object.assign(window, { persisted })));
  await page.getByRole('button', { name: 'Sign in with Google' }).click();
  await expect(page.getByText('Stands in for Google')).toBeVisible();
  await page.goBack({ waitUntil: 'commit' });
  await expect.poll(() => page.evaluate(() => (window as { persisted?: boolean }).persisted), 'the page was kept').toBe(true);
  const other = page.getByRole('button', { name: 'Sign in with LinkedIn' });
  await expect(other).toBeEnabled();
  await other.click();
  await expect(page.getByText('Stands in for LinkedIn')).toBeVisible();
});

test('who comes to the page anew is told that the sign-in was cancelled, and may begin another', async ({ page }) => {
  await page.goto('/signin');
  await expectHydrated(page);
  await page.getByRole('button', { name: 'Sign in with Google' }).click();
  await expect(page.getByText('Stands in for Google')).toBeVisible();
  await page.goto('/signin');
  await expect(page.getByRole('alert')).toContainText('An error has occurred during the OAuth flow: User cancelled OAuth flow.');
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('OAuth') || key.includes('oauth')))).toEqual([]);
  await page.getByRole('button', { name: 'Sign in with LinkedIn' }).click();
  await expect(page.getByText('Stands in for LinkedIn')).toBeVisible();
});
