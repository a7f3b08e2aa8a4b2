/** Browsers keep the site's scripts for a year, damaged ones too. Once the site has the right file again, so has everybody. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page, Request } from '@playwright/test';
import { expect, expectHydrated, listenTo } from './fixtures';
import { test, type LoneEdge } from './lone-edge';

test.describe.configure({ mode: 'default' });
test.use({ expectedMessages: /Failed to load resource|integrity|Entry of mf-|Loading chunk|React error #422/i });

/** Between browser and edge: puts a script of the same length, which is not what its hash says, in the place of one. */
async function startDamagingProxy(edge: LoneEdge): Promise<{ address: string; damage(path: string | null): void; stop(): void }> {
  let damaged: string | null = null;
  const server = createServer((request, response) => {
    void (async () => {
      const answer = await fetch(edge.address + request.url, { headers: { cookie: request.headers.cookie ?? '' }, redirect: 'manual' });
      const bytes = Buffer.from(await answer.arrayBuffer());
      const headers = [...answer.headers].filter(
        ([name]) => !/^(?:content-encoding|content-length|connection|transfer-encoding)$/.test(name),
      );
      response.writeHead(answer.status, Object.fromEntries(headers));
      response.end(request.url === damaged ? bytes.fill(' ', 0, 20) : bytes);
    })();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: `http://localhost:${(server.address() as AddressInfo).port}`,
    damage: (path) => (damaged = path),
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Address of the script of a part that /practice asks for. */
async function addressOf(page: Page, pattern: RegExp): Promise<string> {
  const addresses = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname));
  const address = addresses.find((candidate) => pattern.test(candidate));
  if (address === undefined) throw new Error(`/practice asks for nothing like ${String(pattern)}`);
  return address;
}

const isFor = (address: string, request: Request): boolean => new URL(request.url()).pathname === address;

for (const [part, pattern] of [
  ['entry of a remote', /\/mf-marketing\/[^_/][^/]*\/remoteEntry\.js$/],
  ['page script of a remote', /\/mf-marketing\/_\/practice\.practice-page\./],
  ['script of the shell', /\/shell\/.*\/main\.(?:\w+\.)?js$/],
] as const) {
  test(`the ${part} that a browser has kept damaged is replaced as soon as the site is repaired`, async ({ browser, edge }) => {
    const proxy = await startDamagingProxy(edge);
    const first = await browser.newContext({ baseURL: proxy.address });
    listenTo(first);
    const healthy = await first.newPage();
    await healthy.goto('/practice');
    await expectHydrated(healthy);
    const address = await addressOf(healthy, pattern);
    await first.close();

    proxy.damage(address);
    const context = await browser.newContext({ baseURL: proxy.address });
    listenTo(context);
    try {
      const page = await context.newPage();
      const renewed = page.waitForEvent('requestfinished', (request) => isFor(address, request) && request.resourceType() === 'fetch');
      await page.goto('/practice');
      await renewed;
      const works = async (): Promise<boolean> =>
        (await page.evaluate(() => performance.getEntriesByName('site:page-shown').length)) > 0 &&
        (await page.getByRole('main').getByRole('alert').count()) === 0;
      if (part === 'script of the shell') {
        expect(await works()).toBe(false);
        proxy.damage(null);
        await page.reload();
      } else {
        await expect(page.getByRole('main').getByRole('alert')).toContainText('This part of the site did not load');
        proxy.damage(null);
        await page.getByRole('button', { name: 'Retry' }).click();
      }
      await expectHydrated(page);
      await expect(page.locator('main h1')).toHaveText('One subject, many ways in');
      await expect.poll(works).toBe(true);

      // The next visits find the right file in the browser's own copy.
      const asked: string[] = [];
      page.on('request', (request) => {
        if (isFor(address, request)) asked.push(request.resourceType());
      });
      await page.goto('/practice');
      await expectHydrated(page);
      await expect.poll(works).toBe(true);
      expect(asked).not.toContain('fetch');
    } finally {
      await context.close();
      proxy.stop();
    }
  });
}
