/** Remotes of this site in a host that is not its shell, found by what the site says for tools of others. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { expect, test } from '../fixtures';
import type { HostOptions } from './host';

interface Discovered {
  microFrontends: Record<string, { url: string; metadata: { integrity: string }; extras: { manifest: string; container: string } }[]>;
}

const SITE: HostOptions['site'] = {
  brand: 'Other host',
  origin: 'https://host.example',
  description: '',
  keywords: '',
  networkUrl: 'https://network.example',
  signInProviders: [],
  contact: { address: [], email: 'mail@host.example', phone: '', mapUrl: '' },
};

const versionOf = (name: string) =>
  (JSON.parse(readFileSync(new URL(`../../../shared/${name}/package.json`, import.meta.url), 'utf8')) as { version: string }).version;

// The header that tells the server which test asks would be one that the browser asks for permission for.
test.use({ extraHTTPHeaders: {} });

let server: Server;
let script: string;

test.beforeAll(async () => {
  const entryPoints = [fileURLToPath(new URL('./host.tsx', import.meta.url))];
  const define = { 'process.env.NODE_ENV': '"production"' };
  const { outputFiles } = await build({
    entryPoints,
    bundle: true,
    write: false,
    format: 'esm',
    target: 'es2022',
    jsx: 'automatic',
    define,
  });
  script = outputFiles[0]?.text ?? '';
});

test.afterEach(async () => {
  server.close();
  await once(server, 'close');
});

/** Serves the host at an origin of its own. */
async function serveHost(options: HostOptions): Promise<string> {
  const page = `<!doctype html><title>Host</title><link rel="icon" href="data:,"><script>window.host = ${JSON.stringify(options)}</script><script type="module" src="/host.js"></script>`;
  server = createServer((request, answer) => {
    const isScript = request.url === '/host.js';
    answer.writeHead(200, { 'content-type': isScript ? 'text/javascript' : 'text/html', connection: 'close' });
    answer.end(isScript ? script : page);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('a page of a remote is shown by a host of Module Federation on another site, which finds it by its manifest', async ({
  page,
  baseURL,
}) => {
  const discovery = new URL('/.well-known/frontend-discovery.json', baseURL).href;
  const discovered = (await (await page.request.get(discovery)).json()) as Discovered;
  const [version] = discovered.microFrontends['production/mf-marketing'] ?? [];
  const { manifest = '', container = '' } = version?.extras ?? {};
  expect(new URL(manifest).origin).toBe(new URL(baseURL).origin);

  const versions = { router: versionOf('router'), ui: versionOf('ui') };
  const origin = await serveHost({ manifest, remote: container, page: 'practice/practice-page', site: SITE, versions });
  const scripts: string[] = [];
  page.on('response', (answer) => scripts.push(`${answer.status()} ${answer.url()}`));
  await page.goto(origin);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page).toHaveTitle(/Other host/);

  // A browser lets a page of another site read it, too.
  expect(await page.evaluate(async (url) => (await fetch(url)).json() as Promise<unknown>, discovery)).toEqual(discovered);

  const ofSite = scripts.filter((answer) => answer.includes(new URL(baseURL).origin));
  expect(ofSite.filter((answer) => !answer.startsWith('200 '))).toEqual([]);
  expect(ofSite).toContain(`200 ${version?.url}`);
});
