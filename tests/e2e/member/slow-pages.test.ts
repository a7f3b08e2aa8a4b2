/** Pages that come, or come to their end, so late that nothing they do counts as the answer to a click any more. */
import type { Page, Request } from '@playwright/test';
import { expect, expectAccessible, expectHydrated, open, test } from './member';
import { sampleAccount, signInOnPages } from './people';

/** For longer than the half second after an input in which a browser forgives that things move. */
const LATE_MS = 1_000;

const WIDTHS = [360, 768, 1280];

const delay = (page: Page, address: RegExp | string) =>
  page.route(address, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, LATE_MS));
    await route.fallback();
  });

/** Holds requests until `release` is called. */
async function hold(page: Page, isHeld: (request: Request) => boolean): Promise<{ release: () => void }> {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route('**', async (route) => {
    if (isHeld(route.request())) await released;
    await route.fallback();
  });
  return { release };
}

/** A call over the wire of Cognito. */
const isCall =
  (operation: RegExp) =>
  (request: Request): boolean =>
    operation.test(request.headers()['x-amz-target'] ?? '');

/** Where the parts of the page are that every state of it has. */
const places = (page: Page) =>
  page.evaluate(() =>
    ['h1', 'main header img', 'footer'].map((part) => document.querySelector(part)!.getBoundingClientRect().toJSON() as unknown),
  );

const goToEnd = (page: Page): Promise<void> => page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }));

async function openCard(page: Page): Promise<void> {
  await signInOnPages(page, await sampleAccount('player'));
  await expect(page.getByRole('region', { name: 'Profile' })).toBeVisible();
}

const signOut = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'My account', exact: true }).click();
  await page.getByRole('link', { name: 'Sign out' }).click();
};

const leaving = (page: Page) => page.getByRole('heading', { level: 1, name: 'Signing out...' });
const left = (page: Page) => page.getByRole('heading', { level: 1, name: 'Successful signed out.' });

test('a page that comes late to a window scrolled to its end begins at its top, and nothing moves', async ({ page }) => {
  await open(page, '/elevate');
  await goToEnd(page);
  const contact = /\/mf-marketing\/.*contact/;
  // Until it was looked at what stands in its place, however late that is.
  const script = await hold(page, (request) => contact.test(request.url()));
  await delay(page, contact);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Contacts' }).click();
  await expect(page.getByText('Loading the page')).toBeAttached();
  expect(await page.evaluate(() => scrollY)).toBe(0);
  script.release();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  expect(await page.evaluate(() => scrollY)).toBe(0);
});

test('signing out from the end of the card moves nothing, though page and provider come late', async ({ page }) => {
  await openCard(page);
  await goToEnd(page);
  await delay(page, /\/mf-auth\/.*signout/);
  await delay(page, '**/_idp/**');
  await signOut(page);
  await expect(left(page)).toBeVisible();
  await expect(page).toHaveURL('/signout');
});

for (const width of WIDTHS)
  test(`at ${width} pixels, the page that signs out has each of its parts where it stays, from the document to the end`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    await openCard(page);
    const scripts = await hold(page, (request) => request.resourceType() === 'script');
    const session = await hold(page, isCall(/GetId$/));
    const end = await hold(page, isCall(/RevokeToken$/));

    await page.goto('/signout', { waitUntil: 'commit' });
    await expect(leaving(page)).toBeVisible();
    await expect(page.getByRole('contentinfo')).toBeAttached();
    const before = await places(page);

    scripts.release();
    await expectHydrated(page);
    await expect(leaving(page)).toBeVisible();
    expect(await places(page)).toEqual(before);

    const asked = page.waitForRequest(isCall(/RevokeToken$/));
    session.release();
    await asked;
    await expect(leaving(page)).toBeVisible();
    expect(await places(page)).toEqual(before);
    await expectAccessible(page);

    end.release();
    await expect(left(page)).toBeVisible();
    await expect(page.getByText('Thank you.')).toBeVisible();
    expect(await places(page)).toEqual(before);
  });

test.describe('a sign-out that fails', () => {
  test.use({ expectedMessages: /ERR_FAILED/ });

  test('says why in plain words, moves nothing, and can be tried again', async ({ page }) => {
    await openCard(page);
    await page.route(/amplify/, (route) => route.abort());
    await page.goto('/signout', { waitUntil: 'commit' });
    await expect(page.getByRole('contentinfo')).toBeAttached();
    const before = await places(page);
    await expect(page.getByRole('alert')).toHaveText('A network error has occurred.');
    await expect(page.getByRole('heading', { level: 1, name: 'You are still signed in' })).toBeVisible();
    expect(await places(page)).toEqual(before);
    await expectAccessible(page);
    await page.unroute(/amplify/);
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(left(page)).toBeVisible();
    await expect(page.getByText('Thank you.')).toBeVisible();
  });
});
