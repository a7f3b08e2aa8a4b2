/** A release costs a browser that was here before its difference. */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readdir, writeFile } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createDCtx, decompressUsingDict } from '@bokuweb/zstd-wasm';
import { openStorage, type Storage } from '@site/platform/storage';
import { signProspects } from '@site/release-model/prospects';
import { refOf } from '@site/release-model/release-id';
import { zstdReady } from './deltas/zstd-frame.mjs';
import { pageServer, release, testKey, testShell, testTarget } from './testing/fixtures';
import { groundOfAllTests } from './testing/ground';
import { store, until } from './testing/test-edge';

/** A text that hardly compresses. */
const LONG = Array.from({ length: 400 }, (_, index) => createHash('sha256').update(String(index)).digest('base64')).join('\n');
const built = (version: string, hash: string, sentence: string) =>
  release('mf-a', {
    version,
    entries: ['v/remoteEntry.js'],
    server: 'server/remote.cjs',
    routes: [{ path: '/', page: './home', title: 'Home', access: 'public' }],
    contents: {
      'v/remoteEntry.js': `entry ${version} ${LONG}`,
      [`_/home.${hash}.js`]: `${LONG} ${sentence} ${LONG}`,
      '_/picture.0a0a0a0a.avif': 'picture',
      'server/remote.cjs': pageServer('text'),
    },
    exposes: { './home': { files: [`_/home.${hash}.js`], consumes: [] } },
  });
const shell = testShell();
const [first, second, third] = [
  built('1.0.0', '11111111', 'One sentence.'),
  built('1.1.0', '22222222', 'Another sentence.'),
  built('1.2.0', '33333333', 'A third one.'),
];
const HOME = (hash: string) => `/assets/mf-a/_/home.${hash}.js`;
const textOf = ({ contents }: typeof first, path: string) => contents[path]!;
const available = (text: string) => `:${createHash('sha256').update(text).digest('base64')}:`;
const namedIn = ({ descriptor }: typeof first) => ({ name: descriptor.name, ...refOf(descriptor) });

const ground = groundOfAllTests();
let isStoreAway: boolean;
/** Keys that were read from the storage. */
let read: string[];

async function startEdge(registryUrl = ground.registry.url): Promise<void> {
  const storage = await openStorage({ dir: `${ground.directory}/files` });
  const reachable = async <T>(key: string, action: () => Promise<T>): Promise<T> => {
    read.push(key);
    if (isStoreAway) throw new Error('the storage is away');
    return action();
  };
  const counted: Storage = {
    ...storage,
    get: (key) => reachable(key, () => storage.get(key)),
    stream: (key) => reachable(key, () => storage.stream(key)),
  };
  await ground.start({ registryUrl, storage: counted, reads: { retries: 0 } });
}

interface Answer {
  status: number;
  headers: Record<string, unknown>;
  body: Buffer;
}

/** As a browser asks, and what it gets before anything is decoded. */
async function ask(path: string, dictionary?: string, headers: Record<string, string> = {}): Promise<Answer> {
  const { hostname, port } = new URL(ground.edge.url);
  const named = dictionary !== undefined && { 'available-dictionary': dictionary };
  const asking = request({
    hostname,
    port,
    path,
    headers: { 'accept-encoding': 'gzip, br, zstd, dcz', ...named, ...headers },
    agent: false,
  });
  asking.end();
  const [response] = (await once(asking, 'response')) as [IncomingMessage];
  return { status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(await response.toArray()) };
}

/** As browsers name themselves that may keep documents as dictionaries. */
const CHROMIUM = { 'sec-ch-ua': '"Not)A;Brand";v="8", "Chromium";v="156"' };
/** The home page of the first target. */
let before: Answer;
const holding = ({ body }: Answer) => available(brotliDecompressSync(body).toString());

const untilDelta = (path: string, dictionary: string) =>
  until(async () => (await ask(path, dictionary)).headers['content-encoding'] === 'dcz');

beforeAll(async () => {
  await zstdReady();
  [isStoreAway, read] = [false, []];
  await startEdge();
  await store(ground.edge.storage, shell, first, second, third);
  ground.registry.promote(testTarget(1, shell, first));
  await ground.edge.ready(1);
  before = await ask('/', undefined, CHROMIUM);
  const replaced = [namedIn(first)];
  ground.registry.foresee(
    signProspects({ schema: 1, environment: 'production', prospects: [{ 'mf-a': refOf(third.descriptor) }], replaced }, testKey),
  );
  ground.registry.promote(testTarget(2, shell, second));
  await ground.edge.ready(2);
});
beforeEach(() => {
  [isStoreAway, read] = [false, []];
});

describe('a file of a release', () => {
  it('says what it is a dictionary for, and that its form depends on what a browser holds', async () => {
    const { headers } = await ask(HOME('22222222'));
    expect(headers).toMatchObject({
      'content-encoding': 'br',
      'use-as-dictionary': 'match="/assets/mf-a/_/home.*.js"',
      vary: 'accept-encoding, available-dictionary',
    });
    expect((await ask('/assets/mf-a/1.1.0/remoteEntry.js')).headers['use-as-dictionary']).toBe('match="/assets/mf-a/*/remoteEntry.js"');
    expect((await ask('/assets/mf-a/_/picture.0a0a0a0a.avif')).headers).not.toHaveProperty('use-as-dictionary');
  });

  it('costs who holds an earlier one the difference, and is the published one', async () => {
    const earlier = textOf(first, '_/home.11111111.js');
    await untilDelta(HOME('22222222'), available(earlier));
    const { status, headers, body } = await ask(HOME('22222222'), available(earlier));
    expect([status, headers['cache-control'], headers['content-type']]).toEqual([
      200,
      'public, max-age=31536000, immutable',
      'text/javascript; charset=utf-8',
    ]);
    // It is a dictionary for the next one.
    expect(headers['use-as-dictionary']).toBe('match="/assets/mf-a/_/home.*.js"');
    expect(body.length).toBeLessThan(200);
    expect(available(earlier)).toBe(`:${body.subarray(8, 40).toString('base64')}:`);
    const decoded = decompressUsingDict(createDCtx(), body.subarray(40), Buffer.from(earlier));
    expect(Buffer.from(decoded).toString()).toBe(textOf(second, '_/home.22222222.js'));
    expect((await ask(HOME('22222222'), available(earlier), { 'if-none-match': String(headers.etag) })).status).toBe(304);
    expect((await ask(HOME('22222222'), undefined, { 'if-none-match': String(headers.etag) })).status).toBe(200);
  });

  it('that may become live next has its deltas before it is', async () => {
    await untilDelta(HOME('33333333'), available(textOf(second, '_/home.22222222.js')));
    await untilDelta('/assets/mf-a/1.2.0/remoteEntry.js', available(textOf(first, 'v/remoteEntry.js')));
  });

  it.each([
    ['holds another dictionary', available('something else'), {}],
    ['holds a file that this one does not follow', available(textOf(first, 'v/remoteEntry.js')), {}],
    ['does not take the coding', available(textOf(first, '_/home.11111111.js')), { 'accept-encoding': 'br' }],
    ['names no hash', 'everything', {}],
  ])('is sent as always to who %s', async (_who, dictionary, headers) => {
    const answer = await ask(HOME('22222222'), dictionary, headers);
    expect([answer.status, answer.headers['content-encoding']]).toEqual([200, 'br']);
  });
});

describe('a document', () => {
  it('is a dictionary for the next one, in browsers that ask each time all the same', () => {
    expect(before.headers).toMatchObject({
      'content-encoding': 'br',
      'use-as-dictionary': 'match="/*", match-dest=("document")',
      'cache-control': 'public, max-age=2592000, s-maxage=1',
      vary: 'accept-encoding, available-dictionary, cookie, *',
    });
  });

  it('costs who holds an earlier one the difference', async () => {
    const { status, headers, body } = await ask('/', holding(before), CHROMIUM);
    expect([status, headers['content-encoding'], headers['use-as-dictionary']]).toEqual([200, 'dcz', before.headers['use-as-dictionary']]);
    expect(body.length).toBeLessThan(before.body.length / 2);
    const html = brotliDecompressSync((await ask('/')).body).toString();
    expect(html).not.toBe(brotliDecompressSync(before.body).toString());
    const decoded = decompressUsingDict(createDCtx(), body.subarray(40), brotliDecompressSync(before.body));
    expect(Buffer.from(decoded).toString()).toBe(html);
  });

  it('is not sent to who has it, in whichever encoding, and neither is its policy', async () => {
    const { etag, 'cache-control': kept, vary } = (await ask('/', holding(before), CHROMIUM)).headers;
    expect((await ask('/')).headers.etag).toBe(etag);
    const { status, headers, body } = await ask('/', holding(before), { ...CHROMIUM, 'if-none-match': String(etag) });
    expect([status, body.length]).toEqual([304, 0]);
    expect(Object.keys(headers).sort()).toEqual(['cache-control', 'connection', 'date', 'etag', 'vary']);
    expect(headers).toMatchObject({ 'cache-control': kept, etag, vary });
  });

  it.each([
    ['holds one that nobody knows', () => available('another document'), CHROMIUM],
    ['does not take the coding', () => holding(before), { ...CHROMIUM, 'accept-encoding': 'br' }],
  ])('is sent whole to who %s', async (_who, dictionary, headers) => {
    const answer = await ask('/', dictionary(), headers);
    expect([answer.status, answer.headers['content-encoding']]).toEqual([200, 'br']);
  });

  it.each([
    ['nothing known', () => ({ 'accept-encoding': 'identity' })],
    ['brotli', () => ({ 'accept-encoding': 'br' })],
    ['a browser that keeps it', () => ({ ...CHROMIUM, 'accept-encoding': 'br' })],
    ['a dictionary', () => ({ ...CHROMIUM, 'accept-encoding': 'br, dcz', 'available-dictionary': holding(before) })],
    ['a cookie of others', () => ({ 'accept-encoding': 'identity', cookie: 'other=1' })],
    ['a cookie that has had its time', () => ({ 'accept-encoding': 'identity', cookie: `visitor=${'0'.repeat(32)}` })],
    ['the same page', async () => ({ 'if-none-match': String((await ask('/')).headers.etag) })],
  ])('that was made before is sent ahead of its route, and is what the route sends: with %s', async (_what, headersOf) => {
    const headers = await headersOf();
    // What is injected reaches routes alone.
    const routed = await ground.edge.server.inject({ url: '/', headers });
    const count = ground.edge.routed.length;
    const ahead = await ask('/', undefined, headers);
    expect(ground.edge.routed).toHaveLength(count);
    expect(ahead.status).toBe(routed.statusCode);
    const said = ({
      connection: _connection,
      date: _date,
      'x-request-id': _id,
      'content-length': _length,
      ...rest
    }: Record<string, unknown>) => Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, String(value)]));
    expect(said(ahead.headers)).toEqual(said(routed.headers));
    expect('x-request-id' in ahead.headers).toBe('x-request-id' in routed.headers);
    // The brotli form may have been improved meanwhile.
    const decoded = (body: Buffer) => (ahead.headers['content-encoding'] === 'br' ? brotliDecompressSync(body) : body).toString();
    expect(decoded(ahead.body)).toBe(decoded(routed.rawPayload));
    if (ahead.status === 200) expect(Number(ahead.headers['content-length'])).toBe(ahead.body.length);
  });

  it('is asked of its route in every other case', async () => {
    const requests: [string, Record<string, string>?][] = [
      ['/nowhere'],
      ['/', { cookie: 'preview=token' }],
      ['/registry'],
      ['//'],
      ['/?'],
      ['/./'],
    ];
    for (const [path, headers] of requests) {
      await ask(path, undefined, headers);
      expect(ground.edge.routed.at(-1)).toBe(path);
    }
    await fetch(ground.edge.url, { method: 'HEAD' });
    await fetch(ground.edge.url, { method: 'POST' });
    expect(ground.edge.routed.slice(-2)).toEqual(['/', '/']);
  });

  it('is no dictionary in other browsers, nor where its address is one of any number', async () => {
    const { headers } = await ask('/');
    expect(headers).not.toHaveProperty('use-as-dictionary');
    expect(headers).toMatchObject({
      'cache-control': 'public, max-age=0, s-maxage=1',
      vary: 'accept-encoding, available-dictionary, cookie',
    });
    const unknown = await ask('/nowhere', undefined, CHROMIUM);
    expect([unknown.status, unknown.headers['use-as-dictionary'], unknown.headers['cache-control']]).toEqual([
      404,
      undefined,
      'public, max-age=0, s-maxage=1',
    ]);
  });
});

describe('an edge that is started again', () => {
  it('serves files and deltas from its disk, while store and registry are away', async () => {
    const [earlier, now] = [available(textOf(first, '_/home.11111111.js')), HOME('22222222')];
    await untilDelta(now, earlier);
    await ask(now);
    await ground.edge.server.close();
    [isStoreAway, read] = [true, []];
    await startEdge('http://127.0.0.1:1');
    expect((await ask(now, earlier)).headers['content-encoding']).toBe('dcz');
    expect((await ask('/', holding(before))).headers['content-encoding']).toBe('dcz');
    expect((await ask(now)).headers).toMatchObject({ 'content-encoding': 'br', 'cache-control': 'public, max-age=31536000, immutable' });
    expect(read).toEqual([]);
    // What it never had.
    expect((await ask('/assets/shell/_/tabs.3333.js')).status).toBe(503);
  });

  it('reads again what was damaged on its disk, from the store, once', async () => {
    await ground.edge.server.close();
    for (const [folder, damaged] of [
      ['assets', 'damaged'],
      ['deltas', 'damaged'],
      ['documents', brotliCompressSync(`${brotliDecompressSync(before.body).toString()} `)],
    ] as const) {
      const kept = join(ground.directory, 'edge', folder);
      for (const name of await readdir(kept)) await writeFile(join(kept, name), damaged);
    }
    await startEdge('http://127.0.0.1:1');
    const [earlier, now] = [available(textOf(first, '_/home.11111111.js')), HOME('22222222')];
    for (const dictionary of [earlier, undefined, undefined]) {
      const { status, headers } = await ask(now, dictionary);
      expect([status, headers['content-encoding']]).toEqual([200, 'br']);
    }
    expect((await ask('/', holding(before))).headers['content-encoding']).toBe('br');
    expect(read).toEqual(['releases/mf-a/_/home.22222222.js.br']);
  });
});
