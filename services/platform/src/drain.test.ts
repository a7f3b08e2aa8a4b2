import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import fastify, { type FastifyInstance } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { drainOnClose } from './drain';
import { healthPlugin } from './health';

/** Far longer than a test may take. */
const LONG_MS = 3_600_000;

let server: FastifyInstance;
let origin: string;
let lingering: Promise<number>;
let endLingering: () => void;
let whileClosing: () => Promise<void>;
beforeEach(async () => {
  server = fastify({ return503OnClosing: false });
  server.setValidatorCompiler(validatorCompiler);
  server.setSerializerCompiler(serializerCompiler);
  const over = new Promise<void>((resolve) => (endLingering = resolve));
  lingering = new Promise((began) => {
    const pause = (ms: number) => {
      began(ms);
      return over;
    };
    drainOnClose(server, { timeoutMs: LONG_MS, lingerMs: 1_000, pause });
  });
  whileClosing = async () => undefined;
  server.addHook('preClose', () => whileClosing());
  await server.register(healthPlugin, { checks: {} });
  origin = await server.listen({ host: '127.0.0.1', port: 0 });
});
afterEach(async () => {
  endLingering();
  await server.close();
});

/** By a connection of its own. */
async function ask(path: string) {
  const sent = request(origin + path, { agent: false, headers: { connection: 'keep-alive' } }).end();
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  await answer.toArray();
  return { status: answer.statusCode, connection: answer.headers.connection };
}

it('a server that is told to end still answers whoever comes, unready, and asks them not to stay', async () => {
  expect(await ask('/readyz')).toEqual({ status: 200, connection: 'keep-alive' });
  const closed = server.close();
  expect(await lingering).toBe(1_000);
  expect(await ask('/healthz')).toEqual({ status: 200, connection: 'close' });
  expect(await ask('/readyz')).toEqual({ status: 503, connection: 'close' });
  endLingering();
  await closed;
  await expect(ask('/healthz')).rejects.toThrow('ECONNREFUSED');
});

it('a connection that is made while the server closes, and on which nothing is asked, does not keep it from closing', async () => {
  let late: Socket | undefined;
  whileClosing = async () => {
    const taken = once(server.server, 'connection');
    late = connect((server.server.address() as AddressInfo).port, '127.0.0.1');
    await taken;
  };
  endLingering();
  await server.close();
  late?.destroy();
});
