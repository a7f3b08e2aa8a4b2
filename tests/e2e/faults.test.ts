/** A remote that does not come: nothing but its own page is affected, and the registry learns of it. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page, Request, Route } from '@playwright/test';
import { expect, expectManifest, open, stopClock, test } from './fixtures';

interface Fault {
  name: string;
  /** Answers a request for a script in a way that scripts should not be answered. */
  answer(route: Route): Promise<void>;
}

const script = { status: 200, contentType: 'text/javascript', headers: { 'access-control-allow-origin': '*' } };
const FAULTS: Fault[] = [
  { name: 'missing', answer: (route) => route.fulfill({ ...script, status: 404, body: '' }) },
  { name: 'corrupt', answer: (route) => route.fulfill({ ...script, body: 'window.corrupt = true;' }) },
  {
    name: 'cut short',
    answer: async (route) => {
      const bytes = await (await route.fetch()).body();
      await route.fulfill({ ...script, body: bytes.subarray(0, bytes.length / 2) });
    },
  },
  {
    name: 'an HTML page',
    answer: (route) => route.fulfill({ ...script, contentType: 'text/html', body: '<!doctype html><p>Sign in to the hotel' }),
  },
];
const SILENCE: Fault = { name: 'never answered', answer: () => new Promise(() => undefined) };

const PARTS = [
  { part: 'entry', file: /\/assets\/mf-marketing\/[^_/][^/]*\/remoteEntry\.js$/ },
  { part: 'page script', file: /\/assets\/mf-marketing\/_\/practice\.practice-page\.[0-9a-f]+\.js$/ },
];

const panel = (page: Page) => page.getByRole('main').getByRole('alert');
const isBeacon = (request: Request): boolean => new URL(request.url()).pathname === '/registry/v1/beacons';

/** The rest of the site: what surrounds the page, and a page of another remote. */
async function expectTheRestToWork(page: Page): Promise<void> {
  const navigation = page.getByRole('navigation', { name: 'Main' });
  await expect(navigation.getByRole('link', { name: 'Contact' })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Footer' })).toBeVisible();
  await navigation.getByRole('link', { name: 'Sign in' }).click();
  await expect(page.locator('main h1')).toHaveText('Sign in');
}

test.use({
  // Of the browser, which could not load or verify, of the federation runtime, and of React, whose boundary 422 did not hydrate.
  expectedMessages:
    /Failed to load resource|integrity|Refused to execute|Federation Runtime|RUNTIME-|Loading chunk|PageLoadTimeout|React error #422/i,
});

for (const { part, file } of PARTS) {
  for (const { name, answer } of FAULTS) {
    test(`the ${part} of a remote is ${name}: asked for twice, then a panel in its place and a beacon`, async ({ page }) => {
      let asked = 0;
      // Loading begins when the pointer arrives on the link; the answer waits for the click that follows.
      let clicked = (): void => undefined;
      const click = new Promise<void>((resolve) => (clicked = resolve));
      await page.route(file, async (route) => {
        // Beside the scripts, the shell fetches what failed anew, past the browser's copy.
        if (route.request().resourceType() === 'script') asked += 1;
        await click;
        await answer(route);
      });
      await open(page, '/elevate');
      const beacon = page.waitForRequest(isBeacon);
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Practice' }).click();
      clicked();

      await expect(panel(page)).toContainText('This part of the site did not load');
      expect(asked).toBe(2);
      expect((await beacon).postDataJSON()).toMatchObject({
        kind: 'load-failure',
        name: 'mf-marketing',
        version: expect.stringMatching(/^\d+\.\d+\.\d+/),
        route: '/practice',
        message: expect.stringMatching(/\w/),
      });
      expect(await page.evaluate(() => 'corrupt' in window)).toBe(false);
      await expectTheRestToWork(page);

      await page.goBack();
      await expect(panel(page)).toBeVisible();
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      await panel(page).getByRole('button', { name: 'Retry' }).click();
      await expect(page.locator('main h1')).toHaveText('One subject, many ways in');
      await expect(panel(page)).toHaveCount(0);
    });
  }

  for (const { name, answer } of FAULTS.slice(0, 2)) {
    test(`the ${part} of the first page is ${name}: the panel stands within the layout, and Retry brings the page`, async ({ page }) => {
      await page.route(file, answer);
      await page.goto('/practice');
      await expect(panel(page)).toBeVisible();
      await expect(page.getByRole('navigation', { name: 'Footer' })).toBeVisible();
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      await panel(page).getByRole('button', { name: 'Retry' }).press('Enter');
      await expect(page.locator('main h1')).toHaveText('One subject, many ways in');
      await expectTheRestToWork(page);
    });
  }

  test(`the ${part} of a remote is ${SILENCE.name}: nobody waits longer than eight seconds`, async ({ page }) => {
    await page.route(file, SILENCE.answer);
    await open(page, '/elevate');
    await expectManifest(page);
    await stopClock(page);
    const beacon = page.waitForRequest(isBeacon);
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Practice' }).click();
    await expect(page.getByRole('main').getByRole('status')).toContainText('Loading the page');
    await page.clock.runFor(8_000);
    await expect(panel(page)).toBeVisible();
    await page.clock.resume();
    expect((await beacon).postDataJSON()).toMatchObject({ kind: 'load-failure', name: 'mf-marketing' });
    await expectTheRestToWork(page);
  });
}

test('a beacon reaches the registry', { tag: '@registry' }, async ({ page, request, site: { dataDir } }) => {
  test.skip(dataDir === undefined, 'reading what arrived needs a token of the site');
  const token = (await readFile(path.join(dataDir ?? '', 'tokens', 'publish.token'), 'utf8')).trim();
  const counted = async (): Promise<number> => {
    const answer = await request.get('/registry/v1/beacons', { headers: { authorization: `Bearer ${token}` } });
    const { counts } = (await answer.json()) as {
      counts: { name: string; kind: string; count: number }[];
    };
    return counts.filter(({ name, kind }) => name === 'mf-auth' && kind === 'load-failure').reduce((sum, { count }) => sum + count, 0);
  };
  const before = await counted();
  const answered = page.waitForResponse((response) => isBeacon(response.request()));
  await page.route(/\/mf-auth\/.*signout/, (route) => route.fulfill({ ...script, status: 404 }));
  await page.goto('/signout');
  await expect(panel(page)).toBeVisible();
  const response = await answered;
  expect(response.status()).toBe(204);
  expect(response.request().postDataJSON()).toMatchObject({ kind: 'load-failure', name: 'mf-auth', route: '/signout' });
  await expect.poll(counted).toBe(before + 1);
});

test.describe('the shell', () => {
  test.use({ expectedMessages: /./ });

  test('that does not come leaves the page readable, and its links lead on', async ({ page }) => {
    await page.route(/\/assets\/shell\//, (route) => route.fulfill({ ...script, status: 404 }));
    await page.goto('/practice');
    await expect(page.locator('main h1')).toHaveText('One subject, many ways in');
    await page.getByRole('main').getByRole('link', { name: 'Read the ground rules' }).click();
    await expect(page.locator('main h1')).toHaveText('Playbooks');
  });

  test('says so when its parameters cannot be refreshed, and goes on with those it has', async ({ page }) => {
    await page.route('**/params.json', (route) => route.fulfill({ status: 503 }));
    await page.goto('/practice');
    await expect(page.getByText(/^Configuration is not available, please, reload: .+/)).toBeVisible();
    await expect(page.locator('main h1')).toHaveText('One subject, many ways in');
  });
});
