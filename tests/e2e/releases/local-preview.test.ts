/** A remote from this machine inside the site, through the link of a preview. */
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { ReleaseDescriptor } from '@site/contracts/release';
import { expect, expectHydrated } from '../fixtures';
import { test, versionIn } from './running-site';

const NAME = 'mf-marketing';
const DIST = path.resolve(import.meta.dirname, '../../..', NAME, 'dist');

let server: Server;
let events: ServerResponse | undefined;

/** What a development server does, with what was built. */
test.beforeAll(async () => {
  server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const cors = { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin', 'timing-allow-origin': '*' };
    if (pathname === '/_dev/events') {
      response.writeHead(200, { ...cors, 'content-type': 'text/event-stream' }).write(': open\n\n');
      events = response;
      return;
    }
    readFile(path.join(DIST, pathname)).then(
      (bytes) => response.writeHead(200, { ...cors, 'content-type': 'text/javascript' }).end(bytes),
      () => response.writeHead(404, cors).end(),
    );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
test.afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
});

// The development server knows no header that tells which test asks.
test.use({ extraHTTPHeaders: {} });

test('a remote comes from a development server of this machine, runs under the policy of the site, and is reloaded when it is built again', async ({
  page,
  browser,
  baseURL,
  manager,
}) => {
  const { routes } = JSON.parse(await readFile(path.join(DIST, 'release.json'), 'utf8')) as ReleaseDescriptor;
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`;
  const local = { [NAME]: { entry: `${origin}/v/remoteEntry.js`, routes: [...routes, { path: '/soon', redirect: '/contact' }] } };
  const { url } = await manager.registry.preview({ local, expiresInHours: 1 });

  const loaded: string[] = [];
  page.on('response', (response) => loaded.push(response.url()));
  await page.goto(`${url}?to=/soon`);
  await expectHydrated(page);
  await expect(page).toHaveURL('/contact');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('complementary', { name: 'Preview' })).toContainText(`${NAME} from ${origin} (not verified)`);
  expect(loaded).toContain(local[NAME]?.entry);
  expect(loaded.filter((address) => address.includes(`/assets/${NAME}/`) && address.endsWith('.js'))).toEqual([]);

  await page.keyboard.press('Alt+Shift+I');
  const part = page.getByRole('dialog', { name: 'Inspector' }).getByRole('region', { name: NAME });
  await expect(part).toContainText(`It comes from ${origin}, on this machine. Nobody has verified it.`);

  await expect.poll(() => events, 'the page listens to the development server').toBeDefined();
  const reloaded = page.waitForEvent('load');
  events?.write(`event: change\ndata: {"name":"${NAME}"}\n\n`);
  await reloaded;
  await expectHydrated(page);

  const other = await browser.newContext({ baseURL: baseURL ?? '' });
  expect((await other.request.get('/soon')).status()).toBe(404);
  expect(versionIn(await (await other.request.get('/')).text(), NAME)).not.toContain('development');
  await other.close();
});
