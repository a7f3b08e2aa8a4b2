import type { Locator, Page } from '@playwright/test';
import { expect, open, test } from './fixtures';
import { tabTo } from './hands';
import { wholeBrowser } from './whole-browser';

// The Tab key leads out of the page into the browser's own bar, and back.
test.use({ launchOptions: wholeBrowser });

const main = (page: Page): Locator => page.getByRole('navigation', { name: 'Main' });

test.describe('the drawer of small windows @phone-only', () => {
  test('opens from the keyboard, keeps the focus, and gives it back', async ({ page }) => {
    await open(page, '/practice');
    const button = page.getByRole('button', { name: 'Menu' });
    await expect(main(page)).toBeHidden();
    await tabTo(button);
    await page.keyboard.press('Enter');
    const drawer = page.getByRole('dialog', { name: 'Menu' });
    await expect(drawer).toBeVisible();
    for (let stop = 0; stop < 16; stop++) {
      await page.keyboard.press('Tab');
      // After the last link comes the browser's own bar, then the drawer again; never the page behind.
      const inside = await drawer.evaluate((dialog) => dialog.contains(document.activeElement) || document.activeElement === document.body);
      expect(inside, `stop ${stop}`).toBe(true);
    }
    await page.keyboard.press('Escape');
    await expect(drawer).toBeHidden();
    await expect(button).toBeFocused();
  });

  test('has every page of the menus, and closes when one is chosen', async ({ page }) => {
    await open(page, '/practice');
    // A reload would be noticed.
    await page.evaluate(() => (document.documentElement.dataset.first = 'true'));
    await page.getByRole('button', { name: 'Menu' }).click();
    const drawer = page.getByRole('dialog', { name: 'Menu' });
    const links = drawer.getByRole('link');
    await expect(links).toHaveText([
      'Practice',
      'Blueprints',
      'ATA',
      'Contact',
      'Overview',
      'Draft',
      'O.M.L.E.T.',
      'Ground rules',
      'Sign up',
      'Sign in',
    ]);
    await expect(drawer.getByRole('link', { name: 'Practice' })).toHaveAttribute('aria-current', 'page');
    await drawer.getByRole('link', { name: 'Overview' }).focus();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/elevate');
    await expect(drawer).toBeHidden();
    await expect(page.locator('main h1')).toBeFocused();
    await expect(page.locator('html')).toHaveAttribute('data-first', 'true');
  });

  test.describe('on a network that fails once', () => {
    test.use({ expectedMessages: /Failed to load resource|Loading chunk/ });

    for (const [part, script] of [
      ['its own script', '**/assets/shell/_/*mobile-drawer*'],
      ['what it is made of', '**/assets/shell/_/shared_ui_src_dialog*'],
    ] as const) {
      test(`says so where ${part} does not come, and opens at the next press`, async ({ page }) => {
        await open(page, '/practice');
        await page.route(script, (route) => route.abort(), { times: 1 });
        const button = page.getByRole('button', { name: 'Menu' });
        await button.click();
        await expect(page.getByRole('alert').filter({ hasText: 'A network error has occurred.' })).toBeVisible();
        await expect(button).toHaveAttribute('aria-expanded', 'false');
        await button.click();
        await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
      });
    }
  });
});
