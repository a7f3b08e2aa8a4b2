/** A sign-in that was left half-way, and a session while the identity provider is out of reach. */
import { expect, expectHydrated, test } from './member';
import { sampleAccount, signIn } from './people';

test.describe('Back from the hosted page', () => {
  test.use({
    // Playwright switches off what browsers do: a page that is left is kept as it was, and Back shows it again.
    launchOptions: async ({ launchOptions }, use) => use({ ...launchOptions, ignoreDefaultArgs: ['--disable-back-forward-cache'] }),
    expectedMessages: /OAuth/,
  });

  test('the buttons work as before, and another provider may be chosen', async ({ page }) => {
    await page.goto('/signin');
    await expectHydrated(page);
    await page.evaluate(() => addEventListener('pageshow', ({ persisted }) => Object.assign(window, { persisted })));
    await page.getByRole('button', { name: 'Sign in with Google' }).click();
    await expect(page.getByText('Stands in for Google')).toBeVisible();
    await page.goBack({ waitUntil: 'commit' });
    expect(await page.evaluate(() => (window as { persisted?: boolean }).persisted), 'the page was kept').toBe(true);
    const other = page.getByRole('button', { name: 'Sign in with LinkedIn' });
    await expect(other).toBeEnabled();
    await other.click();
    await expect(page.getByText('Stands in for LinkedIn')).toBeVisible();
  });
});

test.describe('the identity provider is out of reach', () => {
  test.use({ expectedMessages: /Failed to load resource/ });

  test('a session that should be renewed stays, and is not asked for without end', async ({ page }) => {
    await signIn(page, await sampleAccount('player'));
    await expect(page.getByRole('region', { name: 'Profile' })).toBeVisible();
    // By this clock, every token has run out.
    await page.evaluate(() => {
      const drift = Object.keys(localStorage).find((key) => key.endsWith('.clockDrift'));
      localStorage.setItem(drift ?? '', String(24 * 60 * 60_000));
    });
    let asked = 0;
    await page.route('**/_idp/**', (route) => {
      asked += 1;
      return route.abort('internetdisconnected');
    });
    await page.clock.install();
    await page.goto('/practice');
    await expect(page.getByRole('button', { name: 'My account', exact: true })).toBeVisible();
    await page.clock.runFor(60_000);
    // The library's own three attempts.
    expect(asked).toBe(3);
    await expect(page.getByRole('button', { name: 'My account', exact: true })).toBeVisible();
  });
});
