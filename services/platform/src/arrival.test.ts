import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { errorBodySchema } from '@site/contracts/errors';
import type { FastifyInstance } from 'fastify';
import { letArriveSlowly } from './arrival';
import { createTestServer } from './testing/test-server';

const ID = 'request-4711';
const MINUTE_MS = 60_000;

let servers: FastifyInstance[];
let port: number;
/** Resolves when the headers have arrived. */
let begun: Promise<void>;
/** Resolves when the server has read so many bytes of the body. */
let read: (bytes: number) => Promise<void>;

/** Minutes pass when a test says so. A process with several roles: what listens passes requests on to a server of its own. */
beforeEach(async () => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate', 'setTimeout', 'clearTimeout', 'Date', 'performance'] });
  const role = createTestServer();
  role.addContentTypeParser('application/gzip', async (_request: unknown, body: AsyncIterable<Buffer>) => body);
  begun = new Promise((resolve) => role.addHook('onRequest', async () => resolve()));
  let received = 0;
  let onRead = () => {};
  read = async (bytes) => {
    while (received < bytes) await new Promise<void>((resolve) => (onRead = resolve));
  };
  const count = async ({ body }: { body: unknown }) => {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      received += chunk.length;
      onRead();
    }
    return { received };
  };
  role.put('/archive', { onRequest: letArriveSlowly }, count);
  role.put('/form', count);
  role.put('/refused', { onRequest: async (_request, reply) => reply.code(401).send({ no: true }) }, count);
  await role.ready();
  const outer = createTestServer({ answeredBy: () => role });
  servers = [outer, role];
  await outer.listen({ host: '127.0.0.1', port: 0 });
  port = (outer.server.address() as AddressInfo).port;
});
afterEach(async () => {
  jest.useRealTimers();
  for (const server of servers) await server.close();
});

/** A request of which three bytes are announced, and nothing is sent but its headers. */
function begin(path: string): { socket: Socket; answer: Promise<string> } {
  const socket = connect(port, '127.0.0.1');
  socket.write(
    `PUT ${path} HTTP/1.1\r\nhost: site\r\nx-request-id: ${ID}\r\ncontent-type: application/gzip\r\ncontent-length: 3\r\nconnection: close\r\n\r\n`,
  );
  return { socket, answer: text(socket) };
}

const bodyOf = (answer: string) => JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')));

function expectTimeout(answer: string): void {
  expect(answer).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
  expect(errorBodySchema.parse(bodyOf(answer))).toMatchObject({ code: 'request-timeout', requestId: ID });
}

describe('a request that takes long to arrive', () => {
  it('is answered when its route lets it, and something of it comes each minute', async () => {
    const { socket, answer } = begin('/archive');
    await begun;
    for (const [index, byte] of ['a', 'b', 'c'].entries()) {
      socket.write(byte);
      await read(index + 1);
      jest.advanceTimersByTime(MINUTE_MS);
    }
    expect([(await answer).slice(0, 15), bodyOf(await answer)]).toEqual(['HTTP/1.1 200 OK', { received: 3 }]);
  });

  it('is refused as the document of errors says, when nothing more of it comes', async () => {
    const { socket, answer } = begin('/archive');
    socket.write('a');
    await read(1);
    jest.advanceTimersByTime(2 * MINUTE_MS);
    expectTimeout(await answer);
  });

  it('is refused in the same way after a minute, where its route says nothing', async () => {
    const { socket, answer } = begin('/form');
    socket.write('a');
    await read(1);
    jest.advanceTimersByTime(MINUTE_MS);
    expectTimeout(await answer);
  });

  it('has no connection any more a minute after it was refused', async () => {
    const { socket, answer } = begin('/refused');
    const [first] = (await once(socket, 'data')) as [Buffer];
    jest.advanceTimersByTime(MINUTE_MS);
    expect(String(first)).toMatch(/^HTTP\/1\.1 401/);
    expect(await answer).not.toContain('HTTP/1.1 408');
  });
});

it('what is no request is refused as the document of errors says', async () => {
  const socket = connect(port, '127.0.0.1');
  socket.write('what?\r\n\r\n');
  const answer = await text(socket);
  expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
  expect(errorBodySchema.parse(bodyOf(answer))).toMatchObject({ code: 'invalid-request' });
});

it('what cannot be read keeps the id that a proxy gave it', async () => {
  const socket = connect(port, '127.0.0.1');
  socket.write('GET / HTTP/1.1\r\nHost: a\r\nX-Request-Id: request-4711\r\nContent-Length: many\r\n\r\n');
  const answer = await text(socket);
  expect(answer).toContain('\r\nx-request-id: request-4711\r\n');
  expect(errorBodySchema.parse(bodyOf(answer))).toMatchObject({ code: 'invalid-request', requestId: 'request-4711' });
});

it('headers that do not arrive are waited for a minute, and all of a request for an hour', async () => {
  expect(servers[0]!.server).toMatchObject({ headersTimeout: MINUTE_MS, requestTimeout: 60 * MINUTE_MS });
});
