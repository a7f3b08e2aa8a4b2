/** What other tools have built, inside this site; and modules of this site inside others. */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { ReleaseDescriptor } from '@site/contracts/release';
import { expect, expectHydrated, expectNoAxeViolations } from '../fixtures';
import { createWorkshop } from './changed-builds';
import { buildPlainRemote } from './plain-remote/build';
import { test } from './running-site';

test.describe.configure({ mode: 'serial' });
test.use({ expectedMessages: /integrity|Loading chunk|ChunkLoadError|Failed to load resource/ });

let workshop: Awaited<ReturnType<typeof createWorkshop>>;
test.beforeAll(async () => {
  workshop = await createWorkshop();
});
test.afterAll(async () => {
  await workshop.close();
});

test('a remote that webpack and the plugin of Module Federation have built is published by its manifest, and runs beside the others: verified', async ({
  page,
  manager,
}) => {
  const { release } = await manager.publish(await buildPlainRemote(workshop.folder));
  expect([release.name, release.version]).toEqual(['mf-plain', '1.0.0']);
  expect((await manager.release('promote', 'mf-plain@1.0.0')).code).toBe(0);

  await page.goto('/plain');
  await expectHydrated(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Built by webpack alone');
  // It says no title; its route does.
  await expect(page).toHaveTitle(/^Plain \| /);
  await expectNoAxeViolations(page);
  // Its state is kept by the React of the shell, and its own loader finds its chunks.
  const asked = page.waitForRequest(/\/mf-plain\/1\.0\.0\/.+\.js$/);
  await page.getByRole('button', { name: 'Pressed 0 times' }).click();
  await expect(page.getByText('From a chunk of its own')).toBeVisible();
  const chunk = (await asked).url();

  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Contact' }).click();
  // The address changes first: the page before stays until the next one is there.
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Talk to us');
  await expect(page).toHaveURL('/contact');
  await page.goBack();
  await expect(page.getByRole('button', { name: 'Pressed 0 times' })).toBeVisible();
  await expect(page).toHaveTitle(/^Plain \| /);

  // Its build knows nothing of hashes; its publication does.
  await page.route(chunk, (route) => route.fulfill({ contentType: 'text/javascript', body: 'window.evil = true;' }));
  await page.goto('/plain');
  await expectHydrated(page);
  await page.getByRole('button', { name: 'Pressed 0 times' }).click();
  await expect(page.getByRole('main').getByRole('alert')).toBeVisible();
  expect(await page.evaluate(() => 'evil' in window)).toBe(false);
});

test.describe('a host of ES modules on another site', () => {
  // The header that tells the server which test asks would be one that the browser asks for permission for.
  test.use({ extraHTTPHeaders: {}, expectedMessages: /integrity|Failed to fetch dynamically imported module|Failed to load resource/ });

  const FILES = {
    'v/index.js': "import { greeting } from './greeting.js';\nexport const words = `${greeting}, says version 1.0.0`;\n",
    'v/greeting.js': "export const greeting = 'Hello';\n",
  };
  let server: Server;
  let origin: string;
  let head = '';

  test.beforeAll(async () => {
    // It lies beside the module for Node, and the package names only that one.
    const forNode = createRequire(import.meta.url).resolve('import-map-overrides');
    const overrides = await readFile(path.join(path.dirname(forNode), 'import-map-overrides.js'), 'utf8');
    const scripts: Record<string, string> = {
      '/overrides.js': overrides,
      '/mine.js': "export const words = 'Words from this machine';",
      '/host.js': "import('mf-words').then(({ words }) => document.body.append(words), () => document.body.append('refused'));",
    };
    server = createServer(({ url = '/' }, answer) => {
      const script = scripts[url];
      answer.writeHead(200, { 'content-type': script === undefined ? 'text/html' : 'text/javascript', connection: 'close' });
      answer.end(
        script ??
          `<!doctype html><title>Host</title><link rel="icon" href="data:,">${head}<body><script type="module" src="/host.js"></script>`,
      );
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  test.afterAll(async () => {
    server.close();
    await once(server, 'close');
  });

  async function publishModule(): Promise<string> {
    const folder = path.join(workshop.folder, 'mf-words');
    await mkdir(path.join(folder, 'v'), { recursive: true });
    const files = Object.entries(FILES).map(([file, text]) => ({
      path: file,
      size: Buffer.byteLength(text),
      integrity: `sha384-${createHash('sha384').update(text).digest('base64')}`,
    }));
    for (const [file, text] of Object.entries(FILES)) await writeFile(path.join(folder, file), text);
    const descriptor: ReleaseDescriptor = {
      ...{
        schema: 1,
        name: 'mf-words',
        team: 'words',
        version: '1.0.0',
        contract: 1,
        kind: 'esm',
        routes: [],
        entries: ['v/index.js'],
        files,
      },
      ...{ exposes: {}, provides: {}, requires: {}, server: null, commit: null },
    };
    await writeFile(path.join(folder, 'release.json'), JSON.stringify(descriptor));
    return folder;
  }

  test('imports by the import map, runs nothing but what was published, and import-map-overrides puts another module in its place', async ({
    page,
    manager,
  }) => {
    await manager.publish(await publishModule());
    expect((await manager.release('promote', 'mf-words@1.0.0')).code).toBe(0);
    const map = await (await page.request.get(`${manager.address}/.well-known/import-map.json`)).text();

    head = `<script type="importmap">${map}</script>`;
    await page.goto(origin);
    await expect(page.locator('body')).toContainText('Hello, says version 1.0.0');

    const isGreeting = (url: URL) => url.pathname.endsWith('/greeting.js');
    await page.route(isGreeting, (route) =>
      route.fulfill({
        body: "export const greeting = 'Evil';",
        contentType: 'text/javascript',
        headers: { 'access-control-allow-origin': '*' },
      }),
    );
    await page.goto(origin);
    await expect(page.locator('body')).toContainText('refused');
    await page.unroute(isGreeting);

    head = `<script type="overridable-importmap">${map}</script><script src="/overrides.js"></script>`;
    await page.goto(origin);
    await expect(page.locator('body')).toContainText('Hello, says version 1.0.0');
    await page.evaluate((address) => {
      (window as unknown as { importMapOverrides: { addOverride(name: string, url: string): void } }).importMapOverrides.addOverride(
        'mf-words',
        address,
      );
    }, `${origin}/mine.js`);
    await page.reload();
    await expect(page.locator('body')).toContainText('Words from this machine');
  });
});
