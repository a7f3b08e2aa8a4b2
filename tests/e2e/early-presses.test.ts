/** What is pressed in a rendered page before its scripts are there. The processor is slowed, so that the pieces become alive one after the other. */
import type { Page } from '@playwright/test';
import { expect, expectHydrated, test } from './fixtures';

// The scripts wait longer than the browser expects of what is preloaded.
test.use({ expectedMessages: /preloaded using link preload but not used/ });

/** Opens a page whose scripts wait. Returns a function that lets them come. */
async function openWithoutScripts(page: Page, address: string): Promise<() => void> {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await page.route('**/assets/**/*.js', async (route) => {
    await released;
    await route.continue();
  });
  await page.goto(address, { waitUntil: 'commit' });
  return release;
}

test('a menu and a tab that are pressed before anything is alive open when it is', async ({ page }) => {
  const release = await openWithoutScripts(page, '/playbooks');
  const menu = page.getByRole('button', { name: 'Venture studio' });
  const tab = page.getByRole('tab', { name: 'Sponsors' });
  await menu.click();
  await tab.click();
  await expect(menu).toHaveAttribute('aria-expanded', 'false');
  release();
  await expectHydrated(page);
  await expect(tab).toHaveAttribute('aria-selected', 'true');
  await expect(menu).toHaveAttribute('aria-expanded', 'true');
});

test('a form that is sent before anything is alive is checked when it is, and never sent by the browser alone', async ({ page }) => {
  const release = await openWithoutScripts(page, '/intro');
  await page.getByRole('button', { name: 'Send' }).click();
  release();
  await expectHydrated(page);
  await expect(page.getByRole('heading', { name: 'Some fields need a correction' })).toBeVisible();
  expect(new URL(page.url()).search).toBe('');
});

test('what is written into a form before anything is alive stays, and is sent', async ({ page }) => {
  const release = await openWithoutScripts(page, '/signup');
  await page.getByLabel('Full name').fill('Ada Player');
  const agreed = page.getByRole('checkbox', { name: /privacy policy/ });
  await agreed.check();
  release();
  await expectHydrated(page);
  await page.getByLabel('Email').fill('not an address');
  await page.getByRole('button', { name: 'Sign up' }).click();
  await expect(page.getByLabel('Full name')).toHaveValue('Ada Player');
  await expect(page.getByLabel('Full name')).not.toHaveAttribute('aria-invalid', 'true');
  await expect(agreed).toBeChecked();
});

test('the drawer of small windows opens for a tap that came too early @phone-only', async ({ page }) => {
  const release = await openWithoutScripts(page, '/practice');
  await page.getByRole('button', { name: 'Menu' }).tap();
  release();
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
});
