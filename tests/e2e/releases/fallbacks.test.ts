/** A release of a remote that does not load in one browser: what that visitor gets, and when the release is tried again. */
import path from 'node:path';
import type { Page } from '@playwright/test';
import { expect, expectHydrated, expectManifest, open } from '../fixtures';
import { alterBuild, createWorkshop } from './changed-builds';
import { type ReleaseManager, test } from './running-site';

const NAME = 'mf-marketing';
const LIVE = '93.0.0';
const NEXT = '93.0.1';
const DIST = path.resolve(import.meta.dirname, '../../..', NAME, 'dist');
const entryOf = (version: string): RegExp => new RegExp(`/assets/${NAME}/${version.replaceAll('.', '\\.')}/remoteEntry\\.js$`);

test.describe.configure({ mode: 'serial' });
test.use({
  siteOf: import.meta.filename,
  expectedMessages: /preloaded using link preload|Failed to load|net::ERR|integrity|Entry of mf-|Loading chunk|React error #(418|422)/i,
});

let workshop: Awaited<ReturnType<typeof createWorkshop>>;
test.beforeAll(async ({ manager }) => {
  workshop = await createWorkshop();
  await goLive(manager, LIVE);
});
test.afterAll(async () => {
  await workshop.close();
});

async function goLive(manager: ReleaseManager, version: string): Promise<void> {
  await manager.publish(await alterBuild(DIST, path.join(workshop.folder, version), { descriptor: { version } }));
  expect((await manager.release('promote', `${NAME}@${version}`)).code).toBe(0);
}

const link = (page: Page, name: string) => page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name });
const heading = (page: Page) => page.locator('main h1');
const missing = { status: 404, contentType: 'text/javascript', headers: { 'access-control-allow-origin': '*' }, body: '' };

/** What the page reports from now on, and which entries of the remote have come, by version. */
function watched(page: Page) {
  const reports: string[] = [];
  const arrived: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/registry/v1/beacons')) reports.push((request.postDataJSON() as { kind: string }).kind);
  });
  page.on('response', (response) => {
    const version = new RegExp(`/assets/${NAME}/([^/]+)/remoteEntry\\.js$`).exec(response.url())?.[1];
    if (version !== undefined && response.ok()) arrived.push(version);
  });
  return { reports, arrived };
}

test('what did not come while the network was away comes from the live release once it is back, and from no fallback', async ({
  page,
  context,
}) => {
  await open(page, '/elevate');
  await expectManifest(page);
  const { reports, arrived } = watched(page);
  await context.setOffline(true);
  await link(page, 'Practice').click();
  const panel = page.getByRole('main').getByRole('alert');
  await expect(panel).toContainText('This part of the site did not load');
  await context.setOffline(false);
  await panel.getByRole('button', { name: 'Retry' }).click();
  await expect(heading(page)).toHaveText('One subject, many ways in');
  expect(new Set(arrived)).toEqual(new Set([LIVE]));
  expect(reports).not.toContain('fallback-used');
});

test('a release that does not load for a link that is only pointed at is not reported, and is the one that is shown', async ({ page }) => {
  await open(page, '/elevate');
  await expectManifest(page);
  const { reports, arrived } = watched(page);
  await page.route(entryOf(LIVE), (route) => route.fulfill(missing));
  const failed = page.waitForResponse(entryOf(LIVE));
  await link(page, 'Practice').hover();
  expect((await failed).status()).toBe(404);
  await page.unroute(entryOf(LIVE));
  await link(page, 'Practice').click();
  await expect(heading(page)).toHaveText('One subject, many ways in');
  expect([reports, new Set(arrived)]).toEqual([[], new Set([LIVE])]);
});

test('two pages that fail together are both of the fallback, and so is what is opened later', async ({ page }) => {
  await open(page, '/elevate');
  await expectManifest(page);
  const { reports, arrived } = watched(page);
  let let404: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (let404 = resolve));
  let asked = 0;
  await page.route(entryOf(LIVE), async (route) => {
    asked += 1;
    await held;
    await route.fulfill(missing);
  });
  await link(page, 'Practice').click();
  await expect.poll(() => asked).toBeGreaterThan(0);
  await link(page, 'Contact').click();
  let404();
  await expect(heading(page)).toHaveText('Talk to us');
  await expect.poll(() => reports.filter((kind) => kind === 'fallback-used').length).toBe(2);
  const before = asked;
  await link(page, 'Practice').click();
  await expect(heading(page)).toHaveText('One subject, many ways in');
  expect(asked).toBe(before);
  expect(arrived).not.toContain(LIVE);
});

test('a visitor whose browser has failed twice with a release gets its fallback at once, and the next release as soon as there is one', async ({
  page,
  manager,
}) => {
  const { reports } = watched(page);
  await page.route(entryOf(LIVE), (route) => route.fulfill(missing));
  for (let time = 1; time <= 2; time += 1) {
    await page.goto('/practice');
    await expectHydrated(page);
    await expect.poll(() => [...reports]).toEqual(['load-failure', 'fallback-used']);
    reports.length = 0;
  }
  // Whoever tried it now would wait for seconds, and report that it failed.
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.route(entryOf(LIVE), () => new Promise(() => undefined));
  await page.goto('/practice', { waitUntil: 'commit' });
  await expectHydrated(page);
  await expect.poll(() => [...reports]).toEqual(['fallback-used']);
  reports.length = 0;

  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await goLive(manager, NEXT);
  const [answer] = await Promise.all([page.waitForResponse(entryOf(NEXT)), page.goto('/practice')]);
  await expectHydrated(page);
  expect([answer.status(), reports]).toEqual([200, []]);
});
