import { once } from 'node:events';
import { chmodSync, readdirSync, readFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createTestDirectory } from '@site/platform/testing/test-directory';
import { type Proxy, startProxy } from '../cluster/shape/proxy';
import { ask, startProxyFor } from './nginx-testing';

const MANIFEST = '/_edge/manifests/hash';
const POLL_MS = 20;
const HELD = `:${'A'.repeat(43)}=:`;

describe('what the proxy keeps of the edge', () => {
  /** Address, encoding, dictionary and cookies of each request that has reached the edge. */
  let asked: string[];
  let isDown: boolean;
  let isOff: boolean;
  /** At the end of what everything says. */
  let edition: string;
  let edge: Server;
  let proxy: Proxy;

  /** Dictionaries from which the edge has differences. */
  let known: string[];

  /** Answers like an edge: what has cookies of its own is private, and `/kept` and what is in `/assets` do not go out of date. */
  const answer: RequestListener = ({ url = '', headers, socket }, response) => {
    const { cookie, 'accept-encoding': encoding, 'available-dictionary': dictionary } = headers;
    if (isDown) return void socket.destroy();
    asked.push(
      [url, encoding, dictionary, cookie]
        .filter((one) => one !== undefined)
        .join(' ')
        .trim(),
    );
    const isDelta = String(encoding).startsWith('dcz') && known.includes(String(dictionary));
    response.setHeader('content-encoding', isDelta ? 'dcz' : 'br');
    if (url.startsWith('/assets/')) {
      response.writeHead(200, {
        'cache-control': 'public, max-age=31536000, immutable',
        vary: 'accept-encoding, available-dictionary',
      });
      return void response.end(isDelta ? `difference from ${String(dictionary)}` : 'whole');
    }
    if (url === '/new-visitor') response.setHeader('set-cookie', 'visitor=1');
    const isPrivate = cookie !== undefined && cookie !== 'other=1' && url !== MANIFEST;
    const shared = ['/kept', MANIFEST].includes(url) ? 'public, max-age=31536000, immutable' : 'public, max-age=0, s-maxage=1';
    const tag = `"${cookie ?? 'everybody'}${edition}"`;
    const hasTagged = headers['if-none-match'] === tag;
    response.writeHead(isOff ? 503 : hasTagged ? 304 : 200, {
      etag: tag,
      'cache-control': isPrivate ? 'private, no-cache' : shared,
      vary: 'accept-encoding, cookie, *',
    });
    if (hasTagged) return void response.end();
    response.end(isDelta ? `difference from ${String(dictionary)}` : `${url} for ${cookie ?? 'everybody'}${edition}`);
  };
  const look = async (route: string, headers: Record<string, string> = {}) => {
    const { status, text, headers: got } = await ask(proxy.folder, route, headers);
    return [status, status < 500 ? text : null, got['x-cache']];
  };

  const lookLater = (route: string) => delay(POLL_MS).then(() => look(route));

  beforeEach(async () => {
    [asked, isDown, isOff, edition, known] = [[], false, false, '', [HELD]];
    edge = createServer(answer).listen(0, '127.0.0.1');
    await once(edge, 'listening');
    proxy = await startProxyFor({ edge: [edge], api: [edge], registry: [edge], identity: [edge] });
    asked.length = 0;
  });
  afterEach(() => proxy.stop());

  it('is what everybody gets while no edge answers, and it says so', async () => {
    expect(await look('/')).toEqual([200, '/ for everybody', 'MISS']);
    expect(await look('/kept')).toEqual([200, '/kept for everybody', 'MISS']);
    isDown = true;
    let found = await look('/');
    for (; found[2] !== 'STALE'; found = await lookLater('/')) expect(found).toEqual([200, '/ for everybody', 'HIT']);
    expect(found).toEqual([200, '/ for everybody', 'STALE']);
    expect(await look('/kept')).toEqual([200, '/kept for everybody', 'HIT']);
    expect(await look('/never-asked-for')).toEqual([502, null, 'MISS']);
    isDown = false;
    expect(await look('/')).toEqual([200, '/ for everybody', 'REVALIDATED']);
  });

  it('is there also for a proxy that is made anew while no edge answers', async () => {
    const kept = await createTestDirectory();
    // Started by root, nginx keeps files as another user, who has to get there.
    chmodSync(kept.path, 0o755);
    const change = (text: string) => text.replace(/(?<=proxy_cache_path )\S+/, path.join(kept.path, 'pages'));
    const answered = async () => {
      const { port } = edge.address() as AddressInfo;
      const one = await startProxy({ replicas: { edge: [`127.0.0.1:${port}`] }, change });
      const { status, text } = await ask(one.folder, '/');
      await one.stop();
      return [status, text];
    };
    expect(await answered()).toEqual([200, '/ for everybody']);
    isDown = true;
    expect(await answered()).toEqual([200, '/ for everybody']);
    await kept.remove();
  });

  it('is the new page for every worker as soon as one has it, although all have the one before open', async () => {
    const everyWorker = async () => Promise.all(Array.from({ length: 40 }, () => look('/')));
    await everyWorker();
    edition = ', second edition';
    let found = await look('/');
    for (; found[2] === 'HIT'; found = await lookLater('/')) expect(found[1]).toBe('/ for everybody');
    expect(found).toEqual([200, '/ for everybody, second edition', 'EXPIRED']);
    for (const [status, text] of await everyWorker()) expect([status, text]).toEqual([200, '/ for everybody, second edition']);
  });

  it.each(['visitor=1', 'a=b; preview=token', 'shell-fallback=1.0.0;a=b', '__Host-visitor=1', 'a=b; __Host-preview=token'])(
    'is not for who has the cookie %s, and of what they get nothing is kept',
    async (cookie) => {
      expect(await look('/kept')).toEqual([200, '/kept for everybody', 'MISS']);
      for (let turn = 0; turn < 2; turn += 1) expect(await look('/kept', { cookie })).toEqual([200, `/kept for ${cookie}`, undefined]);
      expect(await look('/kept')).toEqual([200, '/kept for everybody', 'HIT']);
      isDown = true;
      // Who may get a candidate can do with the page of everybody else; a preview and another shell are what somebody has asked for.
      expect((await look('/kept', { cookie }))[1]).toBe(cookie.includes('visitor') ? '/kept for everybody' : null);
    },
  );

  it('is the way out of a failed start for a page that was kept, whatever cookies somebody has', async () => {
    const route = '/_edge/failed-start.js';
    await look(route);
    isDown = true;
    expect((await look(route, { cookie: 'preview=token' }))[0]).toBe(200);
  });

  it('does not come between an edge and who has the page already, with such a cookie or without', async () => {
    for (const cookie of ['visitor=1', 'other=1']) {
      await look('/kept', { cookie });
      expect(await look('/kept', { cookie, 'if-none-match': `"${cookie}"` })).toEqual([304, '', cookie === 'other=1' ? 'HIT' : undefined]);
      expect((await look('/kept', { cookie, 'if-none-match': '"another"' }))[0]).toBe(200);
    }
  });

  it('has no answer that sets a cookie', async () => {
    for (let turn = 0; turn < 2; turn += 1) expect((await look('/new-visitor'))[2]).toBe('MISS');
  });

  it('is shared by those with other cookies, once for each encoding, however a browser names it', async () => {
    for (const encoding of [
      'gzip, deflate, br, zstd',
      'br',
      'BR;q=1.0, gzip;q=0.5',
      'gzip',
      'br;q=0, gzip',
      '',
      'identity',
      'br; q=0.0',
      'brotli',
    ])
      await look('/kept', { 'accept-encoding': encoding, cookie: 'other=1' });
    expect(asked).toEqual(['/kept br other=1', '/kept gzip other=1', '/kept other=1']);
  });

  const BROWSER = { 'accept-encoding': 'gzip, deflate, br, zstd, dcb, dcz', 'sec-ch-ua': '"Not)A;Brand";v="8", "Chromium";v="156"' };

  describe('of a document', () => {
    const holding = (dictionary: string, headers = {}) => look('/kept', { ...BROWSER, 'available-dictionary': dictionary, ...headers });
    const whole = '/kept for everybody';

    it('is its difference for those who hold the same dictionary, and the whole one for all others', async () => {
      for (const state of ['MISS', 'HIT']) expect(await holding(HELD)).toEqual([200, `difference from ${HELD}`, state]);
      for (const state of ['MISS', 'HIT']) expect(await look('/kept', BROWSER)).toEqual([200, whole, state]);
      for (const state of ['MISS', 'MISS']) expect(await holding(`:${'B'.repeat(43)}=:`)).toEqual([200, whole, state]);
      expect(await holding(HELD, { cookie: 'visitor=1' })).toEqual([200, `difference from ${HELD}`, undefined]);
    });

    it('is kept apart for browsers that are told how to keep it', async () => {
      for (const headers of [BROWSER, { 'accept-encoding': 'br', 'sec-ch-ua': '"Other";v="1"' }])
        for (const state of ['MISS', 'HIT']) expect((await look('/kept', headers))[2]).toBe(state);
    });

    it('is whole for who holds a dictionary, while no edge answers, but for those who may get another one', async () => {
      expect(await look('/kept', BROWSER)).toEqual([200, whole, 'MISS']);
      isDown = true;
      expect(await holding(HELD)).toEqual([200, whole, 'HIT']);
      expect((await holding(HELD, { cookie: 'preview=token' }))[0]).toBe(502);
    });

    it('is the one of clients that keep none, while no edge answers, for browsers that nobody told how to keep it', async () => {
      expect(await look('/kept', { 'accept-encoding': 'br' })).toEqual([200, whole, 'MISS']);
      isDown = true;
      expect(await look('/kept', BROWSER)).toEqual([200, whole, 'HIT']);
      expect(await holding(HELD)).toEqual([200, whole, 'HIT']);
      expect((await holding(HELD, { cookie: 'preview=token' }))[0]).toBe(502);
    });

    it('is the one of browsers that keep it, while no edge answers, where nobody else has asked for it', async () => {
      expect(await look('/kept', BROWSER)).toEqual([200, whole, 'MISS']);
      isDown = true;
      expect(await look('/kept', { 'accept-encoding': 'br' })).toEqual([200, whole, 'HIT']);
      expect((await look('/kept', { 'accept-encoding': 'br', cookie: 'preview=token' }))[0]).toBe(502);
      expect((await look('/kept', { 'accept-encoding': 'gzip' }))[0]).toBe(502);
    });
  });

  describe('of a file', () => {
    const holding = (dictionary: string, headers = {}) =>
      look('/assets/a.js', { ...BROWSER, 'available-dictionary': dictionary, ...headers });

    it('is its difference for those who hold the same dictionary, and the whole file for all others', async () => {
      const other = `:${'B'.repeat(43)}=:`;
      for (const state of ['MISS', 'HIT']) expect(await holding(HELD)).toEqual([200, `difference from ${HELD}`, state]);
      for (const state of ['MISS', 'HIT']) expect(await look('/assets/a.js', BROWSER)).toEqual([200, 'whole', state]);
      // Of which there may be a difference a moment later.
      expect(await holding(other)).toEqual([200, 'whole', 'MISS']);
      known.push(other);
      for (const state of ['MISS', 'HIT']) expect(await holding(other)).toEqual([200, `difference from ${other}`, state]);
      expect(await holding(HELD)).toEqual([200, `difference from ${HELD}`, 'HIT']);
      expect(asked[0]).toBe(`/assets/a.js dcz, br ${HELD}`);
    });

    it('is whole for who takes no difference, or names no dictionary', async () => {
      expect(await holding(HELD, { 'accept-encoding': 'gzip, br' })).toEqual([200, 'whole', 'MISS']);
      for (const dictionary of ['', 'text', `${HELD}, ${HELD}`]) expect(await holding(dictionary)).toEqual([200, 'whole', 'HIT']);
      expect(asked).toEqual(['/assets/a.js br']);
    });

    it('is whole for who holds a dictionary, while no edge answers, whatever cookies they have', async () => {
      expect(await look('/assets/a.js', BROWSER)).toEqual([200, 'whole', 'MISS']);
      isDown = true;
      for (const headers of [{}, { cookie: 'visitor=1' }]) expect(await holding(HELD, headers)).toEqual([200, 'whole', 'HIT']);
      expect((await look('/assets/never-asked-for.js', { ...BROWSER, 'available-dictionary': HELD }))[0]).toBe(502);
    });
  });

  it('is the manifest of a site for all who ask for it, whatever cookies they have, also while no edge answers', async () => {
    expect((await look(MANIFEST, { cookie: 'visitor=1' }))[2]).toBe('MISS');
    isDown = true;
    for (const headers of [{}, { cookie: 'preview=token' }])
      expect((await look(MANIFEST, headers)).slice(1)).toEqual([expect.any(String), 'HIT']);
  });

  it('never takes the place of an edge that says that something is switched off', async () => {
    expect(await look('/')).toEqual([200, '/ for everybody', 'MISS']);
    isOff = true;
    let found = await look('/');
    for (; found[2] === 'HIT'; found = await lookLater('/')) expect(found[0]).toBe(200);
    expect(found).toEqual([503, null, 'EXPIRED']);
  });

  it('has nothing of what is asked for each time, of which the edge hears what a browser has', async () => {
    for (const route of ['/params.json', '/_edge/live']) expect((await look(route))[2]).toBeUndefined();
  });
});

describe('what nobody asks for', () => {
  const KEPT_FOR = /^ *proxy_cache_path \S+ .*\binactive=(\d+[smhd]?)\b/gm;
  const configuration = readFileSync(path.join(import.meta.dirname, '../../deploy/nginx.conf'), 'utf8');

  it('is kept for an hour and five minutes: when all edges stop, a page of the last hour is there for five minutes', () => {
    expect([...configuration.matchAll(KEPT_FOR)].map(([, time]) => time)).toEqual(['65m']);
  });

  it('goes by that setting alone: it would stay for a year by what the edge allows', async () => {
    const edge = createServer((_request, response) => {
      response.writeHead(200, { 'cache-control': 'public, max-age=31536000, immutable', 'content-encoding': 'br' }).end('kept');
    }).listen(0, '127.0.0.1');
    await once(edge, 'listening');
    // Nobody asks for an hour, and nothing is open any more by then.
    const sooner = (text: string) => text.replace('inactive=65m', 'inactive=1s').replace(/open_file_cache max=.*;/, 'open_file_cache off;');
    const proxy = await startProxyFor({ edge: [edge], api: [edge], registry: [edge], identity: [edge] }, sooner);
    const state = async () => (await ask(proxy.folder, '/')).headers['x-cache'];
    const files = () =>
      readdirSync(path.join(proxy.folder, 'cache'), { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
    while ((await state()) !== 'HIT');
    edge.removeAllListeners('request').on('request', ({ socket }) => void socket.destroy());
    while (files().length > 0) await delay(POLL_MS);
    expect((await ask(proxy.folder, '/')).status).toBe(502);
    await proxy.stop();
  });
});
