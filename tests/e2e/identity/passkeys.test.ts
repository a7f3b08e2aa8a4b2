/** Passkeys in a real browser, whose virtual authenticator stands in for a finger on a sensor. */
import { expect } from '@playwright/test';
import { addAuthenticator } from './authenticator';
import { PASSWORD, PLAYER, test } from './provider-fixture';

test('a passkey is added on the account page, and signs in without a password', async ({ page, site }) => {
  const device = await addAuthenticator(page);
  const account = `${site.origin}/_idp/account`;
  const openSignIn = async () => {
    await page.goto(`${site.origin}/_idp/logout`);
    await page.goto(account);
  };
  await page.goto(account);
  await page.getByLabel('E-mail').fill(PLAYER);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('link', { name: 'Add a passkey' }).click();
  await page.getByLabel('Name').fill('A laptop with a long name, of nobody');
  await page.getByLabel('Current password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Go on' }).click();
  await expect(page.getByRole('heading', { name: 'Create the passkey' })).toBeVisible();
  await page.getByRole('button', { name: 'Create the passkey' }).click();
  await expect(page.getByText('A laptop with a long name, of nobody')).toBeVisible();

  // Among the suggestions of the field for the address: nobody presses a button.
  await openSignIn();
  await expect(page.getByText(`You are signed in as ${PLAYER}.`)).toBeVisible();

  // In a browser that suggests none.
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false);
  });
  await openSignIn();
  await page.getByRole('button', { name: 'Continue with a passkey' }).click();
  await expect(page.getByText(`You are signed in as ${PLAYER}.`)).toBeVisible();
  const [passkey] = await device.passkeys();
  expect(passkey!.signCount).toBe(3);

  await page.getByRole('link', { name: /^Remove the passkey/ }).click();
  await page.getByLabel('Current password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Remove it' }).click();
  await expect(page.getByText('None')).toBeVisible();
});
