/** Every hosted page, at both ends of the range of widths: readable by everybody, usable by keyboard, and never wider than the screen. */
import { expect, type Page } from '@playwright/test';
import { totpCode } from '@site/identity/crypto/totp';
import { axeViolations } from '../axe';
import { resize } from '../resize';
import { type Harness, PASSWORD, PLAYER, type ProviderSite, RELEASE_MANAGER, test } from './provider-fixture';

type Visit = (harness: Harness, site: ProviderSite) => Promise<unknown>;

const openAccount: Visit = async ({ page, fillSignIn }, site) => {
  await page.goto(`${site.origin}/_idp/account`);
  await fillSignIn();
  await page.getByRole('heading', { name: 'Sign-in settings' }).waitFor();
};
const invited = async ({ start, fillSignIn }: Harness, site: ProviderSite): Promise<string> => {
  const email = `invited-${Date.now()}@example.com`;
  await site.invite(email);
  await start();
  await fillSignIn(email, /^ {4}(\S+)$/m.exec(await site.lastMailTo(email))![1]!);
  return email;
};
/** An account of its own, with the authenticator app turned on. @returns what it takes to sign in again. */
async function enrolled(harness: Harness, site: ProviderSite): Promise<{ email: string; secret: string }> {
  const { page } = harness;
  const email = await invited(harness, site);
  await page.getByLabel('New password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('New password, again').fill(PASSWORD);
  await page.getByRole('button', { name: 'Save and sign in' }).click();
  await harness.event('signedIn');
  await page.goto(`${site.origin}/_idp/account/second-factor`);
  const secret = (await page.locator('code').innerText()).replaceAll(' ', '');
  await page.getByLabel('Code').fill(totpCode(secret, Date.now()));
  await page.getByLabel('Current password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Turn it on' }).click();
  await page.getByRole('heading', { name: 'Keep these recovery codes' }).waitFor();
  return { email, secret };
}
const forgot: Visit = async ({ start, page }) => {
  await start();
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
};
const askForCode: Visit = async (harness, site) => {
  await forgot(harness, site);
  await harness.page.getByLabel('E-mail').fill('somebody.with.a.long.address@example.com');
  await harness.page.getByRole('button', { name: 'Mail me a code' }).click();
};

const enrolling: Visit = async ({ start, fillSignIn, page }) => {
  await start();
  await fillSignIn(RELEASE_MANAGER);
  await page.getByText('A mail is on its way').waitFor();
};

const PAGES: Record<string, Visit> = {
  'Sign in': ({ start }) => start(),
  'Sign in, with errors': async ({ start, fillSignIn, page }) => {
    await start();
    await fillSignIn('', '');
    await page.getByRole('alert').waitFor();
  },
  'Sign in, refused': async ({ start, fillSignIn, page }) => {
    await start();
    await fillSignIn('nobody@example.com', 'wrong');
    await page.getByRole('alert').waitFor();
  },
  'Choose your password': invited,
  'Forgot your password?': forgot,
  'Choose a new password': askForCode,
  'Choose a new password, with errors': async (harness, site) => {
    await askForCode(harness, site);
    await harness.page.getByRole('button', { name: 'Save and sign in' }).click();
    await harness.page.getByRole('alert').waitFor();
  },
  'Development account chooser': ({ start }) => start({ provider: 'Google' }),
  'Sign-in did not start': ({ page }, site) => page.goto(`${site.origin}/_idp/oauth2/authorize?client_id=other`),
  'This page has expired': ({ page }, site) => page.goto(`${site.origin}/_idp/interaction/gone/password`),
  'Signed out': ({ page }, site) => page.goto(`${site.origin}/_idp/logout`),
  'Sign-in settings': openAccount,
  'Change your password': async (harness, site) => {
    await openAccount(harness, site);
    await harness.page.getByRole('link', { name: 'Change the password' }).click();
  },
  'Set up an authenticator app': async (harness, site) => {
    await openAccount(harness, site);
    await harness.page.getByRole('link', { name: 'Set it up' }).click();
  },
  'Add a passkey': async (harness, site) => {
    await openAccount(harness, site);
    await harness.page.getByRole('link', { name: 'Add a passkey' }).click();
  },
  'Confirm that it is you, with a code that was not mailed': async (harness, site) => {
    await enrolling(harness, site);
    await harness.page.getByLabel('Code').fill('no code');
    await harness.page.getByRole('button', { name: 'Confirm' }).click();
    await harness.page.getByRole('alert').waitFor();
  },
  'Protect your account': async (harness, site) => {
    await enrolling(harness, site);
    const [code] = /\d{6}/.exec(await site.lastMailTo(RELEASE_MANAGER))!;
    await harness.page.getByLabel('Code').fill(code);
    await harness.page.getByRole('button', { name: 'Confirm' }).click();
  },
  'Keep these recovery codes': enrolled,
  'Confirm that it is you': async (harness, site) => {
    const { email } = await enrolled(harness, site);
    await harness.page.context().clearCookies();
    await harness.page.goto(`${site.origin}/_idp/account`);
    await harness.fillSignIn(email);
  },
  'Turn off the authenticator app': async (harness, site) => {
    await enrolled(harness, site);
    await harness.page.getByRole('link', { name: 'I have saved them' }).click();
    await harness.page.getByRole('link', { name: 'Turn it off' }).click();
  },
  'Sign out?': async (harness, site) => {
    await openAccount(harness, site);
    await harness.page.goto(`${site.origin}/_idp/oauth2/end-session`);
  },
};

for (const [name, visit] of Object.entries(PAGES)) {
  test(name, async ({ harness, site, page }) => {
    const problems = watch(page);
    await visit(harness, site);
    await expectUsable(page, name, problems);
  });
}

test('each page on which members look after their sign-ins and details', async ({ harness, site, page }) => {
  await openAccount(harness, site);
  const home = `${site.origin}/_idp/account`;
  const away: [string, () => Promise<unknown>][] = [
    ['Where you are signed in', () => page.getByRole('link', { name: 'Show them' }).click()],
    ['Recent activity', () => page.getByRole('link', { name: 'Show it' }).click()],
    ['Your details', () => page.getByRole('link', { name: 'Name, phone and e-mail' }).click()],
    ['Change your e-mail address', () => page.goto(`${home}/email`)],
    [
      'Confirm your e-mail address',
      async () => {
        await page.goto(`${home}/email`);
        await page.getByLabel('New e-mail').fill('somebody.with.a.long.address@example.com');
        await page.getByLabel('Current password').fill(PASSWORD);
        await page.getByRole('button', { name: 'Mail me a code' }).click();
      },
    ],
  ];
  for (const [name, visit] of away) {
    await page.goto(home);
    const problems = watch(page);
    await visit();
    await expectUsable(page, name, problems);
  }
});

async function expectUsable(page: Page, name: string, problems: () => string[]): Promise<void> {
  const [title, state] = name.split(', ');
  await expect(page.getByRole('heading', { level: 1, name: title!, exact: true })).toBeVisible();
  await expect(page).toHaveTitle(`${title} | Cloud Practice`);
  if (state) await expect(page.getByRole('alert')).toBeFocused();
  // Axe itself runs as a script, so problems are looked at before it could be one.
  expect(problems()).toEqual([]);
  for (const width of [360, 1280]) {
    await resize(page, { width, height: 800 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    expect(await axeViolations(page, ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'])).toEqual([]);
  }
}

test('what is shown of a page stays in its place while the rest of the document arrives', async ({ harness, site, page }) => {
  await PAGES['Sign in']!(harness, site);
  const top = async () => (await page.locator('.brand').boundingBox())?.y;
  const whole = await top();
  await page.evaluate(() => document.querySelectorAll('form, .foot').forEach((late) => late.remove()));
  expect(await top()).toBe(whole);
});

/** What the browser complains about while the page loads: a refused style, a form that may not be sent. */
function watch(page: Page): () => string[] {
  const problems: string[] = [];
  page.on(
    'console',
    (message) => message.type() === 'error' && /Content Security Policy|Refused/.test(message.text()) && problems.push(message.text()),
  );
  page.on('pageerror', (error) => problems.push(error.message));
  return () => problems;
}

test('signs in by keyboard alone, without script', async ({ browser, site }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  const query = new URLSearchParams({
    client_id: 'site-web',
    redirect_uri: `${site.origin}/signin`,
    response_type: 'code',
    scope: 'openid',
    state: 'a-state',
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
  });
  await page.goto(`${site.origin}/_idp/oauth2/authorize?${query.toString()}`);
  await expect(page.getByLabel('E-mail')).toBeFocused();
  await page.keyboard.type(PLAYER);
  await page.keyboard.press('Tab');
  await page.keyboard.type('wrong');
  await page.keyboard.press('Enter');
  await expect(page.getByText('The e-mail address or the password is not right.')).toBeVisible();
  await expect(page.getByLabel('E-mail')).toHaveValue(PLAYER);
  await page.getByLabel('Password').focus();
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Enter');
  await page.waitForURL(`${site.origin}/signin?code=*`);
  await context.close();
});
