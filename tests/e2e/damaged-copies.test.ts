/** Browsers keep the site's scripts for a year, damaged ones too. Once the site has the right file again, so has everybody. */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { Page, Request } from '@playwright/test';
import { expect, expectHydrated } from './fixtures';
import { canStartLoneEdge, test, type LoneEdge } from './lone-edge';

test.describe.configure({ mode: 'default', timeout: 90_000 });
test.skip(!canStartLoneEdge(), 'the data of the site are elsewhere');
test.use({ expectedMessages: /Failed to load resource|integrity|Federation Runtime|RUNTIME-|Loading chunk|React error #422/i });

/** Where the releases of the edge keep the file that the site serves at an address, with its compressed siblings. */
async function storedCopies({ dataDir }: LoneEdge, address: string): Promise<string[]> {
  const folder = path.join(dataDir, 'files/releases');
  const name = path.basename(address);
  const part = /^\/assets\/([^/]+)\//.exec(address)?.[1] ?? '';
  const files = await readdir(path.join(folder, part), { recursive: true });
  return files.filter((file) => path.basename(file).replace(/\.(br|gz)$/, '') === name).map((file) => path.join(folder, part, file));
}

const COMPRESSION: Record<string, (bytes: Buffer) => Buffer> = { '.br': brotliCompressSync, '.gz': gzipSync };

/** Puts a script of the same length in the place of one, which is not what its hash says. @returns A function that repairs it. */
async function damage(edge: LoneEdge, address: string): Promise<() => Promise<void>> {
  const copies = await Promise.all((await storedCopies(edge, address)).map(async (file) => ({ file, bytes: await readFile(file) })));
  const plain = copies.find(({ file }) => file.endsWith('.js'));
  if (plain === undefined) throw new Error(`No release has ${address}`);
  const damaged = Buffer.from(plain.bytes).fill(' ', 0, 20);
  for (const { file } of copies) await writeFile(file, COMPRESSION[path.extname(file)]?.(damaged) ?? damaged);
  return async () => {
    for (const { file, bytes } of copies) await writeFile(file, bytes);
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
    const first = await browser.newContext({ baseURL: edge.address });
    const healthy = await first.newPage();
    await healthy.goto('/practice');
    await expectHydrated(healthy);
    const address = await addressOf(healthy, pattern);
    await first.close();

    const repair = await damage(edge, address);
    const context = await browser.newContext({ baseURL: edge.address });
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
        await repair();
        await page.reload();
      } else {
        await expect(page.getByRole('main').getByRole('alert')).toContainText('This part of the site did not load');
        await repair();
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
      await repair();
      await context.close();
    }
  });
}
