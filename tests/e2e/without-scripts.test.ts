/** What somebody gets whose browser runs no scripts. */
import { expect, test } from './fixtures';
import { PAGES } from './pages';

test.use({ javaScriptEnabled: false });

test('every page that search engines keep is reached by links that are seen, and has its heading @phone', async ({ page }) => {
  const reached = new Set(['/']);
  for (const address of reached) {
    await page.goto(address);
    await expect(page.locator('main h1'), address).toBeVisible();
    for (const link of await page.locator('a[href^="/"]').all())
      if (await link.isVisible()) reached.add(new URL((await link.getAttribute('href')) ?? '', page.url()).pathname);
  }
  expect([...reached]).toEqual(expect.arrayContaining(PAGES.filter(({ noindex }) => !noindex).map(({ address }) => address)));
});

test('all that stands behind tabs is read, one after the other', { tag: '@mf-elevate' }, async ({ page }) => {
  await page.goto('/playbooks');
  await expect(page.getByRole('tabpanel')).toHaveCount(4);
  for (const name of ['Players', 'Producers', 'Sponsors']) await expect(page.getByRole('tabpanel', { name })).toBeVisible();
  await expect(page.getByRole('tablist')).toBeHidden();
});

test('what the browser would ask for is said to need scripts', { tag: '@mf-elevate' }, async ({ page }) => {
  for (const [address, what] of [
    ['/draft', 'demos'],
    ['/draft', 'playbooks'],
    ['/playbook/1', 'the playbook'],
  ] as const) {
    await page.goto(address);
    expect(await page.getByRole('main').innerText(), address).toContain(`Loading ${what} needs JavaScript.`);
  }
});
