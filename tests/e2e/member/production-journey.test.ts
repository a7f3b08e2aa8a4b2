/** The way to an account, on a site as visitors know it: no sample data, no page that shows mail, secrets, and a database server. */
import { expect, open, test, toast, untilSignedOut } from './member';
import { CODE, chooseHostedPassword, fillHostedSignIn, PASSWORD, stranger, temporaryPassword } from './people';

test.use({ siteMode: 'production' });

test('in production a visitor signs up, is invited by mail, chooses a password, and signs in and out', async ({ page }) => {
  const grace = stranger('Grace Producer');
  const session = page.getByRole('region', { name: 'Profile' });

  await test.step('signs up', async () => {
    await open(page, '/signup');
    await page.getByLabel('Full name').fill(grace.name);
    await page.getByLabel('Email').fill(grace.email);
    await page.getByLabel('Phone').fill('+12125550177');
    await page.getByLabel('City and state').fill('Albany, NY');
    await page.getByLabel('Peer group access code').fill(CODE);
    await page.getByRole('checkbox', { name: /privacy policy/ }).check();
    await page.getByRole('checkbox', { name: /terms/ }).check();
    await page.getByRole('button', { name: 'Sign up' }).click();
    await expect(toast(page, 'Thank you for signing up. Check your email for the next step')).toBeVisible();
  });

  await test.step('signs in with the password of the mail, and chooses one', async () => {
    const temporary = { email: grace.email, password: await temporaryPassword(grace) };
    await open(page, '/signin');
    await page.getByRole('button', { name: 'Sign in with your account' }).click();
    await fillHostedSignIn(page, temporary);
    await chooseHostedPassword(page, PASSWORD);
    await expect(page).toHaveURL('/card');
    await expect(session).toContainText(grace.name);
  });

  const signOut = () =>
    test.step('signs out', async () => {
      await page.getByRole('button', { name: 'My account', exact: true }).click();
      await untilSignedOut(page, () => page.getByRole('link', { name: 'Sign out' }).click());
      await expect(page.getByRole('heading', { name: 'Successful signed out.' })).toBeVisible();
      await open(page, '/card');
      await expect(page.getByText('This section is protected')).toBeVisible();
    });
  await signOut();

  await test.step('signs in again with the password of her own', async () => {
    await open(page, '/signin');
    await page.getByRole('button', { name: 'Sign in with your account' }).click();
    await fillHostedSignIn(page, { email: grace.email, password: PASSWORD });
    await expect(page).toHaveURL('/card');
    await expect(session).toContainText(grace.name);
  });
  await signOut();
});
