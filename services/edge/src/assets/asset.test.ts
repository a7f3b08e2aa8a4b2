import { request } from 'node:http';
import { brotliCompressSync } from 'node:zlib';
import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { openStorage } from '@site/platform/storage';
import { testRemote, testShell, testTarget } from '../testing/fixtures';
import { groundOfAllTests } from '../testing/ground';
import { store } from '../testing/test-edge';
import { acceptedEncodings } from './accepted-encoding';

const ground = groundOfAllTests();
/** Keys that were read from the storage. */
let read: string[];
const [shell, remote, unknown] = [testShell(), testRemote(), testRemote('9.0.0')];

beforeAll(async () => {
  const storage = await openStorage({ dir: `${ground.directory}/files` });
  const counted = { ...storage, stream: (key: string) => (read.push(key), storage.stream(key)) };
  await ground.start({ storage: counted });
  await store(ground.edge.storage, shell, remote, unknown);
  read = [];
  ground.registry.promote(testTarget(1, shell, remote));
  await ground.edge.ready(1);
});
beforeEach(() => {
  read = [];
});

const ENTRY = '/assets/mf-a/1.0.0/remoteEntry.js';
const get = (path: string, headers: Record<string, string> = {}) => fetch(ground.edge.url + path, { headers });
const statusOf = (path: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(ground.edge.url);
    request({ hostname, port, path }, (response) => resolve((response.resume(), response.statusCode ?? 0)))
      .on('error', reject)
      .end();
  });

describe('an asset', () => {
  it.each(['br', 'gzip', 'identity'])('is sent with %s', async (encoding) => {
    const response = await get(ENTRY, { 'accept-encoding': encoding });
    expect(response.headers.get('content-encoding')).toBe(encoding === 'identity' ? null : encoding);
    expect(response.headers.get('vary')).toBe('accept-encoding, available-dictionary');
    expect(await response.text()).toBe('entry 1.0.0');
  });

  it('never changes, may be used by every origin, and has its type', async () => {
    for (const path of [ENTRY, '/assets/shell/_/main.1111.js']) {
      const { headers } = await get(path);
      expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect(headers.get('access-control-allow-origin')).toBe('*');
      expect(headers.get('content-type')).toBe('text/javascript; charset=utf-8');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
    }
  });

  it('answers 304 to who has it, and HEAD with its length', async () => {
    const etag = (await get(ENTRY, { 'accept-encoding': 'br' })).headers.get('etag') ?? '';
    expect((await get(ENTRY, { 'accept-encoding': 'br', 'if-none-match': etag })).status).toBe(304);
    expect((await get(ENTRY, { 'accept-encoding': 'identity', 'if-none-match': etag })).status).toBe(200);
    const head = await fetch(ground.edge.url + ENTRY, { method: 'HEAD', headers: { 'accept-encoding': 'identity' } });
    expect([head.status, head.headers.get('content-length')]).toEqual([200, '11']);
  });

  it('is read from the storage once, however many ask, and outlives its file there', async () => {
    const address = '/assets/shell/_/tabs.3333.js';
    const answers = await Promise.all(Array.from({ length: 20 }, () => get(address, { 'accept-encoding': 'br' })));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
    for (const suffix of ['', '.br']) await ground.edge.storage.delete(`releases/shell/_/tabs.3333.js${suffix}`);
    expect(await (await get(address, { 'accept-encoding': 'br' })).text()).toBe('tabs');
    expect(read).toEqual(['releases/shell/_/tabs.3333.js.br']);
    const other = await get(address, { 'accept-encoding': 'identity' });
    expect([other.status, other.headers.get('cache-control')]).toEqual([404, 'no-store']);
    expect(other.headers.get('content-type')).toContain('application/json');
  });

  it('that is not what its release says is refused and reported, and served once it is repaired', async () => {
    const file = 'releases/mf-a/_/card.7777.js';
    const good = new Map(
      await Promise.all(['', '.br'].map(async (suffix) => [suffix, (await ground.edge.storage.get(file + suffix))!] as const)),
    );
    const ask = () => get('/assets/mf-a/_/card.7777.js', { 'accept-encoding': 'br' });

    await ground.edge.storage.put(`${file}.br`, brotliCompressSync('evil'));
    await ground.edge.storage.put(file, Buffer.from('evil'));
    const refused = await ask();
    expect([refused.status, refused.headers.get('cache-control')]).toEqual([404, 'no-store']);
    expect(ground.edge.errors.join()).toContain(`${file}.br`);
    // What is not compressed at all, and what is far longer than it may be, is no better.
    for (const bytes of [Buffer.from('card'), brotliCompressSync(Buffer.alloc(1_000_000))]) {
      await ground.edge.storage.put(`${file}.br`, bytes);
      expect((await ask()).status).toBe(404);
    }

    // The sound form takes the place of a damaged one, for as long as it is damaged.
    await ground.edge.storage.put(file, good.get('')!);
    const plain = await ask();
    expect([plain.headers.get('content-encoding'), await plain.text()]).toEqual([null, 'card']);
    for (const [suffix, bytes] of good) await ground.edge.storage.put(file + suffix, bytes);
    const repaired = await ask();
    expect([repaired.headers.get('content-encoding'), await repaired.text()]).toEqual(['br', 'card']);
  });

  it.each([
    ['ends a folder with a dot', 'a./b.js'],
    ['ends with a dot', 'x.'],
    ['is longer than a name on a disk with the end of its compressed form', 'a'.repeat(253)],
  ])('whose name %s is not there, and keeps nobody from the others, however often it is asked for', async (_, name) => {
    for (let request = 0; request < 12; request += 1) expect((await get(`/assets/mf-a/1.0.0/${name}`)).status).toBe(404);
    expect((await get('/assets/mf-a/9.0.0/remoteEntry.js')).status).toBe(200);
  });

  it('of a release that the edge does not know is asked for each time, since nobody has verified it', async () => {
    const address = '/assets/mf-a/9.0.0/remoteEntry.js';
    const response = await get(address);
    expect([await response.text(), response.headers.get('cache-control')]).toEqual(['entry 9.0.0', 'public, no-cache']);
    const known = { 'if-none-match': response.headers.get('etag') ?? '' };
    expect((await get(address, known)).status).toBe(304);
    expect(read).toHaveLength(2);
  });

  it.each([
    '/assets/mf-a/1.0.0/server/remote.cjs',
    '/assets/mf-a/1.0.0/../server/remote.cjs',
    '/assets/mf-a/1.0.0/..%2fserver%2fremote.cjs',
    '/assets/mf-a/1.0.0/%2e%2e/server/remote.cjs',
    '/assets/mf-a/1.0.0%2fserver/remote.cjs',
    '/assets/mf-a/_/../1.0.0/release.json',
    '/assets/mf-a/1.0.0/release.json',
    '/assets/mf-a/1.0.0/..\\server\\remote.cjs',
    '/assets/../mf-a/1.0.0/v/remoteEntry.js',
    '/assets/mf-a%2f1.0.0/v/remoteEntry.js',
    '/assets/mf-a/1.0.0/remoteEntry.js.br',
    '/assets/mf-a/1.0.0/%00',
    '/assets/mf-a/9.9.9/remoteEntry.js',
    '/assets/mf-nobody/1.0.0/remoteEntry.js',
    '/assets/mf-a/latest/remoteEntry.js',
    '/assets/mf-a/1.0.0/',
  ])('is not at %s', async (path) => {
    expect(await statusOf(path)).toBe(404);
  });
});

describe('content negotiation', () => {
  it.each([
    [undefined, ['identity']],
    ['gzip, deflate, br', ['br', 'gzip', 'identity']],
    ['br;q=0, gzip;q=0.5', ['gzip', 'identity']],
    ['*', ['br', 'gzip', 'identity']],
    ['*;q=0', ['identity']],
    ['BR ; q=1.0', ['br', 'identity']],
    ['gzip;q=abc', ['gzip', 'identity']],
  ])('of %s offers %j', (header, encodings) => {
    expect(acceptedEncodings(header)).toEqual(encodings);
  });
});
