/** A remote that does not come: nothing but its own page is affected, and the registry learns of it. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page, Request } from '@playwright/test';
import { expect, expectManifest, open, stopClock, test } from './fixtures';
import { FAULTS, hasRunCorruptScript, isBeacon, MESSAGES_OF_FAULTS, panel, script, SILENCE } from './script-faults';

const PARTS = [
  { part: 'entry', file: /\/assets\/mf-marketing\/[^_/][^/]*\/remoteEntry\.js$/ },
  { part: 'page script', file: /\/assets\/mf-marketing\/_\/practice\.practice-page\.[0-9a-f]+\.js$/ },
];

/** The rest of the site: what surrounds the page, and a page of another remote. */
async function expectTheRestToWork(page: Page): Promise<void> {
  const navigation = page.getByRole('navigation', { name: 'Main' });
  await expect(navigation.getByRole('link', { name: 'Contact' })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Footer' })).toBeVisible();
  await navigation.getByRole('link', { name: 'Sign in' }).click();
  await expect(page.locator('main h1')).toHaveText('Sign in');
}

/** At 60 a second. Frames are counted, not milliseconds: a browser that gets little of the processor paints none meanwhile. */
const FRAMES_OF_200_MS = 12;

/** Runs in the page. @returns how many frames after the next click are painted without the skeleton. */
function framesUntilSkeleton(): Promise<number> {
  return new Promise((resolve) => {
    let painted = 0;
    const look = (): void => {
      if (document.querySelector('main [role=status]')) return resolve(painted);
      painted += 1;
      requestFrame(look);
    };
    // The clock of the page is about to be stopped, and with it whatever it knows of frames.
    const requestFrame = requestAnimationFrame.bind(window);
    document.addEventListener('click', () => void requestFrame(look), { capture: true, once: true });
  });
}

test.use({ expectedMessages: MESSAGES_OF_FAULTS });

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
      expect(await hasRunCorruptScript(page)).toBe(false);
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

  for (const seconds of [1, 5]) {
    test(`the ${part} of a remote is answered after ${seconds} s: the skeleton comes by itself within 200 ms, the site goes on, and the page comes`, async ({
      page,
    }) => {
      let answer = (): void => undefined;
      const late = new Promise<void>((resolve) => (answer = resolve));
      await page.route(file, async (route) => {
        await late;
        await route.fallback();
      });
      const beacons: Request[] = [];
      page.on('request', (request) => void (isBeacon(request) && beacons.push(request)));
      await open(page, '/elevate');
      await expectManifest(page);
      const drawn = page.evaluate(framesUntilSkeleton);
      await stopClock(page);
      const navigation = page.getByRole('navigation', { name: 'Main' });
      const skeleton = page.getByRole('main').getByRole('status');
      await navigation.getByRole('link', { name: 'Practice' }).click();
      // Nothing was due by the clock: the click alone brought it.
      await expect(skeleton).toContainText('Loading the page');
      expect(await drawn, 'frames painted before the skeleton').toBeLessThan(FRAMES_OF_200_MS);

      await navigation.getByRole('link', { name: 'Sign in' }).click();
      await expect(page.locator('main h1')).toHaveText('Sign in');
      await page.goBack();
      await page.clock.runFor(seconds * 1_000);
      await expect(skeleton).toContainText('Loading the page');
      answer();
      await expect(page.locator('main h1')).toHaveText('One subject, many ways in');
      await page.clock.resume();
      await expect(panel(page)).toHaveCount(0);
      expect(beacons).toEqual([]);
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

test('what a page takes from the shell fails once, while the page is prefetched: it is there for whoever follows the link, and nobody is blamed', async ({
  page,
}) => {
  const beacons: Request[] = [];
  page.on('request', (request) => void (isBeacon(request) && beacons.push(request)));
  await open(page, '/practice');
  await expectManifest(page);
  await page.route('**/assets/shell/_/shared_ui_src_form*', (route) => route.abort(), { times: 1 });
  const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('shared_ui_src_form'));
  const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Sign up' });
  await link.hover();
  await failed;
  await link.click();
  await expect(page.locator('main h1')).toHaveText('Sign up');
  await expect(page.getByRole('textbox', { name: 'Email' })).toBeVisible();
  await expect(panel(page)).toHaveCount(0);
  expect(beacons).toEqual([]);
});

test('a beacon reaches the registry', { tag: ['@registry', '@token'] }, async ({ page, request, site: { dataDir } }) => {
  const token = (await readFile(path.join(dataDir ?? '', 'tokens', 'publish.token'), 'utf8')).trim();
  const begun = Date.now();
  const answered = page.waitForResponse((response) => isBeacon(response.request()));
  await page.route(/\/mf-auth\/.*signout/, (route) => route.fulfill({ ...script, status: 404 }));
  await page.goto('/signout');
  await expect(panel(page)).toBeVisible();
  const response = await answered;
  expect(response.status()).toBe(204);
  const failure = { kind: 'load-failure', name: 'mf-auth', route: '/signout' };
  expect(response.request().postDataJSON()).toMatchObject(failure);
  const kept = await request.get('/registry/v1/beacons', { headers: { authorization: `Bearer ${token}` } });
  const { messages } = (await kept.json()) as { messages: { at: string }[] };
  // Tests beside this one let pages of the same remote fail, but not this page.
  expect(messages.filter(({ at }) => Date.parse(at) >= begun)).toContainEqual(expect.objectContaining(failure));
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
