/** One remote is released again while the site runs: from the change of a sentence to the return of the old one. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { expect, expectManifest, open, stopClock } from '../fixtures';
import { alterBuild, buildChanged, createWorkshop, entryOf, reword } from './changed-builds';
import { test } from './running-site';

const OLD = 'Cloud software starts with the people who fit';
const NEW = 'Cloud software starts with people who read the second edition';
const THIRD = 'Cloud software starts with people who read the third edition';
const REMOTE = { name: 'mf-marketing', version: '90.0.0', file: 'src/home/home-page.tsx', from: OLD, to: NEW };
const EDITION = 'Second edition';
const SHELL_VERSION = '90.0.0';

const BUILD_TIMEOUT_MS = 600_000;

test.describe.configure({ mode: 'serial' });
test.use({ siteOf: import.meta.filename });

let workshop: Awaited<ReturnType<typeof createWorkshop>>;
let remoteBuild: string;
let shellBuild: string;
let firstRevision: number;

test.beforeAll(async ({ manager }) => {
  test.setTimeout(BUILD_TIMEOUT_MS);
  workshop = await createWorkshop();
  firstRevision = (await manager.registry.current())?.number ?? 0;
  [remoteBuild, shellBuild] = await Promise.all([buildChanged(workshop.folder, REMOTE), shellWithEdition(workshop.folder)]);
});

test.afterAll(async () => {
  await workshop.close();
});

/** A shell with other words in its footer, in the browser and on the server. */
async function shellWithEdition(folder: string): Promise<string> {
  const dist = path.resolve(import.meta.dirname, '../../../shell/dist');
  const reworded = async (file: string): Promise<[string, string]> => {
    const text = await readFile(path.join(dist, file), 'utf8');
    const changed = text.replace(/(?<=["`])(?=(?:©|\\xA9) )/, `${EDITION} `);
    if (changed === text) throw new Error(`${file} has no footer with the sign of copyright`);
    return [file, changed];
  };
  const files = Object.fromEntries(await Promise.all([await entryOf(dist), 'server/bundle.cjs'].map(reworded)));
  return alterBuild(dist, path.join(folder, SHELL_VERSION, 'shell'), { files, descriptor: { version: SHELL_VERSION } });
}

const sentence = (page: Page): Promise<string> => page.locator('main h1').innerText();

/** The edge follows the registry at once; what this waits for is measured in one test. */
async function expectRevision(page: Page, revision: unknown): Promise<void> {
  const status = async (): Promise<unknown> => ((await (await page.request.get('/_edge/status')).json()) as { revision: number }).revision;
  await expect.poll(status).toBe(revision);
}

test('a version that is published is not live', async ({ manager, page }) => {
  const { isNew, release: published } = await manager.publish(remoteBuild);
  expect(isNew).toBe(true);
  expect(published).toMatchObject({ name: 'mf-marketing', version: REMOTE.version });
  await open(page, '/');
  expect(await sentence(page)).toBe(OLD);
});

test('the same bytes may be published again, other bytes under the same version may not', async ({ manager }) => {
  expect(await manager.publish(remoteBuild)).toMatchObject({ isNew: false });
  const other = await alterBuild(remoteBuild, path.join(workshop.folder, 'other'), { files: { 'server/bundle.cjs': '' } });
  await expect(manager.publish(other)).rejects.toMatchObject({ code: 'version-taken' });
});

test('a promotion is announced to the edge and seen by the next visitor, and open tabs go on undisturbed', async ({
  manager,
  page,
  context,
  request,
}) => {
  const tab = await context.newPage();
  await open(tab, '/practice');
  const { number } = await manager.registry.promote(firstRevision, { 'mf-marketing': REMOTE.version }, 'a better sentence');
  const status = async (): Promise<unknown> => {
    const { revision, registry: follows } = (await (await request.get('/_edge/status')).json()) as { revision: number; registry: object };
    return { revision, ...follows };
  };
  // While it is connected it hears of a revision at once, and does not ask for it from time to time.
  await expect.poll(status).toMatchObject({ revision: number, connected: true });
  expect(await (await request.get('/')).text()).toContain(`"revision":${number}`);

  const entries: string[] = [];
  page.on('request', (seen) => entries.push(new URL(seen.url()).pathname));
  await open(page, '/');
  expect(await sentence(page)).toBe(NEW);
  expect(entries).toContain(`/assets/mf-marketing/${REMOTE.version}/remoteEntry.js`);

  await tab.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Contact' }).click();
  await expect(tab.locator('main h1')).toHaveText('Talk to us');
  await tab.getByRole('banner').first().getByRole('link').first().click();
  await expect(tab.locator('main h1')).toHaveText(OLD);
});

test('documents of the new revision are rendered ahead with the new sentence', async ({ request }) => {
  await expect.poll(async () => (await request.get('/')).text()).toContain(`>${NEW}</h1>`);
});

test.describe('the new version does not come', () => {
  test.use({ expectedMessages: /Failed to load|integrity|Entry of mf-|Loading chunk|React error #(418|422)/i });
  const script = { contentType: 'text/javascript', headers: { 'access-control-allow-origin': '*' } };
  const entry = new RegExp(`/assets/mf-marketing/${REMOTE.version}/remoteEntry\\.js$`);

  for (const [fault, body, status] of [
    ['missing', '', 404],
    ['corrupt', 'window.corrupt = true;', 200],
  ] as const) {
    test(`its entry is ${fault}: the version before it is shown, and the registry learns of it`, async ({ page }) => {
      const beacons: unknown[] = [];
      page.on('request', (request) => {
        if (request.url().endsWith('/registry/v1/beacons')) beacons.push((request.postDataJSON() as { kind: string }).kind);
      });
      await page.route(entry, (route) => route.fulfill({ ...script, status, body }));
      await page.goto('/');
      await expect(page.locator('main h1')).toHaveText(OLD);
      await expect.poll(() => beacons).toEqual(['load-failure', 'fallback-used']);
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Practice' }).click();
      await expect(page.locator('main h1')).toHaveText('One subject, many ways in');
      expect(await page.evaluate(() => 'corrupt' in window)).toBe(false);
    });
  }

  test('its entry is never answered: the version before it is shown by eight seconds', async ({ page }) => {
    await page.route(entry, () => new Promise(() => undefined));
    await open(page, '/elevate');
    await expectManifest(page);
    await stopClock(page);
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Practice' }).click();
    await expect(page.getByRole('main').getByRole('status')).toContainText('Loading the page');
    await page.clock.runFor(8_000);
    await expect(page.locator('main h1')).toHaveText('One subject, many ways in');
  });

  test('only the script of a page is missing: that page comes from the version before', async ({ page }) => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    let broken = '';
    await page.route(/\/mf-marketing\/_\/home\.home-page\.[0-9a-f]+\.js$/, async (route) => {
      const { pathname } = new URL(route.request().url());
      broken ||= pathname;
      if (pathname === broken) await route.fulfill({ ...script, status: 404, body: '' });
      else await route.continue();
    });
    await page.goto('/');
    await expect(page.locator('main h1')).toHaveText(OLD);
    expect(asked.filter((address) => address.includes('home.home-page') && address !== broken)).not.toEqual([]);
  });
});

test('a rollback brings the old sentence back, as a revision of its own that says who and why', async ({ manager, page }) => {
  const { code, answer } = await manager.release('rollback', '--reason', 'the first edition was better');
  expect(code).toBe(0);
  expect(answer).toMatchObject({ revision: firstRevision + 2 });
  await expectRevision(page, answer.revision);
  await open(page, '/');
  expect(await sentence(page)).toBe(OLD);

  const history = await manager.release('history', '--limit', '2');
  expect(history.answer.revisions).toMatchObject([
    {
      number: firstRevision + 2,
      cause: 'rollback',
      restores: firstRevision,
      reason: 'the first edition was better',
      createdBy: 'local-promote',
    },
    { number: firstRevision + 1, cause: 'promote', reason: 'a better sentence' },
  ]);
});

test('two remotes that own one path are refused together, and the live site stays as it is', async ({ manager, page }) => {
  const rival = await alterBuild(remoteBuild, path.join(workshop.folder, 'rival'), {
    descriptor: {
      name: 'mf-rival',
      team: 'rivals',
      version: '1.0.0',
      routes: [{ path: '/draft', page: './home/home-page', title: 'Rival', access: 'public' }],
    },
  });
  await manager.publish(rival);
  const { code, answer } = await manager.release('promote', 'mf-rival@1.0.0');
  expect(code).not.toBe(0);
  expect(answer).toMatchObject({ error: { code: 'path-owned-twice', details: { path: '/draft', owners: ['mf-elevate', 'mf-rival'] } } });
  await open(page, '/draft');
  expect(await sentence(page)).toBe('Draft');
});

test('whoever has seen an older revision is refused, and told what changed since', async ({ manager }) => {
  const refused = manager.registry.promote(firstRevision, { 'mf-marketing': REMOTE.version });
  await expect(refused).rejects.toMatchObject({
    code: 'revision-conflict',
    details: { expected: firstRevision, current: firstRevision + 2, since: [{ cause: 'promote' }, { cause: 'rollback' }] },
  });
});

test.describe('shell and remotes of different versions', () => {
  const footer = (page: Page) => page.getByRole('contentinfo');
  const everyRemote = ['/', '/elevate', '/signin', '/card'];

  test('a new shell takes over the pages of old remotes without a word', async ({ manager, page }) => {
    await manager.publish(shellBuild);
    const { code, answer } = await manager.release('promote', `shell@${SHELL_VERSION}`);
    expect(code).toBe(0);
    await expectRevision(page, answer.revision);
    for (const address of everyRemote) {
      await open(page, address);
      await expect(footer(page)).toContainText(EDITION);
    }
    await open(page, '/');
    expect(await sentence(page)).toBe(OLD);
  });

  test('and the page of a new remote, and an old shell does too', async ({ manager, page }) => {
    const both = await manager.release('promote', `mf-marketing@${REMOTE.version}`);
    await expectRevision(page, both.answer.revision);
    await open(page, '/');
    expect(await sentence(page)).toBe(NEW);
    await expect(footer(page)).toContainText(EDITION);

    const { version } = (await manager.registry.revision(firstRevision))?.target.parts.shell?.stable ?? {};
    const oldShell = await manager.release('promote', `shell@${version}`);
    await expectRevision(page, oldShell.answer.revision);
    for (const address of everyRemote) {
      await open(page, address);
      await expect(footer(page)).not.toContainText(EDITION);
    }
    await open(page, '/');
    expect(await sentence(page)).toBe(NEW);
  });

  test('and a rollback to the first revision ends it all', async ({ manager, page }) => {
    const { answer } = await manager.release('rollback', '--to', String(firstRevision));
    await expectRevision(page, answer.revision);
    await open(page, '/');
    expect(await sentence(page)).toBe(OLD);
    const status = await manager.release('status');
    expect(status.answer).toMatchObject({ revision: { cause: 'rollback' } });
  });
});

test.describe('a visitor who comes back', () => {
  const CHUNK = /\/assets\/mf-marketing\/_\/home\.home-page\.[0-9a-f]+\.js$/;

  /** The script of the page as it came: how many bytes, and how many of them over the network. */
  const script = async (page: Page): Promise<{ name: string; encodedBodySize: number; transferSize: number }> => {
    const entries = await page.evaluate(() =>
      (performance.getEntriesByType('resource') as PerformanceResourceTiming[]).map(({ name, encodedBodySize, transferSize }) => ({
        name,
        encodedBodySize,
        transferSize,
      })),
    );
    const found = entries.find(({ name }) => CHUNK.test(name));
    if (!found) throw new Error('the page has no script');
    return found;
  };

  test('after a release pays for what it changed, and the time after that for nothing', async ({ manager, page, request }) => {
    const before = await manager.release('promote', `mf-marketing@${REMOTE.version}`);
    await expectRevision(page, before.answer.revision);
    await open(page, '/');
    expect(await sentence(page)).toBe(NEW);
    const first = await script(page);
    let held = '';
    page.on('request', async (seen) => {
      if (seen.url() === first.name) held = (await seen.allHeaders())['available-dictionary'] ?? held;
    });
    // Browsers take files as dictionaries in their own time, and say so when they ask for another one; the same one will do.
    const askAgain = (): Promise<void> => page.evaluate((url) => fetch(url, { cache: 'reload' }).then(() => undefined), first.name);
    await expect.poll(() => askAgain().then(() => held)).not.toBe('');

    const third = { version: '91.0.0', chunk: 'home.home-page', from: NEW, to: THIRD };
    await manager.publish(await reword(remoteBuild, path.join(workshop.folder, 'third'), third));
    const { answer } = await manager.release('promote', `mf-marketing@${third.version}`);
    await expectRevision(page, answer.revision);
    const changed = /\/assets\/mf-marketing\/_\/home\.home-page\.[0-9a-f]+\.js/.exec(await (await request.get('/')).text())?.[0] ?? '';
    const headers = { 'accept-encoding': 'br, dcz', 'available-dictionary': held };
    await expect.poll(async () => (await request.get(changed, { headers })).headers()['content-encoding']).toBe('dcz');

    const came = page.waitForResponse((response) => response.url().endsWith(changed));
    await open(page, '/');
    expect(await sentence(page)).toBe(THIRD);
    expect((await came).headers()).toMatchObject({ 'content-encoding': 'dcz' });
    const second = await script(page);
    expect(second.name).not.toBe(first.name);
    expect(second.encodedBodySize).toBeLessThanOrEqual(0.05 * first.encodedBodySize);

    await open(page, '/');
    expect(await script(page)).toMatchObject({ name: second.name, transferSize: 0 });
  });

  test('after a release is told the page from the one that the browser holds, and gets a whole page of it', async ({ manager, page }) => {
    const edition = async (version: string): Promise<void> => {
      const { answer } = await manager.release('promote', `mf-marketing@${version}`);
      await expectRevision(page, answer.revision);
    };
    const { version } = (await manager.registry.revision(firstRevision))?.target.parts['mf-marketing']?.stable ?? { version: '' };
    await manager.publish(remoteBuild);
    await edition(version);
    // Browsers take a page as a dictionary in their own time, and name it when they ask for the page again.
    const held = async (): Promise<string> => (await (await open(page, '/'))?.request().allHeaders())?.['available-dictionary'] ?? '';
    await expect.poll(held).not.toBe('');
    expect(await sentence(page)).toBe(OLD);

    await edition(REMOTE.version);
    const answer = await open(page, '/');
    expect(answer?.status()).toBe(200);
    expect(await answer?.headerValue('content-encoding')).toBe('dcz');
    expect(await sentence(page)).toBe(NEW);
    expect(await answer?.text()).toBe(await (await page.request.get('/')).text());
    const bytes = await page.evaluate(() => {
      const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
      return navigation?.encodedBodySize;
    });
    expect(bytes).toBeLessThan(1_000);
    const menu = page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Elevate' });
    await menu.click();
    await expect(menu).toHaveAttribute('aria-expanded', 'true');
  });
});
