/** Releases that are not live, shown to whoever has a link, and to nobody else. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';
import type { ReleaseDescriptor } from '@site/contracts/release';
import { generateSigningKey, readSigningKey } from '@site/release-model/envelope';
import { type Preview, signPreview } from '@site/release-model/preview';
import { refOf } from '@site/release-model/release-id';
import { expect, expectHydrated, expectNoAxeViolations, listenTo, open } from '../fixtures';
import { resize } from '../resize';
import { expectSmuggledRefused, REFUSALS } from '../smuggled';
import { alterBuild, createWorkshop } from './changed-builds';
import { test, versionIn } from './running-site';

const NAME = 'mf-marketing';
const DIST = path.resolve(import.meta.dirname, '../../..', NAME, 'dist');
const VERSION = '92.0.0';

test.describe.configure({ mode: 'serial' });

let workshop: Awaited<ReturnType<typeof createWorkshop>>;
let descriptor: ReleaseDescriptor;
let link: string;

/** The release has an address that the live one does not have. */
test.beforeAll(async ({ manager }) => {
  workshop = await createWorkshop();
  const live = JSON.parse(await readFile(path.join(DIST, 'release.json'), 'utf8')) as ReleaseDescriptor;
  descriptor = { ...live, version: VERSION, routes: [...live.routes, { path: '/soon', redirect: '/contact' }] };
  await manager.publish(await alterBuild(DIST, path.join(workshop.folder, VERSION), { descriptor }));
  const { code, answer } = await manager.release('preview', `${NAME}@${VERSION}`, '--to', '/practice');
  expect(code).toBe(0);
  link = String(answer.url);
});

test.afterAll(async () => {
  await workshop.close();
});

const ribbon = (page: Page) => page.getByRole('complementary', { name: 'Preview' });
const shown = async (page: Page): Promise<string> => versionIn(await (await page.request.get('/')).text(), NAME);

async function enter(page: Page): Promise<void> {
  await page.goto(link);
  await expectHydrated(page);
  await expect(ribbon(page)).toBeVisible();
}

test('a release that is not live is seen through the link, on each page, and by nobody else', async ({ page, browser, baseURL }) => {
  await enter(page);
  await expect(page).toHaveURL('/practice');
  await expect(ribbon(page)).toContainText(`Preview: ${NAME} ${VERSION}`);
  await expectNoAxeViolations(page);
  expect(await shown(page)).toBe(VERSION);

  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Contact' }).click();
  await expect(page).toHaveURL('/contact');
  await expect(ribbon(page)).toBeVisible();
  await open(page, '/soon');
  await expect(page).toHaveURL('/contact');

  const context = await browser.newContext({ baseURL: baseURL ?? '' });
  listenTo(context);
  const other = await context.newPage();
  expect((await other.request.get('/soon')).status()).toBe(404);
  expect(await shown(other)).not.toBe(VERSION);
  await open(other, '/practice');
  await expect(ribbon(other)).toHaveCount(0);
  await other.context().close();
});

test('the ribbon moves nothing, covers no end of a page, fits a narrow window and is not printed', async ({ page }) => {
  await page.addInitScript(() => {
    const counted = Object.assign(window, { shifts: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) counted.shifts += (entry as PerformanceEntry & { value: number }).value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.setViewportSize({ width: 360, height: 740 });
  await enter(page);
  await expect(ribbon(page)).toBeInViewport({ ratio: 1 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  expect(await page.evaluate(() => (window as unknown as { shifts: number }).shifts)).toBe(0);

  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  const [footer, strip] = [await page.getByRole('contentinfo').boundingBox(), await ribbon(page).boundingBox()];
  expect((footer?.y ?? 0) + (footer?.height ?? 0)).toBeLessThanOrEqual((strip?.y ?? 0) + 1);
  await page.emulateMedia({ media: 'print' });
  await expect(ribbon(page)).toBeHidden();
});

test('the inspector says where each part comes from and outlines it, by the keyboard and at every width', async ({ page }) => {
  await enter(page);
  for (const width of [1280, 768, 360]) {
    await resize(page, { width, height: 800 });
    await page.keyboard.press('Alt+Shift+I');
    const inspector = page.getByRole('dialog', { name: 'Inspector' });
    await expect(inspector).toBeFocused();
    const part = inspector.getByRole('region', { name: NAME });
    await expect(part.getByText('The link of this preview names it.')).toBeVisible();
    await expect(part.getByText(VERSION, { exact: true })).toBeVisible();
    await expect(part.getByText(/^\d+ files?, [\d.]+ kB transferred/)).toBeVisible();
    await expect(inspector.getByRole('region', { name: 'shell' })).toContainText('It is stable');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    await expectNoAxeViolations(page);
    await part.getByRole('button', { name: `Show on the page: ${NAME}` }).click();
    await expect(page.getByRole('status').filter({ hasText: `${NAME} is outlined on the page` })).toBeAttached();
    await expectNoAxeViolations(page);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('status').filter({ hasText: `${NAME} is outlined on the page` })).toHaveCount(0);
  }
});

test.describe('as everywhere else', () => {
  test.use({ expectedMessages: REFUSALS });

  test('nothing runs that somebody has written into a page', async ({ page }) => {
    await enter(page);
    await expectSmuggledRefused(page, '/contact');
    await expect(ribbon(page)).toBeVisible();
  });
});

test('it is left by the keyboard, for the live site', async ({ page }) => {
  await enter(page);
  const leave = ribbon(page).getByRole('link', { name: 'Leave preview' });
  // It is the last thing on the page, behind the inspector.
  await page.keyboard.press('Shift+Tab');
  await expect(leave).toBeFocused();
  await page.keyboard.press('Enter');
  await page.waitForURL('/');
  await expectHydrated(page);
  await expect(ribbon(page)).toHaveCount(0);
  expect(await page.context().cookies()).toEqual([]);
  expect(await shown(page)).not.toBe(VERSION);
});

test('it goes on when something else is promoted', async ({ page, manager }) => {
  await enter(page);
  await manager.publish(await alterBuild(DIST, path.join(workshop.folder, '92.1.0'), { descriptor: { version: '92.1.0' } }));
  expect((await manager.release('promote', `${NAME}@92.1.0`)).code).toBe(0);
  await page.reload();
  await expect(ribbon(page)).toContainText(VERSION);
  expect(await shown(page)).toBe(VERSION);
});

test('an expired link and a forged one show nothing, as cookies neither', async ({ page, manager, baseURL }) => {
  const preview = (expiresAt: number): Preview => ({
    schema: 1,
    environment: 'production',
    id: 'test',
    parts: { [NAME]: refOf(descriptor) },
    expiresAt: new Date(expiresAt).toISOString(),
    createdBy: 'test',
  });
  const key = readSigningKey(await readFile(path.join(manager.dataDir, 'keys/target.key.pem'), 'utf8'));
  const expired = signPreview(preview(Date.now() - 1_000), key);
  const forged = signPreview(preview(Date.now() + 60_000), readSigningKey(generateSigningKey()));

  for (const [token, status, text] of [
    [expired, 410, 'This preview has ended'],
    [forged, 403, 'This link is not valid'],
  ] as const) {
    const answer = await page.request.get(`/_preview/${token}`);
    expect([answer.status(), await answer.text()]).toEqual([status, expect.stringContaining(text)]);
    expect(await page.context().cookies()).toEqual([]);
    await page.context().addCookies([{ name: 'preview', value: token, url: baseURL ?? '' }]);
    await open(page, '/practice');
    await expect(ribbon(page)).toHaveCount(0);
    expect(await page.context().cookies()).toEqual([]);
  }
});
