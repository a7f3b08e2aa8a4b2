/** What axe says of states that no visit alone shows. It looks at each page as it comes where its address is tested, in routes.test.ts. */
import { axeViolations } from './axe';
import { expectNoAxeViolations } from './fixtures';
import { expect, expectAccessible, open, test } from './member/member';

test.describe('the 404 page', () => {
  test.use({ expectedMessages: /status of 404/ });

  test('has no accessibility violation and fits every window', async ({ page }) => {
    await open(page, '/no-such-page');
    await expectAccessible(page);
  });
});

test('an open menu has no accessibility violation', async ({ page }) => {
  await open(page, '/practice');
  await page.getByRole('button', { name: 'Elevate' }).click();
  await expect(page.getByRole('link', { name: 'Ground rules', exact: true })).toBeVisible();
  await expectNoAxeViolations(page);
});

test('a drawer has an edge where the browser forces colours: there are no shadows, and what is behind it is as white', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 800 });
  await page.emulateMedia({ forcedColors: 'active' });
  await open(page, '/practice');
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await expect(page.getByRole('dialog', { name: 'Menu' })).toHaveCSS('border-left-width', '1px');
});

test('each tab of the playbooks has no accessibility violation', async ({ page }) => {
  await open(page, '/playbooks');
  for (const name of ['Players', 'Producers', 'Sponsors']) {
    await page.getByRole('tab', { name }).click();
    await expectAccessible(page);
  }
});

test('a picture without words would be found, every one, also within a frame', async ({ page, baseURL }) => {
  const picture = '<img src="data:,">';
  const body = `<html lang="en"><title>Two</title><main>${picture}${picture}<iframe title="One" srcdoc='${picture}'></iframe></main>`;
  await page.route(`${baseURL}/pictures`, (route) => route.fulfill({ contentType: 'text/html', body }));
  await page.goto('/pictures');
  const found = (await axeViolations(page)).filter((violation) => violation.startsWith('image-alt: '));
  expect(found.join().match(/<img /g)).toHaveLength(3);
});
