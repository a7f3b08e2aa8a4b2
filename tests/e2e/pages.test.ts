import { expect, expectNoAxeViolations, test } from './fixtures';
import { PAGES } from './pages';

for (const [address, title] of PAGES) {
  test(`${address} is complete, accessible and silent @phone`, async ({ page }) => {
    const response = await page.goto(address);
    expect(response?.status()).toBe(200);
    await expect(page).toHaveTitle(new RegExp(`^${title.replaceAll('.', '\\.')} \\| \\S`));
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    for (const name of ['description', 'keywords']) {
      await expect(page.locator(`meta[name="${name}"]`)).toHaveCount(1);
      await expect(page.locator(`meta[name="${name}"]`)).toHaveAttribute('content', /\S/);
    }
    await page.waitForLoadState('networkidle');
    await expectNoAxeViolations(page);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect(overflow, 'the page scrolls sideways').toBe(0);
  });
}
