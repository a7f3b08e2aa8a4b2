import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, get, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';

const CONFIG = path.resolve(import.meta.dirname, '../../deploy/nginx.conf');

/** A replica that answers with the role that it plays. */
async function startReplica(role: string): Promise<Server> {
  const server = createServer((_request, response) => response.end(role)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

const portOf = (server: Server): number => (server.address() as AddressInfo).port;

/** nginx listens on a file of its own: a port that is free now may be taken a moment later. */
const socketIn = (folder: string): string => path.join(folder, 'nginx.sock');

const accessesIn = (folder: string): string => path.join(folder, 'access.log');

const errorsIn = (folder: string): string => path.join(folder, 'error.log');

interface Answer {
  status: number;
  text: string;
  headers: IncomingMessage['headers'];
}

async function ask(folder: string, route: string, headers: Record<string, string> = {}): Promise<Answer> {
  const request = get({ socketPath: socketIn(folder), path: route, headers, agent: false });
  const [answer] = (await once(request, 'response')) as [IncomingMessage];
  return { status: answer.statusCode ?? 0, text: Buffer.concat(await answer.toArray()).toString(), headers: answer.headers };
}

async function untilListening(folder: string, isOver: () => boolean): Promise<void> {
  while (!(await ask(folder, '/healthz').catch(() => null)) && !isOver()) await sleep(20);
}

/** The real configuration, with replicas on this machine instead of Docker's names. */
function configuration(folder: string, replicas: Record<string, Server[]>): string {
  return readFileSync(CONFIG, 'utf8')
    .replace('/tmp/nginx.pid', path.join(folder, 'nginx.pid'))
    .replace('/tmp/nginx-cache', path.join(folder, 'cache'))
    .replace('/dev/stdout', accessesIn(folder))
    .replace('/dev/stderr', errorsIn(folder))
    .replace('listen 8080', `listen unix:${socketIn(folder)}`)
    .replaceAll(/server (\w+):8080 resolve (.*);/g, (_line, role: string, options: string) =>
      (replicas[role] ?? []).map((server) => `server 127.0.0.1:${portOf(server)} ${options};`).join('\n'),
    );
}

interface Proxy {
  folder: string;
  stop(): Promise<void>;
}

async function startProxy(replicas: Record<string, Server[]>): Promise<Proxy> {
  const folder = mkdtempSync(path.join(tmpdir(), 'nginx-'));
  // Started by root, nginx keeps files as another user, who has to get there.
  chmodSync(folder, 0o755);
  const file = path.join(folder, 'nginx.conf');
  writeFileSync(file, configuration(folder, replicas));
  const nginx = spawn('nginx', ['-p', folder, '-c', file, '-g', 'daemon off;'], { stdio: 'ignore' });
  const ended = once(nginx, 'close');
  const early = ended.then(() => Promise.reject(new Error(`nginx ended.\n${readFileSync(errorsIn(folder), 'utf8')}`)));
  // It ends once more when the tests are over, and nobody waits for that.
  early.catch(() => undefined);
  await Promise.race([early, untilListening(folder, () => nginx.exitCode !== null)]);
  return {
    folder,
    async stop() {
      nginx.kill('SIGTERM');
      await ended;
      for (const server of Object.values(replicas).flat()) server.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

describe('the proxy in front of the roles', () => {
  const replicas: Record<string, Server[]> = {};
  let proxy: Proxy;
  let folder: string;

  beforeAll(async () => {
    for (const role of ['edge', 'edge', 'api', 'api', 'registry', 'identity']) (replicas[role] ??= []).push(await startReplica(role));
    proxy = await startProxy(replicas);
    ({ folder } = proxy);
  });

  afterAll(() => proxy.stop());

  it.each([
    ['/', 'edge'],
    ['/Demo', 'edge'],
    ['/assets/shell/_/main.js', 'edge'],
    ['/params.json', 'edge'],
    ['/_preview/token', 'edge'],
    ['/api/draft/demos', 'api'],
    ['/registry/v1/remotes', 'registry'],
    ['/_idp/oauth2/token', 'identity'],
  ])('leads %s to the role %s', async (route, role) => {
    expect(await ask(folder, route)).toMatchObject({ status: 200, text: role });
  });

  it('logs which page was asked for, and nothing that only the visitor may know', async () => {
    for (const route of ['/signin?code=secret', '/_idp/oauth2/authorize?login_hint=secret', '/api/unsubscribe/secret', '/_preview/secret'])
      await ask(folder, route, { referer: 'https://site.example/signin?code=secret', cookie: 'preview=secret' });
    const logged = readFileSync(accessesIn(folder), 'utf8');
    expect(logged).toContain('"GET /signin HTTP/1.1" 200');
    expect(logged).toContain('"GET /_idp/oauth2/authorize HTTP/1.1" 200');
    expect(logged).not.toContain('secret');
  });

  it.each(['/metrics', '/readyz'])('keeps %s to the inside', async (route) => {
    expect((await ask(folder, route)).status).toBe(404);
  });

  it('loses no request when one of two replicas goes away', async () => {
    const [, replaced] = replicas.edge ?? [];
    const statuses: number[] = [];
    for (let request = 0; request < 300; request++) {
      if (request === 100) {
        replaced?.close();
        replaced?.closeAllConnections();
      }
      statuses.push((await ask(folder, '/')).status);
    }
    expect(statuses.filter((status) => status !== 200)).toEqual([]);
  });
});

const MANIFEST = '/_edge/manifests/hash';
const HELD = `:${'A'.repeat(43)}=:`;

describe('what the proxy keeps of the edge', () => {
  /** Address, encoding, dictionary and cookies of each request that has reached the edge. */
  let asked: string[];
  let isDown: boolean;
  let isOff: boolean;
  let edge: Server;
  let proxy: Proxy;

  /** Dictionaries from which the edge has differences. */
  let known: string[];

  /** Answers like an edge: what has cookies of its own is private, and `/kept` and what is in `/assets` are files of a release. */
  const answer: RequestListener = ({ url = '', headers, socket }, response) => {
    const { cookie, 'accept-encoding': encoding, 'available-dictionary': dictionary } = headers;
    if (isDown) return void socket.destroy();
    asked.push(
      [url, encoding, dictionary, cookie]
        .filter((one) => one !== undefined)
        .join(' ')
        .trim(),
    );
    if (url.startsWith('/assets/')) {
      const isDelta = String(encoding).startsWith('dcz') && known.includes(String(dictionary));
      response.writeHead(200, {
        'cache-control': 'public, max-age=31536000, immutable',
        'content-encoding': isDelta ? 'dcz' : 'br',
        vary: 'accept-encoding, available-dictionary',
      });
      return void response.end(isDelta ? `difference from ${String(dictionary)}` : 'whole');
    }
    if (url === '/new-visitor') response.setHeader('set-cookie', 'visitor=1');
    const isPrivate = cookie !== undefined && cookie !== 'other=1' && url !== MANIFEST;
    const shared = ['/kept', MANIFEST].includes(url) ? 'public, max-age=31536000, immutable' : 'public, max-age=0, s-maxage=1';
    response.writeHead(isOff ? 503 : 200, { 'cache-control': isPrivate ? 'private, no-cache' : shared, vary: 'accept-encoding, cookie' });
    response.end(`${url} for ${cookie ?? 'everybody'}`);
  };
  const look = async (route: string, headers: Record<string, string> = {}) => {
    const { status, text, headers: got } = await ask(proxy.folder, route, headers);
    return [status, status < 500 ? text : null, got['x-cache']];
  };

  beforeEach(async () => {
    [asked, isDown, isOff, known] = [[], false, false, [HELD]];
    edge = createServer(answer).listen(0, '127.0.0.1');
    await once(edge, 'listening');
    proxy = await startProxy({ edge: [edge], api: [edge], registry: [edge], identity: [edge] });
    asked.length = 0;
  });
  afterEach(() => proxy.stop());

  it('is what everybody gets while no edge answers, and it says so', async () => {
    expect(await look('/')).toEqual([200, '/ for everybody', 'MISS']);
    expect(await look('/kept')).toEqual([200, '/kept for everybody', 'MISS']);
    isDown = true;
    let found = await look('/');
    for (; found[2] !== 'STALE'; found = await look('/')) expect(found).toEqual([200, '/ for everybody', 'HIT']);
    expect(found).toEqual([200, '/ for everybody', 'STALE']);
    expect(await look('/kept')).toEqual([200, '/kept for everybody', 'HIT']);
    expect(await look('/never-asked-for')).toEqual([502, null, 'MISS']);
    isDown = false;
    expect(await look('/')).toEqual([200, '/ for everybody', 'EXPIRED']);
  });

  it.each(['visitor=1', 'a=b; preview=token', 'shell-fallback=1.0.0;a=b'])(
    'is not for who has the cookie %s, and of what they get nothing is kept',
    async (cookie) => {
      expect(await look('/kept')).toEqual([200, '/kept for everybody', 'MISS']);
      for (let turn = 0; turn < 2; turn += 1) expect(await look('/kept', { cookie })).toEqual([200, `/kept for ${cookie}`, 'BYPASS']);
      expect(await look('/kept')).toEqual([200, '/kept for everybody', 'HIT']);
      isDown = true;
      expect((await look('/kept', { cookie }))[0]).toBe(502);
    },
  );

  it('has no answer that sets a cookie', async () => {
    for (let turn = 0; turn < 2; turn += 1) expect((await look('/new-visitor'))[2]).toBe('MISS');
  });

  it('is shared by those with other cookies, once for each encoding, however a browser names it', async () => {
    for (const encoding of ['gzip, deflate, br, zstd', 'br', 'BR;q=1.0, gzip;q=0.5', 'gzip', 'br;q=0, gzip', '', 'identity', 'br; q=0.0'])
      await look('/kept', { 'accept-encoding': encoding, cookie: 'other=1' });
    expect(asked).toEqual(['/kept br other=1', '/kept gzip other=1', '/kept other=1']);
  });

  describe('of a file', () => {
    const BROWSER = { 'accept-encoding': 'gzip, deflate, br, zstd, dcb, dcz' };
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
    for (; found[2] === 'HIT'; found = await look('/')) expect(found[0]).toBe(200);
    expect(found).toEqual([503, null, 'EXPIRED']);
  });

  it('has nothing of what is asked for each time, of which the edge hears what a browser has', async () => {
    for (const route of ['/params.json', '/_edge/live']) expect((await look(route))[2]).toBeUndefined();
  });
});
