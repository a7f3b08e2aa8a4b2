/** The intro form and the sign-up form against the real backend: the way through and the refusals. */
import type { Page } from '@playwright/test';
import { cutNetworkOfTouchedPage, expect, expectAccessible, open, test, toast } from './member';
import { CODE, mailTo } from './people';

const PHONE_MESSAGE = 'Enter a full phone number starting with a plus sign';

/** Paths of the calls that the page makes to the backend. */
function callsOf(page: Page): string[] {
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/')) calls.push(`${request.method()} ${pathname}`);
  });
  return calls;
}

const described = (page: Page, label: string, message: string) =>
  expect(page.getByLabel(label)).toHaveAccessibleDescription(new RegExp(message));

test.describe('the intro form', () => {
  async function fill(page: Page): Promise<void> {
    await page.getByLabel('Full name').fill('Ida Asker');
    await page.getByLabel('Email').fill('ida.asker@example.com');
    await page.getByLabel('Phone').fill('+12125550144');
    await page.getByLabel('Question').fill('What does a blueprint begin with?');
  }

  test('with nothing filled in sends nothing, and says what is missing @phone', async ({ page }) => {
    await open(page, '/intro/no-such-lead');
    await expect(page.getByLabel('Interest')).toHaveValue('');
    const calls = callsOf(page);
    await page.getByRole('button', { name: 'Send' }).click();
    await expect(page.getByRole('group', { name: 'Problems with the form' })).toBeFocused();
    for (const label of ['Interest', 'Full name', 'Email', 'Question']) await described(page, label, 'This field needs a correction');
    await described(page, 'Phone', PHONE_MESSAGE);
    expect(calls).toEqual([]);
    await expectAccessible(page);
  });

  test('is sent with the keyboard alone: cleared, and the answer is a toast', async ({ page }) => {
    await open(page, '/intro/blueprints-2');
    await expect(page.getByLabel('Interest').locator('option:checked')).toHaveText('Startup blueprint+');
    await expect(page.getByText('Expect a reply within 2-3 business days.')).toBeVisible();
    await page.getByLabel('Full name').focus();
    for (const text of ['Ida Asker', 'ida.asker@example.com', '+12125550144', 'What does a blueprint begin with?']) {
      await page.keyboard.type(text);
      await page.keyboard.press('Tab');
    }
    await page.keyboard.press('Enter');
    await expect(toast(page, 'Thank you, your message was received. Expect a reply within 2-3 business days')).toBeVisible();
    for (const label of ['Interest', 'Full name', 'Email', 'Phone', 'Question']) await expect(page.getByLabel(label)).toHaveValue('');
    await expectAccessible(page);
  });

  test('keeps what is written over another page', async ({ page }) => {
    await open(page, '/intro');
    await fill(page);
    await page.getByRole('contentinfo').getByRole('link', { name: 'Terms' }).click();
    await expect(page).toHaveURL('/terms');
    await page.goBack();
    await expect(page.getByLabel('Question')).toHaveValue('What does a blueprint begin with?');
  });

  test.describe('without a network', () => {
    test.use({ expectedMessages: /ERR_INTERNET_DISCONNECTED/ });

    test('says so, keeps everything, and sends the message once the network is back', async ({ page, context }) => {
      await open(page, '/demo/produce');
      await fill(page);
      await cutNetworkOfTouchedPage(page);
      await page.getByRole('button', { name: 'Send' }).click();
      await expect(toast(page, 'A network error has occurred.')).toBeVisible();
      await expect(page.getByLabel('Question')).toHaveValue('What does a blueprint begin with?');
      await context.setOffline(false);
      await page.getByRole('button', { name: 'Send' }).click();
      await expect(toast(page, 'Thank you, your message was received')).toBeVisible();
    });
  });
});

test.describe('the sign-up form', () => {
  async function fill(page: Page, values: Record<string, string> = {}): Promise<void> {
    const texts = {
      'Full name': 'Sofia Signer',
      Email: 'sofia.signer@example.com',
      Phone: '+12125550155',
      'City and state': 'Ithaca, NY',
      'Peer group access code': CODE,
      ...values,
    };
    for (const [label, text] of Object.entries(texts)) await page.getByLabel(label).fill(text);
    await page.getByRole('checkbox', { name: /privacy policy/ }).check();
    await page.getByRole('checkbox', { name: /terms/ }).check();
  }
  const send = (page: Page) => page.getByRole('button', { name: 'Sign up', exact: true }).click();

  test('with nothing filled in sends nothing, and says what is missing @phone', async ({ page }) => {
    await open(page, '/signup');
    const calls = callsOf(page);
    await send(page);
    await expect(page.getByRole('group', { name: 'Problems with the form' })).toBeFocused();
    await described(page, 'Phone', PHONE_MESSAGE);
    for (const name of [/privacy policy/, /terms/]) {
      await expect(page.getByRole('checkbox', { name })).toHaveAccessibleDescription(/You must agree before submitting\./);
    }
    expect(calls).toEqual([]);
    await expectAccessible(page);
  });

  for (const [label, value] of [
    ['Email', 'sofia.example.com'],
    ['Phone', '2125550155'],
    ['Phone', '+1212555015'],
  ] as const) {
    test(`sends nothing with ${value} for ${label}`, async ({ page }) => {
      await open(page, '/signup');
      const calls = callsOf(page);
      await fill(page, { [label]: value });
      await send(page);
      await expect(page.getByLabel(label)).toHaveAttribute('aria-invalid', 'true');
      expect(calls).toEqual([]);
    });
  }

  test('explains in place where to get the code', async ({ page }) => {
    await open(page, '/signup');
    await expect(page.getByLabel('Phone')).toHaveAttribute('placeholder', /^\+1\d{10}$/);
    await page.getByRole('link', { name: 'Where to get the access code' }).click();
    await expect(page).toHaveURL('/elevate#how');
    await expect(page.getByText('SELF-4E').first()).toBeVisible();
  });

  test.describe('with a code that nobody gave out', () => {
    test.use({ expectedMessages: /status of 4\d\d/ });

    test('is refused by the server: its words are under the field and in a toast, and everything is kept', async ({ page }) => {
      await open(page, '/signup');
      await fill(page, { 'Peer group access code': 'NO-SUCH' });
      await send(page);
      await described(page, 'Peer group access code', 'This access code is not known');
      await expect(toast(page, 'Some fields need a correction')).toBeVisible();
      await expect(page.getByLabel('Full name')).toHaveValue('Sofia Signer');
      await expect(page.getByRole('checkbox', { name: /terms/ })).toBeChecked();
      await expectAccessible(page);
    });
  });

  test('tells a known address no more than an unknown one, and its owner by mail', async ({ page }) => {
    const player = { email: 'player@example.com' };
    await open(page, '/signup');
    await fill(page, { Email: player.email });
    await send(page);
    await expect(toast(page, 'Thank you for signing up. Check your email for the next step')).toBeVisible();
    await expectAccessible(page);
    await mailTo(player, 'already has an account');
  });
});
