import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Proxy } from '../cluster/shape/proxy';
import { type Answer, ask, loggedBy, startProxyFor, startReplica } from './nginx-testing';

describe('the proxy in front of the roles', () => {
  const replicas: Record<string, Server[]> = {};
  let proxy: Proxy;
  let folder: string;

  beforeAll(async () => {
    for (const role of ['edge', 'edge', 'api', 'api', 'registry', 'identity']) (replicas[role] ??= []).push(await startReplica(role));
    proxy = await startProxyFor(replicas);
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

  it('logs no address that is a secret, also where no replica answers', async () => {
    const alone = await startProxyFor({});
    for (const route of ['/_preview/secret', '//_preview/secret', '/%5Fpreview/secret', '/api/unsubscribe/secret'])
      expect(await ask(alone.folder, route)).toMatchObject({ status: 502 });
    await ask(alone.folder, '/params.json');
    expect(await loggedBy(alone, '"GET /params.json ')).not.toContain('secret');
    await alone.stop();
  });

  it('logs which page was asked for, and nothing that only the visitor may know', async () => {
    for (const route of ['/signin?code=secret', '/_idp/oauth2/authorize?login_hint=secret', '/api/unsubscribe/secret', '/_preview/secret'])
      await ask(folder, route, { referer: 'https://site.example/signin?code=secret', cookie: 'preview=secret' });
    const logged = await loggedBy(proxy, '"GET /signin ', '"GET /_idp/oauth2/authorize ');
    expect(logged).toContain('"GET /signin HTTP/1.1" 200');
    expect(logged).toContain('"GET /_idp/oauth2/authorize HTTP/1.1" 200');
    expect(logged).not.toContain('secret');
  });

  it('gives a request one id, for its own log and the traces of the roles, whatever a client says', async () => {
    const claimed = {
      'x-request-id': 'claimed-by-a-client',
      traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`,
      tracestate: 'claimed=1',
    };
    const stranger = await startProxyFor({ api: [await startReplica('api')] }, (text) => text.replace('255.255.255.255 1;', ''));
    const behindBalancer = { 'x-forwarded-for': '203.0.113.9' };
    for (const [at, by] of [[proxy, behindBalancer] as const, [stranger, {}] as const]) {
      const { headers } = await ask(at.folder, '/api/draft/demos', { ...claimed, ...by });
      const [id = '', traceparent, tracestate] = String(headers['x-seen']).split(' ');
      expect(id).toMatch(/^[0-9a-f]{32}$/);
      expect([traceparent, tracestate]).toEqual([`00-${id}-${id.slice(0, 16)}-01`, 'undefined']);
      expect(await loggedBy(at, id)).toContain(id);
    }
    await stranger.stop();
  });

  it('lets a role that asks another through it go on with the trace that it is in, and with nothing else of that name', async () => {
    const seen = async (traceparent: string) =>
      String((await ask(folder, '/api/draft/demos', { traceparent })).headers['x-seen'])
        .split(' ')
        .slice(0, 2);
    const own = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;
    const [id, traceparent] = await seen(own);
    expect([id, traceparent]).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/), own]);
    const [other = '', begun] = await seen(`${own}-secret`);
    expect(begun).toBe(`00-${other}-${other.slice(0, 16)}-01`);
  });

  it('passes on how the browser came as the load balancer says it, and as nobody else does', async () => {
    const protoAt = async (at: string, claimed?: string) =>
      String((await ask(at, '/api/draft/demos', claimed === undefined ? {} : { 'x-forwarded-proto': claimed })).headers['x-seen']).split(
        ' ',
      )[3];
    const answers = async (at: string) => [
      await protoAt(at),
      await protoAt(at, 'http'),
      await protoAt(at, 'https'),
      await protoAt(at, 'wss'),
    ];
    expect(await answers(folder)).toEqual(['http', 'http', 'https', 'http']);
    // A socket file is who asks here: with that out of the list, a stranger is.
    const stranger = await startProxyFor({ api: [await startReplica('api')] }, (text) => text.replace('255.255.255.255 1;', ''));
    const answered = await answers(stranger.folder);
    await stranger.stop();
    expect(answered).toEqual(['http', 'http', 'http', 'http']);
  });

  it('passes on what names no host, as checks of load balancers do', async () => {
    const socket = connect(path.join(folder, 'nginx.sock'));
    socket.write('GET /healthz HTTP/1.0\r\n\r\n');
    expect(Buffer.concat(await socket.toArray()).toString()).toMatch(/^HTTP\/1\.1 200 [\s\S]*edge$/);
  });

  it.each(['/metrics', '/readyz'])('keeps %s to the inside', async (route) => {
    expect((await ask(folder, route)).status).toBe(404);
  });

  it('loses no request when one of two replicas goes away', async () => {
    const replaced = [replicas.edge?.[1], replicas.api?.[1]];
    const statuses: number[] = [];
    for (let request = 0; request < 150; request++) {
      if (request === 50)
        for (const replica of replaced) {
          replica?.close();
          replica?.closeAllConnections();
        }
      // A page would be asked for once more anyway, or be there from before; a call is not.
      statuses.push((await ask(folder, '/')).status, (await ask(folder, '/api/draft/demos')).status);
    }
    expect(statuses.filter((status) => status !== 200)).toEqual([]);
  });
});

describe('a replica that breaks off', () => {
  let proxy: Proxy;
  let broken: number;
  beforeAll(async () => {
    broken = 0;
    const breaks = createServer(({ socket }) => {
      broken += 1;
      socket.destroy();
    }).listen(0, '127.0.0.1');
    await once(breaks, 'listening');
    proxy = await startProxyFor({ api: [breaks, await startReplica('api')] });
  });
  afterAll(() => proxy.stop());

  /** Until the broken one has had its turn. */
  async function statusesOf(route: string): Promise<number[]> {
    const statuses: number[] = [];
    for (broken = 0; broken === 0;) statuses.push((await ask(proxy.folder, route, {}, 'POST')).status);
    return statuses;
  }

  it.each(['/api/contact', '/api/signup'])(
    'is passed over by a form to %s, which the API accepts once however often it comes',
    async (route) => {
      expect((await statusesOf(route)).at(-1)).toBe(200);
    },
  );

  it('costs any other request that may have had an effect its answer', async () => {
    expect((await statusesOf('/api/players/ada/demos')).at(-1)).toBe(502);
  });
});

describe('an edge that stands still', () => {
  it('is passed over, and visitors get their page from the other', async () => {
    let waiting = 0;
    const stands = createServer(() => (waiting += 1)).listen(0, '127.0.0.1');
    await once(stands, 'listening');
    const change = (text: string) => text.replace('proxy_read_timeout 15s;', 'proxy_read_timeout 2s;');
    const proxy = await startProxyFor({ edge: [stands, await startReplica('edge')] }, change);
    const answers: Answer[] = [];
    while (waiting === 0) answers.push(await ask(proxy.folder, `/${answers.length}`));
    stands.closeAllConnections();
    await proxy.stop();
    expect(answers.map(({ status, text }) => `${status} ${text}`)).toEqual(answers.map(() => '200 edge'));
  });
});

describe('an error of a request', () => {
  it('is in the access log, without what only the visitor may know, and nowhere else', async () => {
    const gone = await startReplica('identity');
    const proxy = await startProxyFor({ identity: [gone] });
    gone.close();
    expect((await ask(proxy.folder, '/_idp/login?code=secret')).status).toBe(502);
    const access = await loggedBy(proxy, 'GET /_idp/login');
    const errors = readFileSync(proxy.errorLog, 'utf8');
    await proxy.stop();
    expect(access).toMatch(/"GET \/_idp\/login HTTP\/1\.1" 502 .* 127\.0\.0\.1:\d+ 502 [0-9a-f]{32}$/m);
    expect(errors).toBe('');
  });
});

describe('what the proxy answers by itself', () => {
  let proxy: Proxy;
  beforeAll(async () => {
    const gone = await startReplica('edge');
    proxy = await startProxyFor({ edge: [gone], api: [gone], registry: [gone], identity: [gone] });
    gone.close();
  });
  afterAll(() => proxy.stop());

  const TOO_LARGE = { 'content-length': String(9 * 1024 * 1024) };
  it.each([
    ['a page', '/', 502, {}, 'text/html; charset=utf-8'],
    ['a file', '/assets/a.js', 502, {}, 'text/html; charset=utf-8'],
    ['a page of sign-in', '/_idp/oauth2/authorize', 502, {}, 'text/html; charset=utf-8'],
    ['a call', '/api/draft/demos', 502, {}, 'application/json'],
    ['a form', '/api/contact', 502, {}, 'application/json'],
    ['a command', '/registry/v1/remotes', 502, {}, 'application/json'],
    ['what is for the inside', '/metrics', 404, {}, 'text/html; charset=utf-8'],
    ['a call that is too large', '/api/draft/demos', 413, TOO_LARGE, 'application/json'],
    ['a page that is too large', '/', 413, TOO_LARGE, 'text/html; charset=utf-8'],
  ])('for %s has a type, a policy that lets in nothing, and HSTS behind https', async (_, route, status, headers, type) => {
    const answer = await ask(proxy.folder, route, { ...headers, 'x-forwarded-proto': 'https' });
    expect([answer.status, answer.headers['content-type']]).toEqual([status, type]);
    expect(answer.headers).toMatchObject({
      'content-security-policy': expect.stringMatching(/^default-src 'none'.*frame-ancestors 'none'$/),
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
    });
    expect((await ask(proxy.folder, route, headers)).headers).not.toHaveProperty('strict-transport-security');
  });

  it('in the place of the API may be read by pages of any origin, and nothing else may', async () => {
    const readers = async (route: string, headers = {}) => {
      const answer = await ask(proxy.folder, route, { origin: 'https://www.example.com', ...headers });
      return [answer.status, answer.headers['access-control-allow-origin'], answer.headers['access-control-expose-headers']];
    };
    expect(await readers('/api/draft/demos')).toEqual([502, '*', 'retry-after']);
    expect(await readers('/api/contact')).toEqual([502, '*', 'retry-after']);
    expect(await readers('/api/user/profile/photo', TOO_LARGE)).toEqual([413, '*', 'retry-after']);
    for (const route of ['/', '/registry/v1/remotes', '/_idp/login']) expect(await readers(route)).toEqual([502, undefined, undefined]);
  });

  it('leaves it to the API who may read what the API answers', async () => {
    const answers = createServer(({ headers }, response) => {
      const isKnown = headers['if-none-match'] !== undefined;
      response.writeHead(isKnown ? 304 : 404, {
        'access-control-allow-origin': 'https://www.example.com',
        ...(!isKnown && { 'x-content-type-options': 'nosniff' }),
      });
      response.end();
    }).listen(0, '127.0.0.1');
    await once(answers, 'listening');
    const answering = await startProxyFor({ api: [answers] });
    const [refused, known] = [
      await ask(answering.folder, '/api/nothing'),
      await ask(answering.folder, '/api/draft/demos', { 'if-none-match': '"1"' }),
    ];
    await answering.stop();
    for (const { headers } of [refused, known]) expect(headers['access-control-allow-origin']).toBe('https://www.example.com');
    expect([refused.status, known.status]).toEqual([404, 304]);
  });

  it('is told apart from what services answer, whose headers are left as they are', async () => {
    const api = await startReplica('api');
    const answering = await startProxyFor({ api: [api] });
    const { status, headers } = await ask(answering.folder, '/api/draft/demos', { 'x-forwarded-proto': 'https' });
    await answering.stop();
    expect([status, headers['x-content-type-options']]).toEqual([200, 'nosniff']);
    for (const name of ['content-security-policy', 'referrer-policy']) expect(headers).not.toHaveProperty(name);
  });

  it('adds HSTS to what a service refused before it had read that it is asked by https', async () => {
    const says = async (given: Record<string, string>, status: number) => {
      const api = createServer((_request, response) => response.writeHead(status, given).end()).listen(0, '127.0.0.1');
      await once(api, 'listening');
      const answering = await startProxyFor({ api: [api] });
      const { headers } = await ask(answering.folder, '/api/draft/demos', { 'x-forwarded-proto': 'https' });
      await answering.stop();
      return headers['strict-transport-security'];
    };
    expect(await says({ 'x-content-type-options': 'nosniff' }, 400)).toBe('max-age=31536000; includeSubDomains');
    expect(await says({ 'strict-transport-security': 'max-age=1' }, 200)).toBe('max-age=1');
    expect(await says({}, 304)).toBeUndefined();
  });
});

describe('an edge', () => {
  const POLICY = `default-src 'self'; script-src ${"'sha256-0000000000000000000000000000000000000000000=' ".repeat(40)}`;
  const headers = { 'x-content-type-options': 'nosniff', 'content-security-policy': POLICY, 'cache-control': 'public, max-age=1' };
  let proxy: Proxy;
  beforeAll(async () => {
    const edge = createServer(({ url, headers: asked }, response) => {
      const cookie = { 'set-cookie': `__Host-preview=${'t'.repeat(3_800)}; Path=/; Secure; HttpOnly` };
      if (asked['if-none-match']) response.writeHead(304, { etag: '"1"', 'cache-control': 'private, no-cache' });
      else response.writeHead(200, url?.startsWith('/_preview/') ? { ...headers, ...cookie } : headers);
      response.end();
    }).listen(0, '127.0.0.1');
    await once(edge, 'listening');
    proxy = await startProxyFor({ edge: [edge] });
  });
  afterAll(() => proxy.stop());

  it.each([0, 1_000, 2_000, 3_000, 6_000])('is heard with a long policy where the address is %d characters longer', async (more) => {
    const answer = await ask(proxy.folder, `/draft?more=${'m'.repeat(more)}`);
    expect([answer.status, answer.headers['content-security-policy']]).toEqual([200, POLICY.trim()]);
  });

  it('is heard with the cookie of the longest link of a preview', async () => {
    expect((await ask(proxy.folder, `/_preview/${'t'.repeat(3_800)}`)).status).toBe(200);
  });

  it('says that nothing has changed, and the page keeps the policy that it has', async () => {
    const answer = await ask(proxy.folder, '/_edge/live', { 'if-none-match': '"1"' });
    expect([answer.status, answer.headers['content-security-policy']]).toEqual([304, undefined]);
  });
});

describe('a flood', () => {
  /** Requests of one moment that nginx takes from one network, before what its rate adds meanwhile. */
  const FORMS = 60;
  const SIGN_INS = 200;
  const OPEN = 100;
  let proxy: Proxy;
  let hanging: ServerResponse[];
  let onHanging: () => void;

  const replica: RequestListener = ({ url }, response) => {
    if (url !== '/api/hangs') return void response.end('answered');
    hanging.push(response);
    onHanging();
  };

  beforeAll(async () => {
    const server = createServer(replica).listen(0, '127.0.0.1');
    await once(server, 'listening');
    proxy = await startProxyFor({ api: [server], identity: [server] });
  });
  beforeEach(() => {
    [hanging, onHanging] = [[], () => undefined];
  });
  afterAll(() => proxy.stop());

  const from = (address: string) => ({ 'x-forwarded-for': address });
  const post = (route: string, address: string) => ask(proxy.folder, route, from(address), 'POST');
  /** The answers to so many that come together. */
  const flood = (count: number, send: (index: number) => Promise<Answer>): Promise<Answer[]> =>
    Promise.all(Array.from({ length: count }, (_, index) => send(index)));
  const refusal = (answers: Answer[]) => answers.find(({ status }) => status === 429);
  /** As flood after flood comes, the first that is refused. */
  async function firstRefusal(send: () => Promise<Answer>): Promise<Answer> {
    for (;;) {
      const refused = refusal(await flood(OPEN / 2, send));
      if (refused) return refused;
    }
  }

  it.each(['/api/contact', '/api/signup'])('of forms to %s is told when to come again, and does not keep others away', async (route) => {
    const flooder = `192.0.2.${route.length}`;
    expect(refusal(await flood(FORMS, () => post(route, flooder)))).toBeUndefined();
    const { headers, text } = await firstRefusal(() => post(route, flooder));
    expect([headers['retry-after'], headers['content-type']]).toEqual(['10', 'application/json']);
    expect(JSON.parse(text)).toMatchObject({ code: 'too-many-requests', requestId: expect.stringMatching(/^[0-9a-f]{32}$/) });
    expect((await post(route, '192.0.2.1')).status).toBe(200);
    // Reading is not sending.
    expect((await ask(proxy.folder, '/api/draft/demos', from(flooder))).status).toBe(200);
  });

  it.each([
    ['GET', '/_idp/oauth2/authorize?client_id=site-web', '198.51.100.1'],
    ['POST', '/_idp/login', '198.51.100.2'],
    ['GET', '/_idp/oauth2/end-session?state=x', '198.51.100.3'],
    ['GET', '/_idp/OAuth2/Authorize/?client_id=site-web', '198.51.100.4'],
  ])('of sign-ins (%s %s) is told so by a page, and an office that begins its day is no flood', async (method, route, address) => {
    const send = () => ask(proxy.folder, route, from(address), method);
    for (let come = 0; come < SIGN_INS; come += OPEN / 2) expect(refusal(await flood(OPEN / 2, send))).toBeUndefined();
    const { headers } = await firstRefusal(send);
    expect([headers['retry-after'], headers['content-type']]).toEqual(['10', 'text/html; charset=utf-8']);
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'/);
    expect((await ask(proxy.folder, '/_idp/.well-known/jwks.json', from(address))).status).toBe(200);
  });

  it.each([
    ['the addresses of one IPv6 network', (index: number) => `2001:db8:1:2:${index.toString(16)}::1`, '2001:db8:1:3::1'],
    ['one address, however it is written', (index: number) => (index % 2 ? '203.0.113.1' : '::ffff:203.0.113.1'), '::ffff:203.0.113.2'],
  ])('from %s is one flood', async (_, address, other) => {
    expect(refusal(await flood(FORMS + 30, (index) => post('/api/contact', address(index))))).toBeDefined();
    expect((await post('/api/contact', other)).status).toBe(200);
  });

  it('cannot hide behind addresses that it names itself', async () => {
    expect(refusal(await flood(FORMS + 30, (index) => post('/api/contact', `192.0.2.${index}, 203.0.113.77, 10.0.0.5`)))).toBeDefined();
    // Behind the same load balancer.
    expect((await post('/api/contact', '203.0.113.78, 10.0.0.5')).status).toBe(200);
  });

  it('of requests that do not end is refused, and others are answered', async () => {
    const address = '192.0.2.99';
    const allThere = new Promise<void>((resolve) => (onHanging = () => hanging.length === OPEN && resolve()));
    const waiting = Array.from({ length: OPEN }, () => ask(proxy.folder, '/api/hangs', from(address)));
    await allThere;
    const refused = await ask(proxy.folder, '/api/draft/demos', from(address));
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '10']);
    expect((await ask(proxy.folder, '/api/draft/demos', from('192.0.2.98'))).status).toBe(200);
    for (const response of hanging) response.end('late');
    expect((await Promise.all(waiting)).every(({ text }) => text === 'late')).toBe(true);
  });
});
