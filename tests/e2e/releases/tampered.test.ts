/**
 * Somebody writes into the store of releases, or a shell does not start. What is not what was published runs nowhere; both are reported, and what was
 * good before takes their place.
 */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { releaseKey } from '@site/release-model/release-id';
import { expect, expectHydrated, listenTo } from '../fixtures';
import { alterBuild, createWorkshop, entryOf } from './changed-builds';
import { type ReleaseManager, test, versionIn } from './running-site';

const VERSION = '97.0.0';
const ROOT = path.resolve(import.meta.dirname, '../../..');

test.describe.configure({ mode: 'serial' });
test.use({ siteOf: import.meta.filename });
test.use({
  expectedMessages:
    /preloaded using link preload|This shell is bad|Minified React error #31|Failed to load|Refused to execute|Entry of mf-|Loading chunk|React error #(418|422)/i,
  expectedServerErrors: /is not the one that was published/,
});

let workshop: Awaited<ReturnType<typeof createWorkshop>>;
test.beforeAll(async () => {
  workshop = await createWorkshop();
});
test.afterAll(async () => {
  await workshop.close();
});

/** Publishes a build of a part whose entry no other release has, changes that in the store, and promotes it. @returns What repairs the store. */
async function promoteTampered(manager: ReleaseManager, name: string): Promise<() => Promise<void>> {
  const dist = path.join(ROOT, name, 'dist');
  const entry = await entryOf(dist);
  const files = { [entry]: `${await readFile(path.join(dist, entry), 'utf8')};'${VERSION}'` };
  const build = await alterBuild(dist, path.join(workshop.folder, name), { files, descriptor: { version: VERSION } });
  await manager.publish(build);
  const file = path.join(manager.dataDir, 'files', releaseKey(name, VERSION, await entryOf(build)));
  const forms = ['', '.br'].map((ending) => file + ending);
  const published = await Promise.all(forms.map((form) => readFile(form)));
  // As long as what was published, so that its size gives nothing away.
  const evil = Buffer.alloc(published[0]!.length, ' ');
  evil.write('window.evil = true;');
  for (const [index, bytes] of [evil, brotliCompressSync(evil)].entries()) await writeFile(forms[index]!, bytes);
  expect((await manager.release('promote', `${name}@${VERSION}`)).code).toBe(0);
  return async () => {
    for (const [index, form] of forms.entries()) await writeFile(form, published[index]!);
  };
}

const shellIn = (html: string): string => /"shell":\{"version":"([^"]+)"/.exec(html)?.[1] ?? 'none';
/** Not its answer: a page that is loaded once more meanwhile is told of none. */
const reportOf = (page: Page, name: string) =>
  page.waitForRequest(
    (request) => request.url().endsWith('/registry/v1/beacons') && (request.postDataJSON() as { name: string }).name === name,
  );

async function expectCounted(manager: ReleaseManager, name: string, version: string): Promise<void> {
  const health = expect.objectContaining({ stable: expect.objectContaining({ failures: 1 }) });
  const counted = expect.objectContaining({ name, version, health });
  await expect.poll(async () => (await manager.release('status')).answer.releases).toContainEqual(counted);
}

test('a changed entry of a remote: its visitors get the release before, and the next ones the repaired one', async ({
  manager,
  page,
  browser,
}) => {
  const repair = await promoteTampered(manager, 'mf-marketing');
  const reported = reportOf(page, 'mf-marketing');
  await page.goto('/practice');
  await expectHydrated(page);
  await expect(page.locator('main h1')).toHaveText('One subject, many ways in');
  expect(versionIn(await page.content(), 'mf-marketing')).toBe(VERSION);
  await reported;
  await expectCounted(manager, 'mf-marketing', VERSION);
  expect(await page.evaluate(() => 'evil' in window)).toBe(false);

  await repair();
  const context = await browser.newContext({ baseURL: manager.address });
  listenTo(context);
  const visitor = await context.newPage();
  const entry = visitor.waitForResponse((response) => response.url().endsWith(`/mf-marketing/${VERSION}/remoteEntry.js`));
  await visitor.goto('/practice');
  await expectHydrated(visitor);
  expect((await entry).status()).toBe(200);
  await context.close();
});

test('a changed script of the shell: its visitors get the shell before, and the next ones the repaired one', async ({
  manager,
  page,
  browser,
}) => {
  const before = shellIn(await (await page.request.get('/practice')).text());
  const repair = await promoteTampered(manager, 'shell');
  const reported = reportOf(page, 'shell');
  await page.goto('/practice');
  await reported;
  // The page is loaded once more meanwhile.
  await expect(async () => expect(shellIn(await page.content())).toBe(before)).toPass();
  await expectHydrated(page);
  expect(await page.evaluate(() => 'evil' in window)).toBe(false);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Contact' }).click();
  await expect(page.locator('main h1')).toHaveText('Talk to us');
  await expectCounted(manager, 'shell', VERSION);

  await repair();
  const context = await browser.newContext({ baseURL: manager.address });
  listenTo(context);
  const visitor = await context.newPage();
  await visitor.goto('/practice');
  await expectHydrated(visitor);
  expect(shellIn(await visitor.content())).toBe(VERSION);
  await context.close();
});

/** Makes a shell live whose script has something before its own text, with what that says of its chunks. */
async function promoteBroken(manager: ReleaseManager, version: string, change: (script: string) => string): Promise<void> {
  const dist = path.join(ROOT, 'shell/dist');
  const entry = await entryOf(dist);
  const files = { [entry]: change(await readFile(path.join(dist, entry), 'utf8')) };
  await manager.publish(await alterBuild(dist, path.join(workshop.folder, version), { files, descriptor: { version } }));
  expect((await manager.release('promote', `shell@${version}`)).code).toBe(0);
}

const THROWS = (script: string) => `console.info('before the end'); throw new Error('This shell is bad.');\n${script}`;
const BROKEN: [string, (script: string) => string][] = [
  ['throws when its script runs', THROWS],
  [
    'throws at its first rendering',
    // No text has the form of what it is given for the brand.
    (script) => `{const {parse}=JSON;JSON.parse=(text)=>{const it=parse(text);if(it?.params)it.params.brand={};return it}}\n${script}`,
  ],
  ['never ends starting', (script) => `window.siteStart.begin();window.hasBegun=true;new Promise(()=>{}).then(()=>{${script}\n})`],
];

for (const [index, [what, change]] of BROKEN.entries()) {
  test(`a shell that ${what} is reported and counted, and its visitors get the shell before`, async ({ manager, page }) => {
    const version = `98.0.${index}`;
    await promoteBroken(manager, version, change);
    if (what === 'never ends starting') await page.clock.install();
    const reported = reportOf(page, 'shell');
    await page.goto('/practice');
    if (what === 'never ends starting') {
      await expect.poll(() => page.evaluate(() => 'hasBegun' in window)).toBe(true);
      await page.clock.runFor(8_000);
    }
    await reported;
    await expect(async () => expect(shellIn(await page.content())).toBe(VERSION)).toPass();
    const menu = page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Elevate' });
    await menu.click();
    await expect(menu).toHaveAttribute('aria-expanded', 'true');

    await expectCounted(manager, 'shell', version);
    expect((await manager.release('rollback')).code).toBe(0);
  });
}

test('a shell whose fallback does not start either leaves the page readable, and is loaded no third time', async ({ manager, page }) => {
  await promoteBroken(manager, '98.1.0', THROWS);
  await promoteBroken(manager, '98.1.1', THROWS);
  let documents = 0;
  page.on('response', (response) => {
    if (response.request().isNavigationRequest()) documents += 1;
  });
  const reports: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/registry/v1/beacons')) reports.push((request.postDataJSON() as { version: string }).version);
  });
  await page.goto('/practice');
  await expect.poll(() => reports).toEqual(['98.1.1', '98.1.0']);
  await page.getByRole('main').getByRole('link', { name: 'Read the ground rules' }).click();
  await expect(page.locator('main h1')).toHaveText('Playbooks');
  await expect.poll(() => reports).toEqual(['98.1.1', '98.1.0', '98.1.0']);
  expect(documents).toBe(3);
});
