/** The console in a browser, with real accounts: it does what the terminal does, shows what the terminal does, and is nothing for others. */
import { createHash } from 'node:crypto';
import path from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { expect, expectNoAxeViolations, listenTo } from '../fixtures';
import { sampleAccount } from '../member/people';
import { signIn } from '../member/quick-sign-in';
import { resize } from '../resize';
import { alterBuild, createWorkshop } from './changed-builds';
import { test, versionIn, type ReleaseManager } from './running-site';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const REMOTE = 'mf-marketing';
const [FIRST, SECOND] = ['91.0.0', '92.0.0'];
const NOT_FOUND = 'Page is not available';

test.describe.configure({ mode: 'serial' });
test.use({ siteOf: import.meta.filename });

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
  listenTo(context);
  const opened = await context.newPage();
  await signIn(opened, await sampleAccount(role, dataDir));
  return opened;
}

const heading = (of: Page, name: string) => of.getByRole('heading', { level: 1, name });
const cell = (version: string) => page.getByRole('row', { name: new RegExp(`^${REMOTE}`) }).getByText(version, { exact: true });

/** One page of the first version, which looks as it did. */
async function keepRehearsal({ registry }: ReleaseManager, png: Buffer): Promise<void> {
  const sha256 = createHash('sha256').update(png).digest('hex');
  const picture = { sha256, bytes: png.length };
  const pictures = { live: picture, candidate: picture, difference: null };
  const found = { path: '/', width: 360, findings: [], layoutShift: 0, pixels: { total: 1_000, changed: 0, unstable: 0 }, pictures };
  const revision = (await registry.current())?.number ?? 0;
  const { id } = await registry.addRehearsal({ [REMOTE]: FIRST }, revision, { notRun: null, pages: [found], unvisited: [] });
  await registry.sendPicture(id, sha256, png);
}

async function liveVersion(address: string): Promise<string> {
  return versionIn(await (await fetch(address)).text(), REMOTE);
}

test('visitors, and members who were granted nothing, find no page', async ({ browser, manager }) => {
  const context = await browser.newContext({ baseURL: manager.address });
  listenTo(context);
  const visitor = await context.newPage();
  const asked: string[] = [];
  visitor.on('request', (request) => asked.push(request.url()));
  await visitor.goto('/console');
  await expect(heading(visitor, NOT_FOUND)).toBeVisible();
  await expect(visitor).toHaveTitle(new RegExp(`^${NOT_FOUND}`));
  await expect(visitor.getByText('The page is not available.')).toBeVisible();
  await expect(visitor.getByRole('link', { name: 'Go to the home page' })).toHaveAttribute('href', '/');
  await expect(visitor.locator('meta[name=robots][content=noindex]').first()).toBeAttached();
  expect(asked.filter((url) => url.includes('/assets/mf-console/'))).toEqual([]);
  await expectNoAxeViolations(visitor);
  await visitor.context().close();

  const player = await signedIn(browser, manager, 'player');
  await player.goto('/console');
  await expect(heading(player, NOT_FOUND)).toBeVisible();
  await expect(player).toHaveTitle(new RegExp(`^${NOT_FOUND}`));
  await player.getByRole('button', { name: 'My account', exact: true }).click();
  await expect(player.getByRole('link', { name: 'Card', exact: true })).toBeVisible();
  await expectNoAxeViolations(player);
  await player.context().close();
});

test('a release manager chooses a name, promotes what was published, and sees it live', async ({ manager }) => {
  await page.goto('/console');
  await page.getByRole('textbox', { name: 'Your name here' }).fill('grace');
  await page.getByRole('button', { name: 'Take this name' }).click();
  await expect(page.getByText('You are grace')).toBeVisible();
  await keepRehearsal(manager, await page.screenshot());

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

test('who is granted to manage tokens adds a webhook, whose secret is shown', async ({ manager }) => {
  await resize(page, { width: 1280, height: 800 });
  expect((await manager.release('grant', 'add', 'admin', '--group', 'release-manager', '--parts', 'all')).code).toBe(0);
  await page.goto('/console/people');
  await expect(page.getByRole('row', { name: /^group release-manager admin/ })).toBeVisible();
  await page.getByRole('link', { name: 'Webhooks' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('chat');
  await page.getByRole('textbox', { name: 'Address' }).fill('http://127.0.0.1:9/hook');
  await page.getByRole('button', { name: 'Add the webhook' }).click();
  await expect(page.getByText(/^whsec_/)).toBeVisible();
  await expect(page.getByRole('row', { name: /^chat/ })).toContainText('127.0.0.1:9');
});

test('a link to a preview is made, listed, and shows nothing once it is revoked', async ({ browser, manager }) => {
  await page.goto('/console/previews');
  await page.getByRole('combobox', { name: REMOTE }).selectOption(SECOND);
  await page.getByRole('button', { name: 'Make the link' }).click();
  const link = await page.getByLabel('Address of the preview').innerText();
  const guest = await browser.newContext({ baseURL: manager.address });
  const shown = async () => versionIn(await (await guest.request.get('/')).text(), REMOTE);
  await guest.request.get(link);
  expect(await shown()).toBe(SECOND);

  await page.getByRole('button', { name: new RegExp(`^Revoke link \\d+ to ${REMOTE}@${SECOND}`) }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Sent to the wrong address');
  await expectNoAxeViolations(page);
  await dialog.getByRole('button', { name: /^Revoke link/ }).click();
  await expect(page.getByRole('row', { name: new RegExp(`^${REMOTE}@${SECOND}`) })).toContainText('Sent to the wrong address');
  await expect(page.getByRole('row', { name: new RegExp(`^${REMOTE}@${SECOND}`) })).toBeFocused();
  await expect.poll(shown).toBe(FIRST);
  expect((await guest.request.get(link)).status()).toBe(410);
  await guest.close();
});

test('a rehearsal is looked at under a divider that keys move', async () => {
  await page.goto('/console/history');
  await page.getByRole('button', { name: /^Look at rehearsal/ }).click();
  const divider = page.getByRole('slider', { name: 'Where the live page ends and the rehearsed one begins' });
  for (const width of [360, 1280]) {
    await resize(page, { width, height: 800 });
    await divider.press('Home');
    await divider.press('ArrowRight');
    await expect(divider).toHaveAttribute('aria-valuetext', '1% live, 99% rehearsed');
    await expect(page.getByRole('img', { name: '/ at 360 pixels, as it was live' })).toHaveJSProperty('complete', true);
    await expectAtHome();
  }
});

/** Axe finds nothing, and nothing lies beside the window. */
async function expectAtHome(): Promise<void> {
  await expectNoAxeViolations(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
}
