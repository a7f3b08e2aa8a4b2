import { request } from 'node:http';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { compositionSchema } from '@site/contracts/composition';
import { testParams, testRemote, testTarget, testShell, type TestRelease } from './testing/fixtures';
import { groundOfEachTest } from './testing/ground';
import { store, until } from './testing/test-edge';

const shell = testShell();
const remote = testRemote();
const ground = groundOfEachTest();

async function start(...releases: TestRelease[]) {
  await ground.start();
  await store(ground.edge.storage, ...releases);
}

const get = (path: string, headers: Record<string, string> = {}) => fetch(ground.edge.url + path, { headers, redirect: 'manual' });
const compositionOf = (html: string) =>
  compositionSchema.parse(JSON.parse(/id="site-composition"[^>]*>(.*?)<\/script>/.exec(html)?.[1] ?? ''));

/** Sends the path as it is: fetch would tidy it up. */
const rawGet = (path: string): Promise<{ status: number; location: string | undefined; body: string }> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(ground.edge.url);
    request({ hostname, port, path }, (response) => {
      let body = '';
      response.on('data', (chunk: Buffer) => (body += chunk.toString()));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, location: response.headers.location, body }));
    })
      .on('error', reject)
      .end();
  });

describe('before the first promotion', () => {
  it('documents say so with 503, and the edge is not ready', async () => {
    await start();
    const response = await get('/');
    expect(response.status).toBe(503);
    expect(response.headers.get('retry-after')).toBe('2');
    expect(await response.text()).toContain('No release of this site is live yet');
    expect((await get('/params.json')).status).toBe(503);
    expect(await ground.edge.status()).toMatchObject({ epoch: null, revision: null, hash: null, defects: [] });
    await expect(ground.edge.server.assertEdgeServes()).rejects.toThrow();
  });
});

describe('a promotion', () => {
  it('is visible on the next request after the edge has heard of it', async () => {
    const next = testRemote('1.1.0');
    await start(shell, remote, next);
    ground.registry.promote(testTarget(1, shell, remote));
    await ground.edge.ready(1);
    ground.registry.promote(testTarget(2, shell, { ...next, fallback: remote }));
    await until(async () => compositionOf(await (await get('/')).text()).revision === 2);
    const [composed] = compositionOf(await (await get('/')).text()).remotes;
    expect(composed).toMatchObject({ version: '1.1.0', fallback: { version: '1.0.0' } });
  });

  it('of nothing but parameters is seen in documents and in params.json, and its pages are rendered with them', async () => {
    await start(shell, remote);
    ground.registry.promote(testTarget(1, shell, remote));
    await ground.edge.ready(1);
    const first = await get('/params.json');
    expect(first.headers.get('cache-control')).toBe('private, no-cache');
    expect(await first.json()).toEqual(testParams);
    const known = { 'if-none-match': first.headers.get('etag') ?? '' };
    expect((await get('/params.json', known)).status).toBe(304);

    const params = { ...testParams, brand: 'Other', maintenance_message: 'Back at noon.' };
    ground.registry.promote({ ...testTarget(2, shell, remote), params });
    await ground.edge.ready(2);
    expect(await (await get('/params.json', known)).json()).toEqual(params);
    const html = await (await get('/')).text();
    expect(html).toContain('<title>Hello | Other</title>');
    expect(compositionOf(html).params).toEqual(params);
  });

  it('of nothing but a title, a redirect or who may see a page is seen at once: the files are the same ones', async () => {
    const { descriptor } = remote;
    const next: TestRelease = {
      ...remote,
      descriptor: {
        ...descriptor,
        version: '1.0.1',
        routes: [
          { path: '/', page: './home', title: 'Home', access: 'member' },
          { path: '/offer/:kind?', page: './home', title: 'Offer', access: 'public' },
          { path: '/card', page: './card', title: 'Cards', access: 'member' },
          { path: '/old', redirect: '/card' },
        ],
      },
    };
    const seen = async () => ({
      home: /Hello<\/main>|<div id="root"><\/div>/.exec(await (await get('/')).text())?.[0],
      card: /<title data-interim>(.*?) \|/.exec(await (await get('/card')).text())?.[1],
      old: (await get('/old')).headers.get('location'),
    });
    await start(shell, remote, next);
    ground.registry.promote(testTarget(1, shell, remote));
    await ground.edge.ready(1);
    await until(async () => (await seen()).home === 'Hello</main>');
    expect(await seen()).toEqual({ home: 'Hello</main>', card: 'Card &amp; more', old: '/offer' });
    ground.registry.promote(testTarget(2, shell, next));
    await ground.edge.ready(2);
    expect(await seen()).toEqual({ home: '<div id="root"></div>', card: 'Cards', old: '/card' });
    ground.registry.promote(testTarget(3, shell, remote));
    await ground.edge.ready(3);
    expect(await seen()).toEqual({ home: 'Hello</main>', card: 'Card &amp; more', old: '/offer' });
  });

  it('never gives way to an older one', async () => {
    await start(shell, remote);
    ground.registry.promote(testTarget(5, shell, remote));
    await ground.edge.ready(5);
    ground.registry.promote(testTarget(4, shell, remote));
    await ground.registry.judged();
    expect((await ground.edge.status()).revision).toBe(5);
  });
});

describe('a document', () => {
  beforeEach(async () => {
    await start(shell, remote);
    ground.registry.promote(testTarget(1, shell, remote));
    await ground.edge.ready(1);
  });

  it('carries the page as shell and remote render it together, the same bytes for everybody', async () => {
    const [first, second] = await Promise.all([get('/'), get('/', { cookie: 'other=1' })]);
    const html = await first.text();
    expect(await second.text()).toBe(html);
    expect(html).toContain('<div id="root"><main data-path="/">Hello</main></div>');
    expect(html).toContain('<style data-rendered="css a1">');
    for (const [header, value] of [
      ['content-type', 'text/html; charset=utf-8'],
      ['cache-control', 'public, max-age=0, s-maxage=1'],
      ['vary', 'accept-encoding, available-dictionary, cookie'],
      ['x-request-id', null],
      ['x-content-type-options', 'nosniff'],
      ['referrer-policy', 'strict-origin-when-cross-origin'],
      ['cross-origin-opener-policy', 'same-origin'],
    ] as const)
      expect([header, first.headers.get(header)]).toEqual([header, value]);
    expect(second.headers.get('content-security-policy')).toBe(first.headers.get('content-security-policy'));
    expect(compositionOf(html)).toMatchObject({ revision: 1, params: { brand: 'Practice' } });
  });

  it('is compressed quickly at first, and as well as possible from then on', async () => {
    const lengthOf = async () =>
      Number((await fetch(`${ground.edge.url}/`, { method: 'HEAD', headers: { 'accept-encoding': 'br' } })).headers.get('content-length'));
    const first = await lengthOf();
    await until(async () => (await lengthOf()) < first);
    expect(await (await get('/', { 'accept-encoding': 'br' })).text()).toContain('Hello');
  });

  it('is not sent again to a browser that has it, however it names it', async () => {
    const { headers } = await get('/', { 'accept-encoding': 'identity' });
    const tag = headers.get('etag') ?? '';
    expect(tag).toMatch(/^W\/"[\w-]{27}"$/);
    for (const named of [tag, tag.slice('W/'.length), `"other", ${tag}`, '*']) {
      const again = await get('/', { 'accept-encoding': 'identity', 'if-none-match': named });
      expect([named, again.status, await again.text(), again.headers.get('etag')]).toEqual([named, 304, '', tag]);
      for (const header of ['cache-control', 'vary']) expect([header, again.headers.get(header)]).toEqual([header, headers.get(header)]);
      // The browser goes on with the policy that it has.
      expect(again.headers.get('content-security-policy')).toBeNull();
    }
    for (const named of ['"other"', tag.slice('W/"'.length, -1), ''])
      expect((await get('/', { 'accept-encoding': 'identity', 'if-none-match': named })).status).toBe(200);
    expect((await get('/', { 'accept-encoding': 'gzip', 'if-none-match': tag })).status).toBe(304);
    expect((await get('/nowhere', { 'if-none-match': '*' })).status).toBe(404);
  });

  it('has another tag after a promotion', async () => {
    const tag = (await get('/')).headers.get('etag') ?? '';
    ground.registry.promote({ ...testTarget(2, shell, remote), params: { ...testParams, blog_url: 'https://other.example.com/' } });
    await ground.edge.ready(2);
    expect((await get('/', { 'if-none-match': tag })).status).toBe(200);
  });

  it.each(['br', 'gzip'])('is compressed with %s when the browser takes it', async (encoding) => {
    const response = await get('/', { 'accept-encoding': encoding });
    expect(response.headers.get('content-encoding')).toBe(encoding);
    expect(await response.text()).toContain('Hello');
  });

  it('of an address with a parameter is rendered when asked for', async () => {
    expect(await (await get('/offer/special')).text()).toContain('<main data-path="/offer/special">Hello</main>');
  });

  it('of a member page, or with a query that may matter, leaves rendering to the browser', async () => {
    const card = await (await get('/card')).text();
    expect(card).toContain('<div id="root"></div>');
    expect(card).toContain('<title data-interim>Card &amp; more | Practice</title>');
    expect(await (await get('/?code=1&state=2')).text()).toContain('<div id="root"></div>');
    expect(await (await get('/?utm_source=mail&gclid=1')).text()).toContain('Hello</main>');
  });

  it('of an unknown address is the "not available" page with status 404', async () => {
    for (const path of ['/nowhere', '/Offer', '/%E0%A4%A', '/..%2f..%2fetc/passwd']) {
      const response = await rawGet(path);
      expect([path, response.status]).toEqual([path, path.includes('%E0') ? 400 : 404]);
    }
    const response = await get('/nowhere');
    expect(response.headers.get('content-type')).toContain('text/html');
    expect(await response.text()).toContain('Page is not available');
  });

  it('answers HEAD like GET, without the body', async () => {
    const asked = { headers: { 'accept-encoding': 'identity' } };
    const response = await fetch(`${ground.edge.url}/`, { ...asked, method: 'HEAD' });
    const whole = await fetch(`${ground.edge.url}/`, asked);
    expect(response.status).toBe(200);
    expect(await response.text()).toBe('');
    expect(Number(response.headers.get('content-length'))).toBe((await whole.arrayBuffer()).byteLength);
    expect(response.headers.get('etag')).toBe(whole.headers.get('etag'));
  });
});

describe('a redirect', () => {
  beforeEach(async () => {
    await start(shell, remote);
    ground.registry.promote(testTarget(1, shell, remote));
    await ground.edge.ready(1);
  });

  it.each([
    ['/old', '/offer'],
    ['/old?a=1&b=%20', '/offer?a=1&b=%20'],
    ['/offer/', '/offer'],
    ['//offer//', '/offer'],
  ])('leads from %s to %s and is not kept by browsers', async (from, to) => {
    const response = await rawGet(from);
    expect([response.status, response.location]).toEqual([301, to]);
  });

  it.each(['//evil.example.com/', '//evil.example.com//', '/\\evil.example.com/', '///evil.example.com/%2f..', '//evil.example.com/..'])(
    'never leads from %s to another host',
    async (path) => {
      const { location } = await rawGet(path);
      expect(new URL(location ?? '/', 'http://site.invalid').host).toBe('site.invalid');
    },
  );
});

describe('addresses of services', () => {
  it('are never the site', async () => {
    await start(shell, remote);
    ground.registry.promote(testTarget(1, shell, remote));
    await ground.edge.ready(1);
    for (const path of ['/api', '/api/nothing', '/registry/v1/none', '/_idp/x', '/assets', '/assets/x', '/_dev', '/.env', '/metrics']) {
      const response = await get(path);
      expect([path, response.status, response.headers.get('content-type')]).toEqual([path, 404, 'application/json; charset=utf-8']);
      expect(await response.json()).toMatchObject({ code: 'not-found' });
    }
  });
});

describe('the last known good target', () => {
  const restart = async (change: () => Promise<void>) => {
    await start(shell, remote);
    ground.registry.promote(testTarget(3, shell, remote));
    await ground.edge.ready(3);
    await ground.edge.server.close();
    await change();
    await ground.start();
  };

  it('gives way to the one that was missed meanwhile before anybody is answered after a restart', async () => {
    await restart(async () => ground.registry.promote(testTarget(4, shell, remote)));
    expect(compositionOf(await (await get('/')).text()).revision).toBe(4);
  });

  it('is served at once after a restart while the registry is down, rendered pages included', async () => {
    await restart(() => ground.registry.stop());
    const html = await (await get('/')).text();
    expect(compositionOf(html).revision).toBe(3);
    await ground.edge.ready(3);
    expect(await (await get('/')).text()).toContain('Hello</main>');
    await ground.edge.server.assertEdgeServes();
  });

  it('keeps being served while the registry is down', async () => {
    await start(shell, remote);
    ground.registry.promote(testTarget(3, shell, remote));
    await ground.edge.ready(3);
    await ground.registry.stop();
    for (let i = 0; i < 5; i += 1) expect((await get('/')).status).toBe(200);
  });

  it('still composes a remote whose files are gone, so that the browser can fall back', async () => {
    await restart(() => rm(join(ground.directory, 'files/releases/mf-a'), { recursive: true }));
    const [composed] = compositionOf(await (await get('/')).text()).remotes;
    expect(composed?.name).toBe('mf-a');
    expect((await get('/assets/mf-a/1.0.0/remoteEntry.js')).status).toBe(404);
  });

  it.each([
    ['its target was changed', (text: string) => text.replace(/"payload":"[^"]{40}/, `"payload":"${'A'.repeat(40)}`)],
    ['it is not signed', (text: string) => text.replace(/"signatures":\[[^\]]*\]/, '"signatures":[]')],
    ['it is cut off', (text: string) => text.slice(0, 500)],
  ])('is not used when %s: the registry is asked instead', async (_name, change) => {
    const file = join(ground.directory, 'edge/last-known-good.json');
    await restart(async () => writeFile(file, change(await readFile(file, 'utf8'))));
    await ground.edge.ready(3);
    expect(compositionOf(await (await get('/')).text()).revision).toBe(3);
  });

  it('is not made of a descriptor that was changed in it, but of the one in the storage, and is repaired', async () => {
    const file = join(ground.directory, 'edge/last-known-good.json');
    await restart(async () => writeFile(file, (await readFile(file, 'utf8')).replaceAll('"title":"Home"', '"title":"Evil"')));
    await ground.edge.ready(3);
    expect((await ground.edge.status()).defects).toEqual([]);
    await until(async () => (await readFile(file, 'utf8')).includes('"title":"Home"'));
  });
});

describe('pages that need a grant', () => {
  const routes = [{ path: '/desk/:view?', page: './home', title: 'Secret desk', access: 'granted' as const }];
  const desk: TestRelease = { ...remote, descriptor: { ...remote.descriptor, name: 'mf-desk', routes } };

  it('are mentioned by no other document, sitemap or list for robots, and cost other documents not one byte', async () => {
    await start(shell, remote, desk);
    ground.registry.promote(testTarget(1, shell, remote));
    await ground.edge.ready(1);
    const addresses = ['/', '/card', '/nowhere'];
    const read = () => Promise.all(addresses.map(async (address) => (await get(address)).text()));
    const before = await read();
    ground.registry.promote(testTarget(2, shell, remote, desk));
    await ground.edge.ready(2);
    const after = await read();
    expect(after.map((html) => html.length)).toEqual(before.map((html) => html.length));
    const lists = await Promise.all(['/sitemap.xml', '/robots.txt'].map(async (path) => (await get(path)).text()));
    // A hash may spell any four letters: documents and lists are searched without theirs.
    const withoutHashes = (text: string) => text.replaceAll(/sha(256|384|512)-[A-Za-z0-9+/=]+/g, '');
    for (const text of [...after, ...lists]) expect(withoutHashes(text)).not.toMatch(/desk/i);
  });

  it('know of each other and of all others, are rendered by the browser, and do not say what they are called', async () => {
    await start(shell, remote, desk);
    ground.registry.promote(testTarget(1, shell, remote, desk));
    await ground.edge.ready(1);
    const response = await get('/desk/promote');
    const html = await response.text();
    expect(response.status).toBe(200);
    expect(html).toContain('<div id="root"></div>');
    expect(compositionOf(html).remotes.map(({ name }) => name)).toEqual(['mf-a', 'mf-desk']);
    expect(html.replace(/<script.*?<\/script>/gs, '')).not.toContain('Secret');
  });

  it('are listed by no search engine, and their scripts are asked for in browsers with a session only', async () => {
    await start(shell, remote, desk);
    ground.registry.promote(testTarget(1, shell, remote, desk));
    await ground.edge.ready(1);
    const [few, all] = await Promise.all(['/desk/promote', '/card'].map(async (address) => (await get(address)).text()));
    const preloaded = (html = '') => [...html.matchAll(/<link rel="preload"[^>]* href="([^"]+)"/g)].map(([, url]) => url);
    expect([few, all].map((html) => html?.includes('<meta name="robots" content="noindex">'))).toEqual([true, false]);
    expect(preloaded(few).filter((url) => !url?.includes('/shell/'))).toEqual([]);
    expect(/<script>(try.*?)<\/script>/s.exec(few ?? '')?.[1]).toContain('/assets/mf-desk/');
  });
});
