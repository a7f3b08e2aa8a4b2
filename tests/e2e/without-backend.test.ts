/** Registry, database and API are down, or the files of a remote are gone: the edge goes on with what it has. */
import { rename } from 'node:fs/promises';
import path from 'node:path';
import { expect, expectHydrated, open } from './fixtures';
import { test } from './lone-edge';
import { PAGES } from './pages';

const PARAMS = { analytics_tag: 'G-TEST', analytics_consent: true, maintenance_message: 'Sunday night from 1 to 2 we move house.' };

// One worker, one edge: the tests of this file change what it serves.
test.describe.configure({ mode: 'default' });
test.use({ edgeParams: PARAMS });

test('every page that needs no data is served whole', async ({ page, request }) => {
  for (const { address } of PAGES) expect((await request.get(address)).status(), address).toBe(200);
  for (const address of ['/', '/elevate', '/signin']) {
    await open(page, address);
    await expect(page.locator('main h1')).toHaveCount(1);
  }
  await expect.poll(async () => (await request.get('/readyz')).status()).toBe(200);
});

test('a maintenance message of the configuration stands above the navigation', async ({ page }) => {
  await page.goto('/practice');
  const banner = page.getByRole('status').filter({ hasText: PARAMS.maintenance_message });
  await expect(banner).toBeVisible();
  const header = page.getByRole('banner').first();
  const [above, below] = [await banner.boundingBox(), await header.boundingBox()];
  expect(above!.y + above!.height).toBeLessThanOrEqual(below!.y + 1);
});

test.describe('the question about analytics', () => {
  const TAG = 'https://www.googletagmanager.com/**';

  for (const [answer, loads] of [
    ['Allow', true],
    ['No, thanks', false],
  ] as const) {
    test(`answered with '${answer}' from the keyboard ${loads ? 'loads' : 'does not load'} the tag, and is not asked again`, async ({
      page,
    }) => {
      const asked: string[] = [];
      await page.context().route(TAG, (route) => {
        asked.push(new URL(route.request().url()).search);
        return route.fulfill({ contentType: 'text/javascript', body: '' });
      });
      await open(page, '/practice');
      const question = page.getByRole('complementary', { name: 'Analytics' });
      await expect(question).toBeVisible();
      expect(asked).toEqual([]);
      await question.getByRole('button', { name: answer }).press('Enter');
      await expect(question).toBeHidden();
      await expect.poll(() => asked).toEqual(loads ? ['?id=G-TEST'] : []);
      await page.reload();
      await expectHydrated(page);
      await page.waitForLoadState('networkidle');
      await expect(question).toBeHidden();
      await expect.poll(() => asked).toEqual(loads ? ['?id=G-TEST', '?id=G-TEST'] : []);
    });
  }
});

test.describe('the files of one remote are gone', () => {
  // The browser, the federation runtime and React report what they did not get.
  test.use({ expectedMessages: /status of 404|Refused to execute|Entry of mf-|Loading chunk|React error #422/i });

  test('its pages show the panel, all others work, and Retry helps once they are back', async ({ edge, page }) => {
    const files = path.join(edge.dataDir, 'files/releases/mf-elevate');
    await rename(files, `${files}-lost`);
    await open(page, '/practice');
    await page.getByRole('main').getByRole('link', { name: 'Read the ground rules' }).click();
    const panel = page.getByRole('main').getByRole('alert');
    await expect(panel).toContainText('This part of the site did not load');
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Sign in' }).click();
    await expect(page.locator('main h1')).toHaveText('Sign in');
    await open(page, '/contact');
    await expect(page.locator('main h1')).toHaveText('Talk to us');

    // What was asked for before they were gone is in the memory of the edge; of this page nothing was.
    await page.goto('/playbooks');
    await expect(panel).toBeVisible();
    await rename(`${files}-lost`, files);
    await panel.getByRole('button', { name: 'Retry' }).click();
    await expect(page.locator('main h1')).toHaveText('Playbooks');
  });
});
