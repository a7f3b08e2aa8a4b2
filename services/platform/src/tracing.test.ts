/** Traces of servers, databases and calls, as a collector receives them. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, request as httpRequest, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { ExportResult } from '@opentelemetry/core';
import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import type { Database } from './database';
import { createTestDatabase } from './testing';
import { createTestServer } from './testing/test-server';
import { startTracing, tracing } from './tracing';
import { reporting } from './tracing-otel';

/** Every value that belongs to a person carries this. */
const SECRET = 'adas-secret';
const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const TRACEPARENT = `00-${TRACE}-00f067aa0ba902b7-01`;

interface SentSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
}

let collector: Server;
const received: string[] = [];
let edge: FastifyInstance;
let api: FastifyInstance;
let elsewhere: Server;
const headersElsewhere: unknown[] = [];
let database: Database;
let stopTracing: () => Promise<void>;
const failures: Error[] = [];

const addressOf = (server: Server): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

async function listen(server: Server): Promise<Server> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return server;
}

const spans = (): SentSpan[] =>
  received.flatMap((body) => {
    const { resourceSpans } = JSON.parse(body) as { resourceSpans: { scopeSpans: { spans: SentSpan[] }[] }[] };
    return resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans));
  });

/** Posts a body that is sent when `begun` resolves. */
async function postLate(url: string, begun: Promise<void>): Promise<void> {
  const late = httpRequest(url, { method: 'POST', headers: { 'content-type': 'application/json', traceparent: TRACEPARENT } });
  late.flushHeaders();
  await begun;
  late.end('{}');
  const [answer] = (await once(late, 'response')) as [IncomingMessage];
  await answer.resume().toArray();
}

/** Ends tracing, so that everything has arrived, and says what did. */
async function arrived(): Promise<SentSpan[]> {
  await stopTracing();
  return spans();
}

beforeAll(async () => {
  collector = await listen(
    createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        received.push(Buffer.concat(chunks).toString());
        response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
      });
    }),
  );
  elsewhere = await listen(
    createServer(({ headers }, response) => {
      headersElsewhere.push(headers);
      response.end('ok');
    }),
  );
});
afterAll(async () => {
  for (const server of [collector, elsewhere]) {
    server.close();
    server.closeAllConnections();
  }
});

describe('a request that is traced', () => {
  let sent: SentSpan[];
  const named = (name: string): SentSpan => {
    const found = sent.filter((span) => span.name === name);
    expect([name, found.length]).toEqual([name, 1]);
    return found[0]!;
  };

  beforeAll(async () => {
    const ownOrigins = new Set<string>();
    stopTracing = await startTracing({
      endpoint: addressOf(collector),
      serviceName: 'site',
      ownOrigins,
      timeoutMs: 60_000,
      onFailure: (error) => failures.push(error),
    });
    database = await createTestDatabase();
    api = createTestServer();
    // Who asks is looked up before the body has come.
    const onRequest = async () => void (await database.query('values (1)'));
    api.post('/things/:id', { onRequest }, async (request) => {
      await database.db.execute(sql`select ${SECRET} as value`);
      await database.transaction(async (tx) => tx.execute(sql`insert into nowhere values (${SECRET})`)).catch(() => undefined);
      return { body: request.body };
    });
    const waitsForBody = new Promise<void>((resolve) => {
      api.addHook('preParsing', (request, _reply, payload, done) => {
        done(null, payload);
        if (request.url === '/late') resolve();
      });
    });
    api.post('/late', async () => database.query('show server_version'));
    api.get('/healthz', async () => 'ok');
    await api.listen({ host: '127.0.0.1', port: 0 });
    ownOrigins.add(addressOf(api.server));
    edge = createTestServer();
    edge.get('/page/:name', async () => {
      const body = JSON.stringify({ email: SECRET });
      const headers = { 'content-type': 'application/json', cookie: SECRET };
      await fetch(`${addressOf(api.server)}/things/${SECRET}?q=${SECRET}`, { method: 'POST', body, headers });
      await (await fetch(`${addressOf(elsewhere)}/${SECRET}`)).text();
      return 'page';
    });
    await edge.inject({ url: `/page/${SECRET}?token=${SECRET}`, headers: { traceparent: TRACEPARENT, 'user-agent': SECRET } });
    await postLate(`${addressOf(api.server)}/late`, waitsForBody);
    await fetch(`${addressOf(api.server)}/healthz`);
    await database.query('select 1 as by_itself');
    sent = await arrived();
  });
  afterAll(async () => {
    await Promise.all([edge.close(), api.close()]);
    await database.close();
  });

  it('is one trace from the proxy through the roles to the statements', () => {
    expect(failures).toEqual([]);
    expect(new Set(sent.map(({ traceId }) => traceId))).toEqual(new Set([TRACE]));
    const [page, call] = [named('GET /page/:name'), named(`POST ${new URL(addressOf(api.server)).host}`)];
    const thing = named('POST /things/:id');
    const statements = ['values', 'select', 'insert'].map((word) => named(`database ${word}`));
    expect(page.parentSpanId).toBe(TRACEPARENT.split('-')[2]);
    expect([call.parentSpanId, thing.parentSpanId]).toEqual([page.spanId, call.spanId]);
    expect(named('database show').parentSpanId).toBe(named('POST /late').spanId);
    expect(statements.map(({ parentSpanId }) => parentSpanId)).toEqual(statements.map(() => thing.spanId));
  });

  it('has nothing that a person wrote, and no value of a query', () => {
    expect(received.join()).not.toContain(SECRET);
    expect(received.join()).toContain('insert into nowhere values ($1)');
  });

  it('tells nobody else of the trace', () => {
    expect(headersElsewhere).toHaveLength(1);
    expect(headersElsewhere[0]).not.toHaveProperty('traceparent');
  });

  it('is not one that only asks how the process is, nor what the process does by itself', () => {
    expect(sent.map(({ name }) => name).filter((name) => name.includes('health'))).toEqual([]);
    expect(received.join()).not.toContain('by_itself');
  });
});

it('a collector that is away is told of once, until it is back', () => {
  const answers = [new Error('away'), new Error('away'), undefined, new Error('away again')];
  const told: string[] = [];
  const send = (): ExportResult => {
    const error = answers.shift();
    return { code: 0, ...(error && { error }) };
  };
  const exporter = reporting({ export: (_spans, done) => done(send()), shutdown: async () => undefined }, ({ message }) =>
    told.push(message),
  );
  while (answers.length > 0) exporter.export([], () => undefined);
  expect(told).toEqual(['away', 'away again']);
});

describe('where nobody collects traces', () => {
  beforeEach(() => expect(tracing()).toBeNull());

  it('requests and statements are as they are', async () => {
    const server = createTestServer();
    server.get('/', async () => 'ok');
    const count = received.length;
    expect((await server.inject({ url: '/', headers: { traceparent: TRACEPARENT } })).body).toBe('ok');
    await server.close();
    expect(received.length).toBe(count);
  });
});
