import { expect, test } from './fixtures';
import { ARCHIVE_ADDRESSES, REDIRECTS } from './pages';

for (const address of ARCHIVE_ADDRESSES) {
  test(`${address} shows the archive`, async ({ page }) => {
    expect((await page.goto(address))?.status()).toBe(200);
    await expect(page).toHaveTitle(/^Archive \| /);
  });
}

for (const [from, to] of REDIRECTS) {
  test(`${from} leads to ${to}`, async ({ page, baseURL }) => {
    expect((await page.goto(from))?.status()).toBe(200);
    expect(page.url()).toBe(new URL(to, baseURL).href);
  });
}

test('addresses are case-sensitive: /Demo is the O.M.L.E.T. page, /demo the intro form', async ({ page }) => {
  await page.goto('/Demo');
  await expect(page).toHaveTitle(/^O\.M\.L\.E\.T\. \| /);
  await page.goto('/demo');
  await expect(page).toHaveTitle(/^Send an intro \| /);
});

test.describe('a path that nobody owns', () => {
  // The browser reports the status of the document itself.
  test.use({ expectedMessages: [/status of 404/] });

  for (const address of ['/no-such-page', '/Practice', '/signin/a/b', '/assets-of-mine']) {
    test(`${address} is answered with the 404 page`, async ({ page }) => {
      expect((await page.goto(address))?.status()).toBe(404);
      await expect(page).toHaveTitle(/^Page is not available \| /);
      await expect(page.getByText('The page is not available.')).toBeVisible();
      await page.getByRole('main').getByRole('link', { name: /home/i }).click();
      await expect(page).toHaveTitle(/^Home \| /);
    });
  }
});

for (const address of ['/assets/shell/1.0.0/none.js', '/assets/nobody/_/none.js', '/api/none', '/registry/v1/none']) {
  test(`${address} is a plain 404, never the site`, async ({ request }) => {
    const response = await request.get(address);
    expect(response.status()).toBe(404);
    expect(response.headers()['content-type'] ?? '').not.toContain('text/html');
  });
}
