/** What a server believes of a request that says more than it should. */
import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { FastifyInstance } from 'fastify';
import { createTestServer } from './testing/test-server';

const PROXY = '10.0.0.2';
const VISITOR = '203.0.113.7';

/** A server behind a proxy at {@link PROXY}, and one that knows of none. */
let behind: FastifyInstance;
let alone: FastifyInstance;
beforeAll(async () => {
  behind = createTestServer({ trustProxy: ['uniquelocal'] });
  alone = createTestServer();
  for (const server of [behind, alone]) {
    server.get('/who', async ({ ip, protocol }) => ({ ip, protocol }));
    server.post('/who', async () => ({}));
  }
  await alone.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => Promise.all([behind.close(), alone.close()]));

const ask = (server: FastifyInstance, headers: Record<string, string>, remoteAddress = PROXY) =>
  server.inject({ url: '/who', headers, remoteAddress });

/** Status of the first answer to these bytes; the connection is closed then. */
async function statusOf(request: string): Promise<number> {
  const socket = connect((alone.server.address() as AddressInfo).port, '127.0.0.1');
  socket.write(request);
  const [first] = (await once(socket, 'data')) as [Buffer];
  socket.destroy();
  return Number(/^HTTP\/1\.1 (\d{3})/.exec(first.toString())?.[1]);
}

describe('a server', () => {
  it('counts a visitor by the address that the trusted proxy saw, whatever a request claims', async () => {
    // The proxy adds the address that it saw behind those that the request came with.
    const claimed = { 'x-forwarded-for': `198.51.100.1, ${VISITOR}` };
    expect((await ask(behind, claimed)).json().ip).toBe(VISITOR);
    expect((await ask(alone, claimed)).json().ip).toBe(PROXY);
    expect((await ask(behind, claimed, VISITOR)).json().ip).toBe(VISITOR);
  });

  it('has strict transport security behind https, and not without', async () => {
    const https = await ask(behind, { 'x-forwarded-proto': 'https' });
    expect(https.headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
    expect((await ask(behind, {})).headers['strict-transport-security']).toBeUndefined();
    expect((await ask(alone, { 'x-forwarded-proto': 'https' })).headers['strict-transport-security']).toBeUndefined();
  });

  it.each([
    ['in two lengths', 'Content-Length: 3\r\nContent-Length: 4'],
    ['by a length and in chunks', 'Content-Length: 3\r\nTransfer-Encoding: chunked'],
    ['by an encoding that it does not know', 'Transfer-Encoding: chunked, identity'],
    ['by a length that is no number', 'Content-Length: +3'],
  ])('refuses a request whose end is said %s', async (_how, lengths) => {
    expect(await statusOf(`POST /who HTTP/1.1\r\nHost: site.example\r\n${lengths}\r\n\r\nabc`)).toBe(400);
  });

  it.each(['{"__proto__":{"staff":true}}', '{"constructor":{"prototype":{"staff":true}}}'])(
    'refuses a body that names a prototype: %s',
    async (payload) => {
      const headers = { 'content-type': 'application/json' };
      expect((await alone.inject({ method: 'POST', url: '/who', headers, payload })).statusCode).toBe(400);
    },
  );

  it('does not repeat a request to who traces it', async () => {
    expect((await statusOf('TRACE /who HTTP/1.1\r\nHost: site.example\r\nCookie: a=secret\r\n\r\n')) >= 400).toBe(true);
  });
});
