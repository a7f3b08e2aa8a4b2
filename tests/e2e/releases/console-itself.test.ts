/** The console is a part like any other: what is wrong with it is put right from the terminal, and what is right with it takes itself back. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { expect, listenTo } from '../fixtures';
import { sampleAccount } from '../member/people';
import { signIn } from '../member/quick-sign-in';
import { isBeacon } from '../script-faults';
import { alterBuild, createWorkshop } from './changed-builds';
import { test, versionIn } from './running-site';

const NAME = 'mf-console';
const DIST = path.resolve(import.meta.dirname, '../../..', NAME, 'dist');
const ENTRY = 'v/remoteEntry.js';
const [BROKEN, NEXT] = ['91.0.0', '92.0.0'];

test.describe.configure({ mode: 'serial' });
test.use({ siteOf: import.meta.filename });

let workshop: Awaited<ReturnType<typeof createWorkshop>>;
let page: Page;
let first = '';

const shown = async (): Promise<string> => versionIn(await (await page.request.get('/console')).text(), NAME);
const overview = () => page.getByRole('heading', { level: 1, name: 'Overview' });

test.beforeAll(async ({ browser, manager }) => {
  workshop = await createWorkshop();
  const context = await browser.newContext({ baseURL: manager.address });
  listenTo(context);
  page = await context.newPage();
  await signIn(page, await sampleAccount('release manager', manager.dataDir));
  await page.goto('/console');
  await page.getByRole('textbox', { name: 'Your name here' }).fill('grace');
  await page.getByRole('button', { name: 'Take this name' }).click();
  await expect(page.getByText('You are grace')).toBeVisible();
  first = await shown();
});

test.afterAll(async () => {
  await page.context().close();
  await workshop.close();
});

test.describe('a release of it that does not load', () => {
  test.use({ expectedMessages: /This release is bad|Entry of mf-|React error #(418|422)/i });

  test('is shown as the one before, and is rolled back from the terminal', async ({ manager }) => {
    // With what the rest of the entry says of its chunks.
    const files = { [ENTRY]: `throw new Error('This release is bad.');\n${await readFile(path.join(DIST, ENTRY), 'utf8')}` };
    await manager.publish(await alterBuild(DIST, path.join(workshop.folder, BROKEN), { files, descriptor: { version: BROKEN } }));
    expect((await manager.release('promote', `${NAME}@${BROKEN}`)).code).toBe(0);
    expect(await shown()).toBe(BROKEN);
    const reported = page.waitForRequest(
      (request) => isBeacon(request) && (request.postDataJSON() as { kind: string }).kind === 'load-failure',
    );
    await page.goto('/console');
    expect((await reported).postDataJSON()).toMatchObject({ name: NAME, version: BROKEN });
    await expect(overview()).toBeVisible();

    expect((await manager.release('rollback')).code).toBe(0);
    expect(await shown()).toBe(first);
    await page.goto('/console');
    await expect(overview()).toBeVisible();
    await expect(page.getByText('Live', { exact: true }).first()).toBeVisible();
  });
});

test('one that takes itself back from its own page says that it is done, and goes on as it is', async ({ manager }) => {
  await manager.publish(await alterBuild(DIST, path.join(workshop.folder, NEXT), { descriptor: { version: NEXT } }));
  expect((await manager.release('promote', `${NAME}@${NEXT}`)).code).toBe(0);
  await page.goto('/console');
  await expect(overview()).toBeVisible();
  expect(versionIn(await page.content(), NAME)).toBe(NEXT);

  await page.getByRole('button', { name: 'Roll back' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('listitem').filter({ hasText: NAME })).toContainText(first);
  await dialog.getByRole('button', { name: 'Roll back now' }).click();
  await expect(dialog.getByText(/^Revision \d+ is live$/)).toBeVisible();
  expect(await shown()).toBe(first);
  await dialog.getByRole('button', { name: 'Close' }).first().click();

  // Views of the release that is live no more, whose code comes only now.
  await page.getByRole('link', { name: 'History' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'rollback to' }).first()).toContainText('grace');
  expect(versionIn(await page.content(), NAME)).toBe(NEXT);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'History' })).toBeVisible();
  expect(versionIn(await page.content(), NAME)).toBe(first);
});
