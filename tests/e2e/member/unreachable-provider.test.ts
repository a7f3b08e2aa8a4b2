/** The identity provider is out of reach while somebody is signed in. */
import { expect, test } from './member';
import { sampleAccount } from './people';
import { signIn } from './quick-sign-in';

test.use({ expectedMessages: /Failed to load resource/ });

test('a session that should be renewed stays, and is not asked for without end', async ({ page }) => {
  await signIn(page, await sampleAccount('player'));
  // A page that calls nothing by itself.
  await page.goto('/practice');
  await expect(page.getByRole('button', { name: 'My account', exact: true })).toBeVisible();
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
  await page.reload();
  await expect(page.getByRole('button', { name: 'My account', exact: true })).toBeVisible();
  // The library's own three attempts, and then no other.
  await expect.poll(() => page.clock.runFor(1_000).then(() => asked)).toBe(3);
  await page.clock.runFor(60_000);
  expect(asked).toBe(3);
  await expect(page.getByRole('button', { name: 'My account', exact: true })).toBeVisible();
});
