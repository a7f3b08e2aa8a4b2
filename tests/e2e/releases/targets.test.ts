/** What is live, for whom, and when: canaries, the kill switch, parameters, and what edges refuse. */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { BrowserContext, Page } from '@playwright/test';
import type { ReleaseDescriptor } from '@site/contracts/release';
import { expect, expectNoAxeViolations, expectHydrated, open } from '../fixtures';
import { expectSmuggledRefused, REFUSALS } from '../smuggled';
import { alterBuild, createWorkshop } from './changed-builds';
import { type ReleaseManager, test, versionIn } from './running-site';

const NAME = 'mf-marketing';
const DIST = path.resolve(import.meta.dirname, '../../..', NAME, 'dist');

test.describe.configure({ mode: 'serial' });
test.use({ siteOf: import.meta.filename });

let workshop: Awaited<ReturnType<typeof createWorkshop>>;
let stable: string;

test.beforeAll(async ({ manager }) => {
  workshop = await createWorkshop();
  stable = (await manager.registry.current())?.target.parts[NAME]?.stable.version ?? '';
});

test.afterAll(async () => {
  await workshop.close();
});

/** Publishes the built remote as another version. */
async function publishAs(manager: ReleaseManager, version: string): Promise<void> {
  await manager.publish(await alterBuild(DIST, path.join(workshop.folder, version), { descriptor: { version } }));
}

const shown = async ({ request }: Page | BrowserContext): Promise<string> => versionIn(await (await request.get('/')).text(), NAME);

test('a canary is shown to a share of the visitors, who keep it while the share rises and in pages that are loaded again, and to nobody once it is taken back', async ({
  manager,
  browser,
  page,
}) => {
  await publishAs(manager, '91.0.0');
  const visitors = await Promise.all(Array.from({ length: 24 }, () => browser.newContext({ baseURL: manager.address })));
  const seen = (): Promise<string[]> => Promise.all(visitors.map(shown));
  const cookies = async (): Promise<number> => (await Promise.all(visitors.map((visitor) => visitor.cookies()))).flat().length;
  await open(page, '/practice');

  expect(await cookies()).toBe(0);
  expect((await manager.release('promote', `${NAME}@91.0.0`, '--canary', '50%')).code).toBe(0);
  const half = await seen();
  expect(new Set(half)).toEqual(new Set(['91.0.0', stable]));
  expect(await seen()).toEqual(half);
  expect(await cookies()).toBe(visitors.length);
  // Somebody of either kind, in a page: the browser keeps documents, and asks whether they are still the ones.
  const pages = await Promise.all(['91.0.0', stable].map((version) => visitors[half.indexOf(version)]!.newPage()));
  for (const visited of pages) await open(visited, '/');
  const loadedAgain = (): Promise<string[]> =>
    Promise.all(pages.map(async (visited) => versionIn((await (await visited.reload())?.text()) ?? '', NAME)));
  expect(await loadedAgain()).toEqual(['91.0.0', stable]);

  await manager.release('promote', `${NAME}@91.0.0`, '--canary', '90%');
  const most = await seen();
  expect(await loadedAgain()).toEqual(['91.0.0', most[half.indexOf(stable)]]);
  expect(most.filter((version, index) => half[index] === '91.0.0' && version !== '91.0.0')).toEqual([]);
  await manager.release('promote', `${NAME}@91.0.0`, '--canary', '100%');
  expect(new Set(await seen())).toEqual(new Set(['91.0.0']));
  expect(await loadedAgain()).toEqual(['91.0.0', '91.0.0']);

  expect((await manager.release('abort', NAME)).code).toBe(0);
  expect(new Set(await seen())).toEqual(new Set([stable]));
  expect(await loadedAgain()).toEqual([stable, stable]);
  expect(await cookies()).toBe(0);
  await Promise.all(visitors.map((visitor) => visitor.close()));

  // The page that was open all the while goes on with what it had.
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Contact' }).click();
  await expect(page.locator('main h1')).toHaveText('Talk to us');
});

test('a plan shows its first step at once, goes on when somebody continues it, and is done when everybody has the release', async ({
  manager,
  page,
}) => {
  await publishAs(manager, '91.5.0');
  const plan = await manager.release('promote', `${NAME}@91.5.0`, '--plan', '5%:wait,100%');
  expect(plan).toMatchObject({ code: 0, answer: { state: 'waiting', step: 1 } });
  expect((await manager.registry.current())?.target.parts[NAME]?.candidate).toMatchObject({
    basisPoints: 500,
    release: { version: '91.5.0' },
  });
  expect(await manager.release('continue', NAME)).toMatchObject({ code: 0, answer: { state: 'done', step: 2 } });
  expect(await shown(page)).toBe('91.5.0');
  expect((await manager.release('rollback')).code).toBe(0);
});

test('when a promotion ends the very next document has it, with its content rendered', async ({ manager, request }) => {
  const versions = Array.from({ length: 5 }, (_, index) => `91.1.${index}`);
  for (const version of versions) await publishAs(manager, version);
  for (const version of versions) {
    const { number } = (await manager.registry.current()) ?? { number: 0 };
    const { code, answer } = await manager.release('promote', `${NAME}@${version}`);
    expect([code, answer]).toEqual([0, expect.objectContaining({ revision: number + 1, edges: { serving: 1, known: 1 } })]);
    const html = await (await request.get('/')).text();
    expect(versionIn(html, NAME)).toBe(version);
    expect(html).toMatch(/<h1[^>]*>[^<]/);
  }
});

test('an open page takes over what is newer with its next navigation, where the policy says so', async ({ manager, page }) => {
  await manager.release('policy', '--open-tabs', 'next-navigation');
  await publishAs(manager, '91.3.0');
  await open(page, '/practice');
  expect((await manager.release('promote', `${NAME}@91.3.0`)).code).toBe(0);
  await page.clock.install();
  const asked = page.waitForResponse('**/_edge/live');
  await page.clock.fastForward(31_000);
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await (await asked).finished();
  // What is asked for now is answered after it, so that the page has read it by then.
  await page.evaluate(() => fetch('/_edge/live').then((answer) => answer.text()));
  const contact = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Contact' });
  const [loaded] = await Promise.all([page.waitForRequest((request) => request.isNavigationRequest()), contact.click()]);
  expect(new URL(loaded.url()).pathname).toBe('/contact');
  await expect(page.locator('main h1')).toHaveText('Talk to us');
  expect(versionIn(await page.content(), NAME)).toBe('91.3.0');
  await manager.release('policy', '--open-tabs', 'next-load');
});

test('a part that is switched off says why, in place of its pages, and everything else goes on', async ({ manager, page, request }) => {
  expect((await manager.release('disable', 'mf-elevate', '--message', 'Elevate moves house until noon.')).code).toBe(0);
  const answer = await request.get('/elevate');
  expect([answer.status(), Boolean(answer.headers()['retry-after'])]).toEqual([503, true]);

  await open(page, '/practice');
  await page.getByRole('main').getByRole('link', { name: 'Read the ground rules' }).click();
  await expect(page.getByRole('main')).toContainText('Elevate moves house until noon.');
  await expectNoAxeViolations(page);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Contact' }).click();
  await expect(page.locator('main h1')).toHaveText('Talk to us');

  expect((await manager.release('enable', 'mf-elevate')).code).toBe(0);
  await open(page, '/elevate');
  await expect(page.locator('main h1')).toHaveText('Elevate - 1, 2, 3');
});

test.describe('asked for at once', () => {
  test.use({ expectedMessages: REFUSALS });

  test('the page of a part that is switched off says why, too', async ({ manager, page }) => {
    await manager.release('disable', NAME, '--message', 'We are back at noon.');
    await page.goto('/practice');
    await expect(page.getByRole('main')).toContainText('We are back at noon.');
    await expectHydrated(page);
    await expectSmuggledRefused(page, '/practice');
    await manager.release('enable', NAME);
  });

  test('a page of a site that is switched off lets nothing else in', async ({ manager, page }) => {
    await manager.release('disable', 'shell', '--message', 'The site moves house.');
    await expectSmuggledRefused(page, '/practice');
    await expect(page.getByText('The site moves house.')).toBeVisible();
    await manager.release('enable', 'shell');
  });
});

test.describe('release verify', () => {
  test.use({ expectedServerErrors: /is not the one that was published/ });

  test('says whether the site serves what was published, and which file it does not', async ({ manager }) => {
    const { number } = (await manager.registry.current()) ?? {};
    expect(await manager.release('verify')).toMatchObject({ code: 0, answer: { revision: number } });

    await publishAs(manager, '91.4.0');
    expect((await manager.release('promote', `${NAME}@91.4.0`)).code).toBe(0);
    // Nobody has asked for it: what an edge has verified once, it goes on serving.
    const file = path.join(manager.dataDir, 'files/releases', NAME, '91.4.0/v/remoteEntry.js');
    const copies = await Promise.all(['', '.br'].map(async (ending) => [file + ending, await readFile(file + ending)] as const));
    for (const [copy] of copies) await writeFile(copy, '');
    const problems = [`${NAME}@91.4.0 v/remoteEntry.js is not there.`];
    expect(await manager.release('verify')).toMatchObject({ code: 4, answer: { error: { code: 'not-verified', details: { problems } } } });
    for (const [copy, bytes] of copies) await writeFile(copy, bytes);
    expect((await manager.release('verify')).code).toBe(0);
  });
});

test('a release whose descriptor is changed in the store after an edge has read it is served as it was published', async ({
  manager,
  request,
}) => {
  await publishAs(manager, '91.2.0');
  const authorization = `Bearer ${(await readFile(path.join(manager.dataDir, 'tokens/edge.token'), 'utf8')).trim()}`;
  const named = await request.get('/registry/v1/environments/production/prospects', { headers: { authorization } });
  const prospects = async () =>
    ((await (await request.get('/_edge/status')).json()) as { prospects: { hash: string; known: number } }).prospects;
  // It tells how many it knows when it has read them.
  await expect.poll(prospects).toMatchObject({ hash: JSON.parse(named.headers().etag!) as string });
  await expect.poll(async () => (await prospects()).known).toBeGreaterThan(0);
  const file = path.join(manager.dataDir, 'files/releases', NAME, '91.2.0/release.json');
  const descriptor = JSON.parse(await readFile(file, 'utf8')) as ReleaseDescriptor;
  descriptor.routes.push({ path: '/hacked', redirect: '/contact' });
  await writeFile(file, JSON.stringify(descriptor));

  expect((await manager.release('promote', `${NAME}@91.2.0`)).code).toBe(0);
  expect(versionIn(await (await request.get('/')).text(), NAME)).toBe('91.2.0');
  expect((await request.get('/hacked', { maxRedirects: 0 })).status()).toBe(404);
});

test.describe('parameters', () => {
  test.use({ expectedServerErrors: /parameters stay as they were/ });

  test('a change of the parameters is a revision like any other, and reaches the next visitor without a restart', async ({
    manager,
    page,
    request,
  }) => {
    const file = path.join(manager.dataDir, 'params.json');
    const message = async (): Promise<unknown> =>
      ((await (await request.get('/params.json')).json()) as { maintenance_message?: string }).maintenance_message;
    await writeFile(file, JSON.stringify({ maintenance_message: 'We are back at 3.' }));
    await expect.poll(message).toBe('We are back at 3.');
    await page.goto('/practice');
    await expect(page.getByText('We are back at 3.')).toBeVisible();

    await writeFile(file, '{ "maintenance_message": 3 }');
    await expect.poll(() => manager.log()).toContain('parameters stay as they were');
    expect(await message()).toBe('We are back at 3.');
    await writeFile(file, '{}');
    await expect.poll(message).toBeUndefined();

    const { answer } = await manager.release('history', '--limit', '2');
    expect(answer.revisions).toMatchObject([
      { cause: 'params', changes: [{ name: 'params', field: 'maintenance_message', from: '"We are back at 3."', to: null }] },
      { cause: 'params', createdBy: 'params-file' },
    ]);
  });
});
