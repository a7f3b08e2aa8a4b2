/** Passkeys in a real browser, whose virtual authenticator stands in for a finger on a sensor. */
import { expect, type Page } from '@playwright/test';
import { axeViolations } from '../axe';
import { resize } from '../resize';
import { PASSWORD, PLAYER, test } from './provider-fixture';

/** A device that its owner holds, and whose sensor knows them. */
async function addAuthenticator(page: Page) {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { passkeys: async () => (await session.send('WebAuthn.getCredentials', { authenticatorId })).credentials };
}

async function expectSoundPage(page: Page): Promise<void> {
  for (const width of [360, 768, 1280]) {
    await resize(page, { width, height: 800 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    expect(await axeViolations(page, ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'])).toEqual([]);
  }
}

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
  await expectSoundPage(page);
  await page.getByRole('button', { name: 'Create the passkey' }).click();
  await expect(page.getByText('A laptop with a long name, of nobody')).toBeVisible();
  await expectSoundPage(page);

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
  await expectSoundPage(page);
  await page.getByLabel('Current password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Remove it' }).click();
  await expect(page.getByText('None')).toBeVisible();
});
