/** A document that is loaded again while its page is on its way. */
import { expect, test } from '../fixtures';
import { sampleAccount, signIn } from './people';

/** Longer than the load of the document, after which the browser does not scroll by itself. */
const LATE_MS = 1_000;

test.skip(process.env.SITE_DATA_DIR === undefined, 'the tests visit a site elsewhere');

test('a card returns to where it was left, though its code and what it shows come late', async ({ page }) => {
  await signIn(page, await sampleAccount('player'));
  const atEnd = page.getByRole('button', { name: 'Delete my account' });
  await expect(atEnd).toBeVisible();
  await page.evaluate(() => scrollTo({ top: 900, behavior: 'instant' }));
  expect(await page.evaluate(() => scrollY)).toBe(900);
  await page.route(/\/api\/|\/mf-elevate\/.*\.js/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, LATE_MS));
    await route.fallback();
  });
  await page.reload();
  await expect(atEnd).toBeAttached();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(900);
});
