import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestDirectory } from '@site/platform/testing/test-directory';
import { testRemote, testShell } from '../testing/fixtures';
import { startTestEdge, store, type TestEdge } from '../testing/test-edge';
import { acceptedEncodings } from './accepted-encoding';

let directory: Awaited<ReturnType<typeof createTestDirectory>>;
let edge: TestEdge;
beforeAll(async () => {
  directory = await createTestDirectory();
  edge = await startTestEdge(directory.path, 'http://127.0.0.1:1');
  await store(edge.storage, testShell(), testRemote());
});
afterAll(async () => {
  await edge.server.close();
  await directory.remove();
});

const ENTRY = '/assets/mf-a/1.0.0/remoteEntry.js';
const get = (path: string, headers: Record<string, string> = {}) => fetch(edge.url + path, { headers });
const statusOf = (path: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(edge.url);
    request({ hostname, port, path }, (response) => resolve((response.resume(), response.statusCode ?? 0)))
      .on('error', reject)
      .end();
  });

describe('an asset', () => {
  it.each(['br', 'gzip', 'identity'])('is sent as stored with %s', async (encoding) => {
    const response = await get(ENTRY, { 'accept-encoding': encoding });
    expect(response.headers.get('content-encoding')).toBe(encoding === 'identity' ? null : encoding);
    expect(response.headers.get('vary')).toBe('accept-encoding');
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
    const head = await fetch(edge.url + ENTRY, { method: 'HEAD', headers: { 'accept-encoding': 'identity' } });
    expect([head.status, head.headers.get('content-length')]).toEqual([200, '11']);
  });

  it('is gone the moment its file is', async () => {
    const file = 'releases/mf-a/_/card.7777.js';
    expect((await get('/assets/mf-a/_/card.7777.js')).status).toBe(200);
    for (const suffix of ['', '.br', '.gz']) await edge.storage.delete(file + suffix);
    const response = await get('/assets/mf-a/_/card.7777.js');
    expect([response.status, response.headers.get('cache-control')]).toEqual([404, 'no-store']);
    expect(response.headers.get('content-type')).toContain('application/json');
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
