/** Signing in and out, in every way that the sign-in page offers, in one tab and in several. */
import type { Page } from '@playwright/test';
import { expect, expectAccessible, open, test, untilSignedOut } from './member';
import { sampleAccount, signInOnPages } from './people';
import { signIn } from './quick-sign-in';

interface SeenWindow {
  seen: string[];
}

/** Runs in the page. Collects what only visitors read, for as long as it could be read. */
function noticeVisitorsWords(): void {
  const page = window as unknown as SeenWindow;
  page.seen = [];
  const look = (): void => {
    for (const element of document.querySelectorAll<HTMLElement>('nav a, main h2, main p, main [role=status]'))
      if (element.checkVisibility({ visibilityProperty: true }) && /^(Sign in|Sign up|This section is protected)/.test(element.innerText))
        page.seen.push(element.innerText.split('\n')[0]!);
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

const account = (page: Page) => page.getByRole('button', { name: 'My account', exact: true });

test('the default provider is offered first, then those of the configuration', async ({ page, request }) => {
  const { Auth } = (await (await request.get('/params.json')).json()) as { Auth: { providers: string[] } };
  await open(page, '/signin');
  await expect(page.getByRole('main').getByRole('button')).toHaveText([
    'Sign in with your account',
    ...Auth.providers.map((name) => `Sign in with ${name}`),
  ]);
  expect(Auth.providers).toEqual(['Google', 'LinkedIn']);
  await expectAccessible(page);
});

test('error and error_description of the address are an alert @phone', async ({ page }) => {
  await open(page, '/signin?error=access_denied&error_description=The+request+was+refused');
  await expect(page.getByRole('alert')).toHaveText('access_denied: The request was refused');
  await expectAccessible(page);
});

test('a return that nobody began signs nobody in, and says so', async ({ page }) => {
  const exchanges: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/oauth2/token')) exchanges.push(request.url());
  });
  await open(page, '/signin?code=forged&state=forged');
  await expect(page.getByRole('alert')).toHaveText(/^An error has occurred during the OAuth flow: An error occurred while validating/);
  await expect(page).toHaveURL('/signin');
  await expect(page.getByRole('button', { name: 'Sign in with your account' })).toBeVisible();
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.endsWith('Token')))).toEqual([]);
  expect(exchanges).toEqual([]);
  await open(page, '/card');
  await expect(page.getByText('This section is protected')).toBeVisible();
});

for (const provider of ['Google', 'LinkedIn']) {
  test(`${provider} signs in, and leads to the target`, async ({ page }) => {
    const { email } = await sampleAccount('player');
    await open(page, '/signin/inbox');
    await page.getByRole('button', { name: `Sign in with ${provider}` }).click();
    await page.getByRole('button', { name: email }).click();
    await expect(page).toHaveURL('/inbox');
    await expect(page.getByText('No matched opportunity yet')).toBeVisible();
    await expectAccessible(page);
  });
}

test.describe('a player who is signed in', () => {
  test('has an account menu, goes past the sign-in page to its target, and is known in every tab', async ({ page, context }) => {
    await open(page, '/practice');
    const other = await context.newPage();
    await signInOnPages(other, await sampleAccount('player'), '/signin/draft');
    await expect(other).toHaveURL('/draft');
    await expect(account(page)).toBeVisible();

    await account(page).click();
    await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^(Card|Sign out)$/ })).toHaveText([
      'Card',
      'Sign out',
    ]);
    for (const [address, target] of [
      ['/signin', '/card'],
      ['/signin/inbox', '/inbox'],
      ['/signin/%2F%2Felsewhere.example', '/card'],
    ] as const) {
      await page.goto(address);
      await expect(page).toHaveURL(target);
    }
    await page.goto('/card');
    await expect(page.getByRole('region', { name: 'Profile' })).toBeVisible();

    await other.getByRole('button', { name: 'My account', exact: true }).click();
    await untilSignedOut(other, () => other.getByRole('link', { name: 'Sign out', exact: true }).click());
    await expect(other.getByRole('heading', { level: 1, name: 'Successful signed out.' })).toBeVisible();
    await expect(other.getByText('Thank you.')).toBeVisible();
    await expect(other).toHaveURL('/signout');
    await expectAccessible(other);
    await expect(page.getByText('This section is protected')).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Sign in' })).toBeVisible();
    // A tab learns of what another has removed from the storage piece by piece.
    await expect.poll(() => page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('Token')))).toEqual([]);
  });

  test('stays signed in over a reload, without a moment as a visitor', async ({ page }) => {
    await signInOnPages(page, await sampleAccount('player'));
    await expect(page.getByRole('region', { name: 'Profile' })).toBeVisible();
    await page.addInitScript(noticeVisitorsWords);
    await page.reload();
    await expect(page.getByRole('region', { name: 'Profile' })).toBeVisible();
    await expect(account(page)).toBeVisible();
    expect(await page.evaluate(() => (window as unknown as SeenWindow).seen)).toEqual([]);
    // What notices them does: without the session they are there.
    await page.evaluate(() => localStorage.clear());
    await page.reload();
    await expect.poll(() => page.evaluate(() => (window as unknown as SeenWindow).seen)).toContain('This section is protected');
  });
});

/** Runs in the page. What is stored of a sign-in; of its tokens, what they are for. */
function storedSignIn(): [key: string, value: unknown][] {
  const claimsOf = (token: string): object => {
    const { scope, ...claims } = JSON.parse(atob(token.split('.')[1]!)) as Record<string, unknown>;
    return { scope, names: Object.keys(claims).sort() };
  };
  const told = (key: string, value: string): unknown => {
    if (/\.(id|access)Token$/.test(key)) return claimsOf(value);
    return /\.(refreshToken|clockDrift)$/.test(key) ? typeof value : value;
  };
  return Object.keys(localStorage)
    .sort()
    .map((key) => [key, told(key, localStorage.getItem(key)!)]);
}

/** The cookies of a sign-in, without what no two have in common. */
async function cookiesOfSignIn(page: Page): Promise<string[]> {
  const cookies = await page.context().cookies();
  return cookies
    .map(({ value: _, expires, ...cookie }) => JSON.stringify({ ...cookie, lasts: expires > 0 }).replace(/interaction\/[^"]+/, '…'))
    .sort();
}

test('a browser that a test signs in without pages keeps what it keeps of a sign-in on the pages', async ({ page, browser, baseURL }) => {
  await signInOnPages(page, await sampleAccount('player'));
  await expect(page.getByRole('region', { name: 'Profile' })).toBeVisible();
  const quick = await (await browser.newContext({ baseURL })).newPage();
  await signIn(quick, await sampleAccount('player'));
  expect(await quick.evaluate(storedSignIn)).toEqual(await page.evaluate(storedSignIn));
  expect(await cookiesOfSignIn(quick)).toEqual(await cookiesOfSignIn(page));
  await quick.context().close();
});

test('card and inbox are closed to visitors, and sign-in leads back to them @phone', async ({ page }) => {
  for (const target of ['card', 'inbox']) {
    await open(page, `/${target}`);
    await expect(page.getByText('This section is protected')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
    await expect(page).toHaveURL(`/signin/${target}`);
  }
});
