import { type IncomingMessage, request as httpRequest } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { APIResponse } from '@playwright/test';
import { asksForScripts, scriptsAskedFor } from './asked-scripts';
import { expect, test } from './fixtures';
import { PAGES } from './pages';
import { expectSmuggledRefused, REFUSALS } from './smuggled';

const policyOf = (response: APIResponse): Record<string, string[]> => {
  const directives = (response.headers()['content-security-policy'] ?? '').split(';').map((directive) => directive.trim().split(/\s+/));
  return Object.fromEntries(directives.map(([name, ...sources]) => [name, sources]));
};

const SITE_DOCUMENTS = ['/practice', '/card', '/no-such-page', '/console', '/console/desk'];
/** Pages without the site around them: the form to sign in, one that has expired, and a link that nobody made. */
const OTHER_PAGES = ['/_idp/account', '/_idp/interaction/gone/password', '/_preview/none'];

test.describe('the policy of a document', () => {
  test('lets in the scripts and styles of the document by their hashes, and nothing else', async ({ request }) => {
    const response = await request.get('/practice');
    const policy = policyOf(response);
    expect(policy['script-src']).toContain("'strict-dynamic'");
    const others = [...(policy['script-src'] ?? []), ...(policy['style-src'] ?? [])].filter(
      (source) => !/^'sha(?:256|384)-[\w+/=]+'$/.test(source),
    );
    expect(others).toEqual(["'strict-dynamic'"]);
    expect(response.headers()['content-security-policy']).not.toMatch(/unsafe-inline|unsafe-eval|nonce/);
    expect(await response.text()).not.toMatch(/<[^>]+\s(?:style|on\w+)="/);
  });

  test('lets nobody frame it, rebase it or plug something in', async ({ request }) => {
    const policy = policyOf(await request.get('/'));
    expect(policy).toMatchObject({
      'default-src': ["'self'"],
      'frame-ancestors': ["'none'"],
      'base-uri': ["'none'"],
      'object-src': ["'none'"],
      'form-action': ["'self'"],
    });
  });

  test.describe('refuses', () => {
    test.use({ expectedMessages: new RegExp(`${REFUSALS.source}|requires 'Trusted|Trusted ?Type`, 'i') });

    for (const address of [...SITE_DOCUMENTS, ...OTHER_PAGES]) {
      test(`what somebody has written into ${address}`, async ({ page }) => {
        await expectSmuggledRefused(page, address);
      });
    }

    test('whatever somebody smuggles into the page', async ({ page }) => {
      await page.goto('/');
      const ran = await page.evaluate(async () => {
        const mark = "document.documentElement.dataset.smuggled = 'true'";
        const button = document.createElement('button');
        const script = document.createElement('script');
        const attempts = [
          () => button.setAttribute('onclick', mark),
          () => script.append(mark),
          () => (script.src = `data:text/javascript,${mark}`),
          () => (button.innerHTML = `<img src="/none" onerror="${mark}">`),
        ];
        for (const attempt of attempts) {
          try {
            attempt();
          } catch {
            // The browser says no aloud; what counts is that nothing runs.
          }
        }
        // Whatever got through has run once these have come or failed.
        const loads = [...button.querySelectorAll('img'), ...(script.src ? [script] : [])].map(
          (element) => new Promise((resolve) => ['load', 'error'].forEach((event) => element.addEventListener(event, resolve))),
        );
        document.body.append(button, script);
        button.click();
        await Promise.all(loads);
        return document.documentElement.dataset.smuggled ?? null;
      });
      expect(ran).toBeNull();
    });
  });
});

test('documents and other answers carry the security headers', async ({ request }) => {
  for (const address of ['/', '/no-such-page', '/params.json', '/api/none', '/robots.txt', '/assets/none']) {
    const headers = (await request.get(address)).headers();
    expect(headers, address).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'x-frame-options': 'DENY',
    });
    expect(headers['content-security-policy'], address).toContain("frame-ancestors 'none'");
    expect(headers['permissions-policy'], address).toContain('camera=()');
  }
});

test.describe('what a document names', () => {
  test('is verified by its hash', async ({ request }) => {
    for (const { address } of PAGES) {
      const scripts = asksForScripts(await (await request.get(address)).text());
      expect(new Set(scripts.map((script) => script.address)).size, address).toBeGreaterThan(2);
      expect(
        scripts.filter(({ integrity }) => !/^sha384-[\w+/]{64}$/.test(integrity)),
        address,
      ).toEqual([]);
    }
  });

  test('never changes, is kept for ever, and comes in br and gzip', async ({ request }) => {
    const html = await (await request.get('/')).text();
    const scripts = scriptsAskedFor(html);
    const others = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+\.svg)"/g)].map((match) => match[1] ?? '');
    expect([scripts.length > 3, others.length > 0]).toEqual([true, true]);
    for (const address of new Set([...scripts, ...others])) {
      const plain = await request.get(address, { headers: { 'accept-encoding': 'identity' } });
      expect(plain.status(), address).toBe(200);
      expect(plain.headers(), address).toMatchObject({
        'cache-control': 'public, max-age=31536000, immutable',
        vary: 'accept-encoding, available-dictionary',
      });
      const bytes = await plain.body();
      for (const encoding of ['br', 'gzip']) {
        const packed = await request.head(address, { headers: { 'accept-encoding': encoding } });
        expect(packed.headers()['content-encoding'], `${address} as ${encoding}`).toBe(encoding);
        expect(Number(packed.headers()['content-length']), address).toBeLessThan(bytes.length);
      }
      const etag = plain.headers().etag ?? '';
      const again = await request.get(address, { headers: { 'accept-encoding': 'identity', 'if-none-match': etag } });
      expect(again.status(), address).toBe(304);
    }
  });
});

test('a document is compressed as the browser asks, and kept for a second by nobody but proxies', async ({ baseURL }) => {
  // Playwright's own client unpacks what it gets.
  const get = async (encoding: string): Promise<{ bytes: Buffer; headers: IncomingMessage['headers'] }> => {
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      httpRequest(`${baseURL}/`, { headers: { 'accept-encoding': encoding } }, resolve)
        .on('error', reject)
        .end();
    });
    return { bytes: Buffer.concat(await response.toArray()), headers: response.headers };
  };
  for (const [encoding, unpack] of [
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ] as const) {
    const { bytes, headers } = await get(encoding);
    expect(headers['content-encoding']).toBe(encoding);
    expect(unpack(bytes).toString()).toMatch(/^<!doctype html>/);
    expect(headers['cache-control']).toBe('public, max-age=0, s-maxage=1');
    expect(headers.vary).toBe('accept-encoding, available-dictionary, cookie');
  }
});

test('search engines find every public page once, but for those that ask not to be found, and nothing else', async ({
  request,
  baseURL,
}) => {
  const sitemap = await request.get('/sitemap.xml');
  expect(sitemap.headers()['content-type']).toContain('xml');
  const found = [...(await sitemap.text()).matchAll(/<loc>([^<]+)<\/loc>/g)].map((match) => match[1]);
  const pages = PAGES.filter(({ noindex }) => !noindex).map(({ address }) => `${baseURL}${address}`);
  expect([...found].sort()).toEqual(pages.sort());

  const robots = await (await request.get('/robots.txt')).text();
  expect(robots).toContain('User-agent: *\nAllow: /api/draft/\n');
  for (const path of ['/api/', '/registry/', '/card', '/inbox']) expect(robots).toContain(`Disallow: ${path}\n`);
  expect(robots).toContain(`Sitemap: ${baseURL}/sitemap.xml`);
});

test('the runtime parameters are never used without asking, and hold no secret', async ({ request }) => {
  const response = await request.get('/params.json');
  expect(response.headers()).toMatchObject({
    'cache-control': 'private, no-cache',
    'content-type': expect.stringContaining('application/json'),
  });
  const text = await response.text();
  expect(JSON.parse(text)).toMatchObject({ Auth: { userPoolId: expect.any(String) }, goa_base_url: '/api' });
  expect(text).not.toMatch(/secret|password|token/i);
});

test('the site says that it lives and that it is ready', async ({ request }) => {
  // A check that takes longer than two seconds, as on a machine that stands still, fails once.
  for (const address of ['/healthz', '/readyz'])
    await expect.poll(async () => (await request.get(address)).status(), { message: address }).toBe(200);
});
