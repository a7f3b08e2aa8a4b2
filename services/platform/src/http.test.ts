import { once } from 'node:events';
import { Agent, get as httpGet } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { errorBodySchema } from '@site/contracts/errors';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { platformError } from './errors';
import { refusals } from './http';
import { createLogger } from './logging';
import { metricsPlugin } from './metrics';
import { createTestServer } from './testing/test-server';

const REQUEST_ID = 'request-4711';

let server: FastifyInstance;
beforeEach(() => {
  server = createTestServer();
});
afterEach(() => server.close());

const typed = () => server.withTypeProvider<ZodTypeProvider>();

describe('a refusal', () => {
  it('has one shape for every cause, and the id of the request', async () => {
    typed().post('/things', { schema: { body: z.object({ size: z.number() }) } }, async () => 'ok');
    server.get('/denied', async () => {
      throw platformError('forbidden', { details: { needs: 'staff' } });
    });
    const requests = [
      [{ url: '/nothing' }, 404, 'not-found'],
      [{ url: '/denied' }, 403, 'forbidden'],
      [{ method: 'POST', url: '/things', payload: { size: 'x' } }, 400, 'invalid-request'],
      [{ method: 'POST', url: '/things', headers: { 'content-type': 'application/json' }, payload: '{' }, 400, 'invalid-request'],
      [{ method: 'POST', url: '/things', headers: { 'content-type': 'text/csv' }, payload: 'a,b' }, 415, 'unsupported-media-type'],
      [{ method: 'POST', url: '/things', payload: { size: 1, text: 'x'.repeat(300_000) } }, 413, 'payload-too-large'],
      [{ url: '/%E0%A4%A' }, 400, 'invalid-request'],
    ] as const;
    for (const [request, status, code] of requests) {
      const headers = { ...('headers' in request && request.headers), 'x-request-id': REQUEST_ID };
      const answer = await server.inject({ ...request, headers });
      expect([request.url, answer.statusCode, answer.json().code]).toEqual([request.url, status, code]);
      expect(errorBodySchema.safeParse(answer.json()).success).toBe(true);
      expect(answer.json().requestId).toBe(REQUEST_ID);
      expect(answer.headers['x-request-id']).toBe(REQUEST_ID);
    }
  });

  it('is a page that loads nothing for a browser whose address cannot be read, and JSON for everybody else', async () => {
    const read = (accept: string) => server.inject({ url: '/%', headers: { accept } });
    const page = await read('text/html,application/xhtml+xml,*/*;q=0.8');
    expect([page.statusCode, page.headers['content-type']]).toEqual([400, 'text/html; charset=utf-8']);
    expect(page.body).toContain('<h1>This address cannot be read</h1>');
    expect(page.headers['content-security-policy']).toContain("default-src 'none'");
    const other = await read('*/*');
    expect([other.statusCode, other.json().code]).toEqual([400, 'invalid-request']);
    for (const { headers } of [page, other])
      expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'x-request-id': expect.any(String), vary: 'accept' });
  });

  it('names the part of the request that is not valid', async () => {
    typed().get('/page', { schema: { querystring: z.object({ size: z.coerce.number() }) } }, async () => 'ok');
    expect((await server.inject('/page?size=x')).json().details).toEqual({
      in: 'querystring',
      issues: [{ path: '/size', message: expect.any(String) }],
    });
  });

  it('reveals nothing of an unexpected failure', async () => {
    server.get('/broken', async () => {
      throw new Error('password=hunter2 at db.internal');
    });
    const answer = await server.inject('/broken');
    expect([answer.statusCode, answer.json().code]).toEqual([500, 'internal-error']);
    expect(answer.body).not.toMatch(/hunter2|internal\b(?!-error)/);
  });

  it.each([
    ['an unreachable database', Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }), 503],
    ['a database that shuts down', new Error('query', { cause: Object.assign(new Error('x'), { code: '57P01' }) }), 503],
    ['a full disk', Object.assign(new Error('write'), { code: 'ENOSPC' }), 507],
  ])('for %s says when to come back', async (_what, failure, status) => {
    server.get('/fails', async () => {
      throw failure;
    });
    const answer = await server.inject('/fails');
    expect(answer.statusCode).toBe(status);
    if (status === 503) expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  });
});

describe('an answer with a status that the route does not declare', () => {
  const routes = (target: FastifyInstance) => {
    const schema = { response: { 200: z.object({ ok: z.boolean() }), ...refusals(404) } };
    target.get('/teapot', { schema }, async (_request, reply) => reply.code(418 as 200).send({ ok: true }));
    target.get('/conflict', { schema }, async () => {
      throw platformError('idempotency-key-reused');
    });
    target.get('/missing', { schema }, async () => {
      throw platformError('not-found');
    });
  };
  const statuses = (target: FastifyInstance) =>
    Promise.all(['/teapot', '/conflict', '/missing'].map(async (url) => (await target.inject(url)).statusCode));

  it('fails outside production', async () => {
    routes(server);
    expect(await statuses(server)).toEqual([500, 500, 404]);
  });

  it('passes in production, where an imprecise answer is better than none', async () => {
    const live = createTestServer({ production: true });
    routes(live);
    expect(await statuses(live)).toEqual([418, 422, 404]);
    await live.close();
  });
});

it('a request may name its whole address', async () => {
  server.get('/things', async ({ query }) => query);
  server.get('/', async () => 'home');
  await server.listen({ host: '127.0.0.1', port: 0 });
  const answerTo = async (target: string) => {
    const socket = connect((server.server.address() as AddressInfo).port, '127.0.0.1');
    socket.write(`GET ${target} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
    return (await text(socket)).split('\r\n\r\n')[1];
  };
  expect(await answerTo('http://site.example/things?to=http://b.example/x')).toBe('{"to":"http://b.example/x"}');
  for (const target of ['HTTPS://site.example/', 'http://site.example', 'http://site.example?a'])
    expect(await answerTo(target)).toBe('home');
});

describe('every answer', () => {
  it('carries the id that a well-formed request brought, or a new one', async () => {
    server.get('/', async () => 'ok');
    const id = async (given: string) => (await server.inject({ url: '/', headers: { 'x-request-id': given } })).headers['x-request-id'];
    expect(await id('edge-12345678')).toBe('edge-12345678');
    expect(await id('bad id\twith<html>')).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('has security headers, and a strict policy unless it is a page', async () => {
    server.get('/data', async () => ({ ok: true }));
    server.get('/page', async (_request, reply) =>
      reply.type('text/html').header('content-security-policy', "script-src 'self'").send('<p>'),
    );
    const [data, page] = [await server.inject('/data'), await server.inject('/page')];
    expect(data.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    });
    expect(page.headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'content-security-policy': "script-src 'self'" });
    expect(data.headers['strict-transport-security']).toBeUndefined();
  });

  it('leaves the rules for windows out of the answers that are scripts', async () => {
    server.get('/script', async (_request, reply) => reply.type('text/javascript; charset=utf-8').send('1'));
    const { headers } = await server.inject('/script');
    expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'referrer-policy': 'strict-origin-when-cross-origin' });
    for (const name of ['permissions-policy', 'cross-origin-opener-policy', 'x-frame-options']) expect(headers[name]).toBeUndefined();
  });
});

describe('a finished answer', () => {
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'public, max-age=0',
    'content-security-policy': "script-src 'self'",
  };
  const page = { status: 200, headers, body: Buffer.from('<p>') };
  const body = (name: string) =>
    new RegExp(`http_request_duration_seconds_count\\{method="GET",route="/${name}",status="(\\d+)"\\} (\\d+)`);

  let twoWays: FastifyInstance;
  afterEach(() => twoWays.close());

  /** Answers `/ahead` ahead of routes, and the same at `/route` by one. Lines of its log are added to `written`. */
  async function listening(written: string[] = []) {
    const logger = createLogger({ destination: { write: (line) => void written.push(line) } });
    twoWays = createTestServer({ logger, trustProxy: ['loopback'] });
    await twoWays.register(metricsPlugin);
    twoWays.get('/route', async (_request, reply) => reply.headers(headers).send(page.body));
    twoWays.get('/own', async () => 'by the route');
    twoWays.answerAhead('/ahead', ({ url, isSecure, headers: { cookie } }) => {
      if (url === '/own') throw new Error('cannot be found');
      const own = cookie === undefined ? null : ['set-cookie', `secure=${isSecure}`];
      return url === '/ahead' ? { answer: page, own } : null;
    });
    const closing: (() => Promise<void>)[] = [];
    twoWays.addHook('preClose', async () => void (await Promise.all(closing.map((action) => action()))));
    const origin = await twoWays.listen({ host: '127.0.0.1', port: 0 });
    return { closing, ask: (path: string, given: Record<string, string> = {}) => fetch(origin + path, { headers: given }) };
  }

  it('has what every answer has, though no route has sent it: headers, a line in the log, its time', async () => {
    const written: string[] = [];
    const { ask } = await listening(written);
    for (const proxied of [{}, { 'x-forwarded-proto': 'http, https' }]) {
      const [ahead, routed] = [await ask('/ahead', { ...proxied, cookie: 'a=b' }), await ask('/route', proxied)];
      expect(await ahead.text()).toBe(await routed.text());
      const [own, expected] = [ahead, routed].map((answer) => Object.fromEntries(answer.headers));
      expect(own!['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
      const secure = 'x-forwarded-proto' in proxied;
      const ofRequest = { 'set-cookie': `secure=${secure}`, 'x-request-id': own!['x-request-id'], date: own!.date };
      expect(own).toEqual({ ...expected, ...ofRequest });
      expect(own!['strict-transport-security'] !== undefined).toBe(secure);
    }
    const metrics = await (await ask('/metrics')).text();
    for (const name of ['ahead', 'route']) expect(body(name).exec(metrics)?.slice(1)).toEqual(['200', '2']);
    await twoWays.close();
    const lines = written.map((line) => JSON.parse(line) as { req?: object; reqId: string });
    const [first, second] = lines.filter(({ req }) => req);
    expect(first).toEqual({
      ...second,
      time: expect.any(String),
      reqId: expect.any(String),
      ms: expect.any(Number),
      req: { method: 'GET', route: '/ahead' },
    });
  });

  it('that many share tells nothing of the one who asks', async () => {
    const { ask } = await listening();
    const answer = await ask('/ahead', { 'x-request-id': 'request-4711' });
    expect(answer.headers.get('x-request-id')).toBeNull();
  });

  it('is left to the route by a server that closes, which tells kept connections so', async () => {
    const { ask, closing } = await listening();
    let last: Response | undefined;
    closing.push(async () => void (last = await ask('/ahead')));
    await twoWays.close();
    expect([last?.status, last?.headers.get('connection')]).toEqual([404, 'close']);
  });

  it('that cannot be found is given by the route', async () => {
    const { ask } = await listening();
    expect(await (await ask('/own')).text()).toBe('by the route');
  });
});

describe('closing', () => {
  it('completes answers in progress, tells kept connections to close, and ends when they did', async () => {
    // What needs this limit to end would outlast the test.
    const slow = createTestServer({ drainTimeoutMs: 3_600_000 });
    let finish = () => {};
    const finished = new Promise<void>((resolve) => (finish = resolve));
    let arrive = () => {};
    const arrived = new Promise<void>((resolve) => (arrive = resolve));
    slow.get('/slow', async () => {
      arrive();
      await finished;
      return { ok: true };
    });
    await slow.listen({ host: '127.0.0.1', port: 0 });
    const { port } = slow.server.address() as AddressInfo;
    const agent = new Agent({ keepAlive: true });
    const answer = new Promise<{ status: number | undefined; connection: string | undefined }>((resolve, reject) => {
      httpGet({ port, host: '127.0.0.1', path: '/slow', agent }, (message) => {
        message.resume().once('end', () => resolve({ status: message.statusCode, connection: message.headers.connection }));
      }).once('error', reject);
    });
    await arrived;
    const draining = once(slow.drainSignal, 'abort');
    const closed = slow.close();
    await draining;
    finish();
    expect(await answer).toEqual({ status: 200, connection: 'close' });
    await closed;
    agent.destroy();
  });

  it('does not wait for connections on which nobody has asked, as browsers open them ahead', async () => {
    // As above.
    const idle = createTestServer({ drainTimeoutMs: 3_600_000 });
    await idle.listen({ host: '127.0.0.1', port: 0 });
    const accepted = once(idle.server, 'connection');
    const ahead = connect((idle.server.address() as AddressInfo).port, '127.0.0.1');
    await accepted;
    const cut = once(ahead, 'close');
    await idle.close();
    await cut;
  });
});

describe('logs', () => {
  it('have the declared route, and neither the query nor the visitor', async () => {
    let written = '';
    const logger = createLogger({ destination: { write: (line) => void (written += line) } });
    const logged = createTestServer({ logger });
    logged.get('/people/:name', async () => 'ok');
    await logged.inject({ url: '/people/grace.hopper?email=grace@example.org', remoteAddress: '192.0.2.44' });
    await logged.inject({ url: '/no-such-place/grace.hopper?token=grace', remoteAddress: '192.0.2.44' });
    await logged.inject({ url: '/%E0%A4%A/grace?token=grace', remoteAddress: '192.0.2.44' });
    await logged.close();
    expect(written).toContain('"route":"/people/:name"');
    expect(written).toContain('"route":"none"');
    expect(written).not.toMatch(/grace|192\.0\.2\.44/);
  });

  it('have the cause of a failure with its place in the code, and of a refusal that was meant its code alone', async () => {
    let written = '';
    const logger = createLogger({ destination: { write: (line) => void (written += line) } });
    const logged = createTestServer({ logger });
    logged.get('/broken', async () => {
      throw new Error('the second disk is missing');
    });
    logged.get('/away', async () => {
      throw platformError('service-unavailable');
    });
    await logged.inject('/broken');
    expect(written).toMatch(/the second disk is missing.*\bat /s);
    written = '';
    await logged.inject('/away');
    await logged.close();
    expect(written).toContain('"code":"service-unavailable"');
    expect(written).not.toContain('stack');
  });
});

it('waits for a part as long as the part needs to be ready', async () => {
  jest.useFakeTimers();
  const slow = createTestServer();
  let open: () => void = () => undefined;
  slow.register(() => new Promise<void>((resolve) => (open = resolve)));
  const ready = slow.ready().then(() => 'ready', String);
  await jest.advanceTimersByTimeAsync(3_600_000);
  jest.useRealTimers();
  open();
  expect(await ready).toBe('ready');
  await slow.close();
});
