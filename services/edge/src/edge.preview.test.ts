/** Previews: who gets releases that are not live, for how long, and what everybody else gets. */
import { beforeEach, describe, expect, it } from '@jest/globals';
import { compositionSchema } from '@site/contracts/composition';
import { generateSigningKey, readSigningKey, type TrustedKeys } from '@site/release-model/envelope';
import { type ReleasesPreview, signPreview } from '@site/release-model/preview';
import { refOf, releaseKey } from '@site/release-model/release-id';
import {
  pageServer,
  PLAIN_POLICY,
  release,
  testKey,
  testKeys,
  type TestPart,
  type TestRelease,
  testRemote,
  testShell,
  testTarget,
} from './testing/fixtures';
import { groundOfEachTest } from './testing/ground';
import { store, until } from './testing/test-edge';

const [shell, remote] = [testShell(), testRemote()];
const next = testRemote('2.0.0', pageServer(`'Next'`));
const later = testRemote('1.5.0', pageServer(`'Later'`));
const ground = groundOfEachTest();
let keys: TrustedKeys;
let keysRead = 0;

beforeEach(async () => {
  [keys, keysRead] = [testKeys, 0];
  await ground.start({
    trustedKeys: async () => {
      keysRead += 1;
      return keys;
    },
  });
  await store(ground.edge.storage, shell, remote, next, later);
  await promote(1, shell, remote);
});

async function promote(number: number, ...parts: TestPart[]) {
  ground.registry.promote(testTarget(number, ...parts));
  await ground.edge.ready(number);
}

const HOUR = 3_600_000;
const previewOf = (releases: TestRelease[], more: Partial<ReleasesPreview> = {}): ReleasesPreview => ({
  schema: 1,
  environment: 'production',
  id: 'preview-1',
  parts: Object.fromEntries(releases.map(({ descriptor }) => [descriptor.name, refOf(descriptor)])),
  expiresAt: new Date(Date.now() + HOUR).toISOString(),
  createdBy: 'alice',
  ...more,
});
const tokenOf = (releases: TestRelease[], more: Partial<ReleasesPreview> = {}) => signPreview(previewOf(releases, more), testKey);
const get = (path = '/', cookie = '') => fetch(ground.edge.url + path, { headers: cookie ? { cookie } : {}, redirect: 'manual' });
const compositionOf = (html: string) =>
  compositionSchema.parse(JSON.parse(/id="site-composition"[^>]*>(.*?)<\/script>/.exec(html)?.[1] ?? ''));
const composed = async (path: string, cookie: string) => compositionOf(await (await get(path, cookie)).text());
const REMOVED = 'preview=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax';

describe('the link of a preview', () => {
  it('sets a cookie until it expires, for the whole site and for no script, and leads to the site', async () => {
    const expiresAt = Date.now() + HOUR;
    const token = tokenOf([next], { expiresAt: new Date(expiresAt).toISOString() });
    const response = await get(`/_preview/${token}`);
    const leastSeconds = (expiresAt - Date.now()) / 1_000;
    expect([response.status, response.headers.get('location')]).toEqual([303, '/']);
    expect(response.headers.get('cache-control')).toBe('private, no-store');
    const [, value, maxAge] =
      /^preview=([\w.-]+); Path=\/; Max-Age=(\d+); HttpOnly; SameSite=Lax$/.exec(response.headers.get('set-cookie') ?? '') ?? [];
    expect(value).toBe(token);
    expect(Number(maxAge)).toBeGreaterThanOrEqual(leastSeconds);
    expect(Number(maxAge)).toBeLessThanOrEqual(3_600);
  });

  it('leads to the page of the site that it names, and to none elsewhere', async () => {
    const token = tokenOf([next]);
    for (const [to, location] of [
      ['/offer/special?utm_source=mail#end', '/offer/special?utm_source=mail#end'],
      ['//elsewhere.example/', '/'],
      ['https://elsewhere.example/', '/'],
      ['/\\elsewhere.example', '/'],
      ['/\t/elsewhere.example', '/'],
      ['/..//elsewhere.example', '/elsewhere.example'],
      ['javascript:alert(1)', '/'],
      ['http://[', '/'],
    ] as const) {
      const response = await get(`/_preview/${token}?to=${encodeURIComponent(to)}`);
      expect([to, response.headers.get('location')]).toEqual([to, location]);
    }
  });

  it.each([
    ['has expired', () => tokenOf([next], { expiresAt: new Date(Date.now() - 1).toISOString() }), 410, 'This preview has ended'],
    ['is for another environment', () => tokenOf([next], { environment: 'staging' }), 403, 'This link is not valid'],
    ['a stranger signed', () => signPreview(previewOf([next]), readSigningKey(generateSigningKey())), 403, 'This link is not valid'],
    ['is cut off', () => tokenOf([next]).slice(0, -3), 403, 'This link is not valid'],
    ['is no token', () => 'x'.repeat(9_000), 403, 'This link is not valid'],
  ])('that %s is told so, and sets nothing', async (_what, token, status, text) => {
    const response = await get(`/_preview/${token()}`);
    expect([response.status, response.headers.get('set-cookie')]).toEqual([status, null]);
    expect(response.headers.get('content-security-policy')).toBe(PLAIN_POLICY);
    expect(await response.text()).toContain(`<h1>${text}</h1>`);
  });
});

describe('a preview that was taken back', () => {
  it('is shown to nobody from then on, also by an edge that starts without the registry', async () => {
    const preview = previewOf([next]);
    const token = signPreview(preview, testKey);
    const other = tokenOf([next], { id: 'preview-2' });
    expect((await get(`/_preview/${token}`)).status).toBe(303);
    ground.registry.revoke({ id: preview.id, expiresAt: preview.expiresAt });
    await until(async () => (await get(`/_preview/${token}`)).status === 410);
    expect(await (await get(`/_preview/${token}`)).text()).toContain('The preview was taken back.');

    const response = await get('/', `preview=${token}`);
    expect([response.status, response.headers.get('set-cookie')]).toEqual([200, REMOVED]);
    expect(await response.text()).toContain('Hello</main>');
    expect((await get(`/_preview/${other}`)).status).toBe(303);

    await ground.edge.server.close();
    await ground.registry.stop();
    await ground.start({ trustedKeys: async () => keys });
    expect((await get(`/_preview/${token}`)).status).toBe(410);
    expect((await get(`/_preview/${other}`)).status).toBe(303);
  });
});

describe('a browser in a preview', () => {
  const cookie = () => `preview=${tokenOf([next])}`;

  it('gets the releases of the preview, rendered, and says so in its composition', async () => {
    const response = await get('/offer', cookie());
    const html = await response.text();
    expect(response.status).toBe(200);
    expect(html).toContain('Next</main>');
    expect(compositionOf(html)).toMatchObject({
      revision: 1,
      remotes: [{ version: '2.0.0', fallback: { version: '1.0.0' } }],
      preview: { expiresAt: expect.any(String), releases: [{ name: 'mf-a', version: '2.0.0' }] },
    });
  });

  it('gets nothing that a cache keeps or a search engine lists', async () => {
    for (const path of ['/', '/old', '/nowhere', '/card']) {
      const { headers } = await get(path, cookie());
      const seen = ['cache-control', 'x-robots-tag', 'vary'].map((name) => headers.get(name));
      expect([path, ...seen]).toEqual([path, 'private, no-store', 'noindex', 'accept-encoding, available-dictionary, cookie']);
    }
  });

  it('is the only one: everybody else gets what is live', async () => {
    await get('/', cookie());
    const response = await get('/');
    expect(response.headers.get('x-robots-tag')).toBeNull();
    expect(response.headers.get('cache-control')).toBe('public, max-age=0, s-maxage=1');
    const html = await response.text();
    expect(html).toContain('Hello</main>');
    expect(compositionOf(html)).toMatchObject({ preview: null, remotes: [{ version: '1.0.0' }] });
  });

  it('has nothing rendered ahead for it', async () => {
    const { pages } = await ground.edge.status();
    await get('/', cookie());
    expect((await ground.edge.status()).pages).toEqual(pages);
  });

  it('is asked to load a page anew only when the preview shows something else then', async () => {
    const identity = async (shown: string) => ((await (await get('/_edge/live', shown)).json()) as { identity: string }).identity;
    const open = await composed('/', cookie());
    expect(await identity(cookie())).toBe(open.identity);
    expect(await identity('')).not.toBe(open.identity);
    expect((await get('/_edge/live', `preview=${tokenOf([testRemote('7.0.0')])}`)).status).toBe(503);
    const newShell = testShell('1.1.0');
    await store(ground.edge.storage, newShell);
    await promote(2, newShell, remote);
    expect(await identity(cookie())).not.toBe(open.identity);
  });

  it('leaves it by a link', async () => {
    const response = await get('/_preview/leave', cookie());
    expect([response.status, response.headers.get('location'), response.headers.get('set-cookie')]).toEqual([303, '/', REMOVED]);
  });

  it('goes on when something else is promoted, with what is live then', async () => {
    await get('/', cookie());
    const newShell = testShell('1.1.0');
    await store(ground.edge.storage, newShell);
    await promote(2, newShell, { ...later, fallback: remote });
    expect(await composed('/', cookie())).toMatchObject({
      revision: 2,
      shell: { version: '1.1.0' },
      remotes: [{ version: '2.0.0', fallback: { version: '1.5.0' } }],
    });
  });

  it('gets no candidates of the parts that it names, those of others as any visitor, and sees what is switched off', async () => {
    const other = release('mf-b', { contents: { 'v/remoteEntry.js': 'b' }, entries: ['v/remoteEntry.js'] });
    const candidate = release('mf-b', { version: '3.0.0', contents: { 'v/remoteEntry.js': 'b3' }, entries: ['v/remoteEntry.js'] });
    await store(ground.edge.storage, other, candidate);
    await promote(
      2,
      shell,
      { ...remote, candidate: { release: later, basisPoints: 10_000, cohort: 'c' }, disabled: { message: 'Later.' } },
      { ...other, candidate: { release: candidate, basisPoints: 10_000, cohort: 'd' } },
    );
    expect((await get('/')).status).toBe(503);
    const response = await get('/', cookie());
    expect(response.status).toBe(200);
    expect(compositionOf(await response.text()).remotes).toMatchObject([
      { name: 'mf-a', version: '2.0.0', disabled: null },
      { name: 'mf-b', version: '3.0.0' },
    ]);
  });

  it('can preview a shell, and falls back to the live one where it does not start', async () => {
    const newShell = testShell('2.0.0');
    await store(ground.edge.storage, newShell);
    const shown = `preview=${tokenOf([newShell])}`;
    expect((await composed('/', shown)).shell).toMatchObject({ version: '2.0.0', fallback: { version: '1.0.0' } });
    expect((await composed('/', `${shown}; shell-fallback=2.0.0`)).shell.version).toBe('1.0.0');
  });
});

describe('a cookie that shows nothing', () => {
  it.each([
    ['expired', () => tokenOf([next], { expiresAt: new Date(Date.now() - 1).toISOString() })],
    ['foreign', () => signPreview(previewOf([next]), readSigningKey(generateSigningKey()))],
    ['of another environment', () => tokenOf([next], { environment: 'staging' })],
    ['made up', () => 'made-up'],
  ])('because it is %s is removed, and the live site is served', async (_what, token) => {
    const response = await get('/', `preview=${token()}`);
    expect([response.status, response.headers.get('set-cookie')]).toEqual([200, REMOVED]);
    expect(await response.text()).toContain('Hello</main>');
  });

  it('does not make the edge read its keys again and again, however many of them come', async () => {
    const token = signPreview(previewOf([next]), readSigningKey(generateSigningKey()));
    const [before, began] = [keysRead, performance.now()];
    for (let visit = 0; visit < 20; visit += 1) await get('/', `preview=${token}`);
    // Once, and again each five seconds: of twenty visits on a slow machine these are few all the same.
    expect(keysRead - before).toBeLessThanOrEqual(1 + Math.floor((performance.now() - began) / 5_000));
  });
});

describe('a preview whose releases cannot be shown', () => {
  async function expectNotShown(token: string, text: string) {
    const response = await get('/', `preview=${token}`);
    expect([response.status, response.headers.get('cache-control'), response.headers.get('retry-after')]).toEqual([
      503,
      'private, no-store',
      '10',
    ]);
    const html = await response.text();
    expect(html).toContain('<h1>This preview cannot be shown</h1>');
    expect(html).toContain(text);
    expect(html).toContain('<a href="/_preview/leave">Leave preview</a>');
    expect((await composed('/', '')).preview).toBeNull();
  }

  it('because a descriptor is missing says so, and is shown once it is there', async () => {
    const missing = testRemote('3.0.0', pageServer(`'Third'`));
    const token = tokenOf([missing]);
    await expectNotShown(token, 'The descriptor of mf-a@3.0.0 is missing.');
    await store(ground.edge.storage, missing);
    expect((await composed('/', `preview=${token}`)).remotes).toMatchObject([{ version: '3.0.0' }]);
  });

  it('because a descriptor was changed in the store says so', async () => {
    const changed = { ...next.descriptor, routes: [] };
    await ground.edge.storage.put(releaseKey('mf-a', '2.0.0', 'release.json'), Buffer.from(JSON.stringify(changed)));
    await expectNotShown(tokenOf([next]), 'The descriptor of mf-a@2.0.0 is not that of the release.');
  });

  it('because a server bundle was changed in the store says so', async () => {
    await ground.edge.storage.put(releaseKey('mf-a', '2.0.0', 'server/remote.cjs'), Buffer.from('hacked'));
    await expectNotShown(tokenOf([next]), 'The server bundle of mf-a@2.0.0 does not match its hash.');
  });

  it('because it does not fit what was promoted since says so', async () => {
    const owner = release('mf-b', {
      routes: [{ path: '/offer/:kind?', page: './home', title: 'Offer', access: 'public' }],
      contents: { 'v/remoteEntry.js': 'b' },
      entries: ['v/remoteEntry.js'],
      exposes: { './home': { files: ['v/remoteEntry.js'], consumes: [] } },
    });
    await store(ground.edge.storage, owner);
    await promote(2, shell, owner);
    await expectNotShown(tokenOf([next]), 'It does not fit what is live any more. Both mf-a and mf-b declare /offer/:kind?.');
  });
});
