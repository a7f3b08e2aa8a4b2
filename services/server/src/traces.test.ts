import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { createLogger, silentLogger } from '@site/platform/logging';
import { createTestServer } from '@site/platform/testing/test-server';
import { tracing } from '@site/platform/tracing';
import { parseServerConfig } from './config';
import { startTraces } from './traces';

let collector: Server;
const received: string[] = [];
/** Answers as the collector; what it takes is kept. */
let status = 200;
beforeAll(async () => {
  collector = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      received.push(Buffer.concat(chunks).toString());
      response.writeHead(status, { 'content-type': 'application/json' }).end('{}');
    });
  });
  await once(collector.listen(0, '127.0.0.1'), 'listening');
});
afterAll(() => {
  collector.close();
  collector.closeAllConnections();
});
afterEach(() => expect(tracing()).toBeNull());

const endpoint = () => `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;

/** Answers one request while traces are on, and ends them. */
async function traceOne(env: Record<string, string>, logger = silentLogger()): Promise<string> {
  const stop = await startTraces(parseServerConfig(env), logger);
  const server = createTestServer();
  server.get('/', async () => 'ok');
  expect((await server.inject('/')).statusCode).toBe(200);
  await server.close();
  await stop();
  return received.splice(0).join();
}

describe('traces of a process', () => {
  it.each([
    ['site', {}],
    ['site-edge', { ROLES: 'edge' }],
    ['shop', { OTEL_SERVICE_NAME: 'shop' }],
  ])('are under the name %s with %j', async (name, env) => {
    expect(await traceOne({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint(), ...env })).toContain(`{"stringValue":"${name}"}`);
  });

  it('are none without a collector', async () => {
    expect(await traceOne({})).toBe('');
  });

  it('that the collector refuses are in the log, and requests go on', async () => {
    status = 400;
    const lines: string[] = [];
    await traceOne({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint() }, createLogger({ destination: { write: (line) => lines.push(line) } }));
    status = 200;
    expect(lines.join()).toContain('traces do not arrive');
  });
});
