/** The console in a browser, with real accounts: it does what the terminal does, shows what the terminal does, and is nothing for others. */
import path from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { expect, expectNoAxeViolations } from '../fixtures';
import { sampleAccount, signIn } from '../member/people';
import { resize } from '../resize';
import { alterBuild, createWorkshop } from './changed-builds';
import { test, versionIn, type ReleaseManager } from './running-site';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const REMOTE = 'mf-marketing';
const [FIRST, SECOND] = ['91.0.0', '92.0.0'];
const NOT_FOUND = 'Page is not available';

test.describe.configure({ mode: 'serial' });
test.use({ siteOf: import.meta.filename });
test.skip(process.env.SITE_DATA_DIR === undefined, 'the tests visit a site elsewhere');

let workshop: Awaited<ReturnType<typeof createWorkshop>>;
/** Signed in as the release manager, for all tests. */
let page: Page;

test.beforeAll(async ({ browser, manager }) => {
  workshop = await createWorkshop();
  for (const version of [FIRST, SECOND]) {
    await manager.publish(
      await alterBuild(path.join(ROOT, REMOTE, 'dist'), path.join(workshop.folder, version), { descriptor: { version } }),
    );
  }
  page = await signedIn(browser, manager, 'release manager');
});

test.afterAll(async () => {
  await page.context().close();
  await workshop.close();
});

async function signedIn(browser: Browser, { address, dataDir }: ReleaseManager, role: 'player' | 'release manager'): Promise<Page> {
  const context = await browser.newContext({ baseURL: address });
  const opened = await context.newPage();
  await signIn(opened, await sampleAccount(role, dataDir));
  await expect(opened).toHaveURL('/card');
  return opened;
}

const heading = (of: Page, name: string) => of.getByRole('heading', { level: 1, name });
const cell = (version: string) => page.getByRole('row', { name: new RegExp(`^${REMOTE}`) }).getByText(version, { exact: true });

async function liveVersion(address: string): Promise<string> {
  return versionIn(await (await fetch(address)).text(), REMOTE);
}

test('visitors, and members who were granted nothing, find no page', async ({ browser, manager }) => {
  const visitor = await (await browser.newContext({ baseURL: manager.address })).newPage();
  await visitor.goto('/console');
  await expect(heading(visitor, NOT_FOUND)).toBeVisible();
  await visitor.context().close();

  const player = await signedIn(browser, manager, 'player');
  await player.goto('/console');
  await expect(heading(player, NOT_FOUND)).toBeVisible();
  await expect(player).toHaveTitle(new RegExp(`^${NOT_FOUND}`));
  await player.context().close();
});

test('a release manager chooses a name, promotes what was published, and sees it live', async ({ manager }) => {
  await page.goto('/console');
  await page.getByRole('textbox', { name: 'Your name here' }).fill('grace');
  await page.getByRole('button', { name: 'Take this name' }).click();
  await expect(page.getByText('You are grace')).toBeVisible();

  await page.getByRole('link', { name: 'Promote', exact: true }).click();
  await page.getByRole('combobox', { name: REMOTE }).selectOption(FIRST);
  await page.getByRole('button', { name: 'Show what would change' }).click();
  await page.getByRole('textbox', { name: /^Reason/ }).fill('From the console');
  await page.getByRole('button', { name: 'Make it live' }).click();
  await expect(page.getByText(/^Revision \d+ is live$/)).toBeVisible();
  expect(await liveVersion(manager.address)).toBe(FIRST);
  expect(await manager.registry.current()).toMatchObject({ createdBy: 'grace', reason: 'From the console', cause: 'promote' });
});

test('a promotion made in the terminal appears in the open console, and an open dialog says that it is stale', async ({ manager }) => {
  await page.getByRole('link', { name: 'Overview' }).click();
  await expect(cell(FIRST)).toBeVisible();
  await page.getByRole('button', { name: 'Roll back' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('button', { name: 'Roll back now' })).toBeVisible();

  const { number } = await manager.registry.promote(
    (await manager.registry.current())?.number ?? 0,
    { [REMOTE]: SECOND },
    'From the terminal',
  );
  await expect(dialog.getByText(`Revision ${number} came between`)).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Roll back now' })).toBeHidden();
  await dialog.getByRole('button', { name: 'Close' }).first().click();
  await expect(cell(SECOND)).toBeVisible();
});

test('at 360 pixels a rollback shows what returns, is carried out, and is on the line of time', async ({ manager }) => {
  await resize(page, { width: 360, height: 740 });
  await page.getByRole('button', { name: 'Roll back' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('listitem')).toContainText(FIRST);
  await expectNoAxeViolations(page);
  await dialog.getByRole('button', { name: 'Roll back now' }).click();
  await expect(dialog.getByText(/^Revision \d+ is live$/)).toBeVisible();
  expect(await liveVersion(manager.address)).toBe(FIRST);
  await dialog.getByRole('button', { name: 'Close' }).first().click();

  await page.getByRole('link', { name: 'History' }).click();
  await expect(page.getByText('From the terminal')).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'rollback to' }).first()).toContainText('grace');
});

for (const [view, name] of [
  ['', 'Overview'],
  ['/promote', 'Promote'],
  ['/switches', 'Locks and switches'],
  [`/part/${REMOTE}`, REMOTE],
  ['/plans', 'Plans'],
  ['/proposals', 'Proposals'],
  ['/previews', 'Previews'],
  ['/audit', 'Audit'],
  ['/tokens', 'Tokens'],
] as const) {
  test(`${name} is accessible on a phone and on a wide window, and nothing of it lies beside the window`, async () => {
    await page.goto(`/console${view}`);
    await expect(heading(page, name)).toBeVisible();
    for (const width of [360, 1280]) {
      await resize(page, { width, height: 800 });
      await expectNoAxeViolations(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    }
  });
}
