/** A registry that takes a connection, and does not answer or not to the end. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import * as z from 'zod/mini';
import { EXIT, type Failure } from '../failure';
import { createRegistryClient } from '../registry-client';
import { createTransport } from './transport';

const LIMIT_MS = 30_000;

let server: Server;
let registry: string;
beforeEach(async () => {
  server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  registry = `http://127.0.0.1:${(server.address() as AddressInfo).port}/registry`;
});
afterEach(async () => {
  jest.restoreAllMocks();
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
});

/** Lets the limit pass when it is asked for. @returns How many limits were set and not taken back. */
function controlledLimit() {
  const { setTimeout: start, clearTimeout: end } = globalThis;
  const limits = new Map<unknown, () => void>();
  jest.spyOn(globalThis, 'setTimeout').mockImplementation(((task: () => void, ms?: number) => {
    const timer = start(ms === LIMIT_MS ? () => undefined : task, ms);
    if (ms === LIMIT_MS) limits.set(timer, task);
    return timer;
  }) as typeof setTimeout);
  jest.spyOn(globalThis, 'clearTimeout').mockImplementation((timer) => {
    limits.delete(timer);
    end(timer);
  });
  const pass = (): void => {
    for (const [timer, task] of limits) {
      end(timer as NodeJS.Timeout);
      task();
    }
  };
  return { limits, pass };
}

const nextRequest = async () => (await once(server, 'request')) as [IncomingMessage, ServerResponse];
const failureOf = (asked: Promise<unknown>) =>
  asked.then(
    () => null,
    ({ message, exitCode }: Failure) => ({ message, exitCode }),
  );

describe('a registry that does not answer in time', () => {
  const sentence = () => `The registry at ${registry} has not answered for 30 seconds.`;
  const doubt = ' Whether it does what it was asked is not known: look before you repeat it.';

  it.each<[string, RequestInit, string]>([
    ['what was looked for', {}, ''],
    ['what was to be done', { method: 'POST', body: '{}' }, doubt],
    ['what was to be removed', { method: 'DELETE' }, doubt],
    ['a stream of events', { signal: new AbortController().signal }, ''],
  ])('is not waited for any longer: %s', async (_what, init, more) => {
    const { pass } = controlledLimit();
    const failure = failureOf(createTransport(registry, undefined).send('/x', init));
    await nextRequest();
    pass();
    expect(await failure).toEqual({ message: sentence() + more, exitCode: EXIT.unavailable });
  });
});

describe('a registry that cannot answer', () => {
  const answered = async (status: number, body: string) => {
    const failure = failureOf(createTransport(registry, undefined).send('/x'));
    const [, response] = await nextRequest();
    response.writeHead(status).end(body);
    return failure;
  };

  it('says what it misses, and the exit code is that of one that is away', async () => {
    const error = 'The registry cannot reach its database.';
    const body = { code: 'service-unavailable', error, requestId: 'request-1', details: { dependency: 'database' } };
    expect(await answered(503, JSON.stringify(body))).toEqual({ message: error, exitCode: EXIT.unavailable });
  });

  it('says that a request did not arrive in time, which may pass', async () => {
    const error = 'The request took too long to arrive.';
    const body = { code: 'request-timeout', error, requestId: 'request-1' };
    expect(await answered(408, JSON.stringify(body))).toEqual({ message: error, exitCode: EXIT.unavailable });
  });

  it('is none where nobody answers as a registry does: there is nothing at the address', async () => {
    expect(await answered(404, '<h1>Not found</h1>')).toEqual({
      message: `What answers at ${registry} is no registry: it says that there is nothing at /x, with status 404.`,
      exitCode: EXIT.unavailable,
    });
  });

  it.each([502, 503, 504])('is told from a proxy that has nobody behind it: %d', async (status) => {
    expect(await answered(status, '<h1>Bad Gateway</h1>')).toEqual({
      message: `At ${registry} something else answers in the registry's place, with status ${status}: the registry is not running, or cannot be reached from there.`,
      exitCode: EXIT.unavailable,
    });
  });
});

it('an answer that has begun may last', async () => {
  const { limits } = controlledLimit();
  const answer = createTransport(registry, undefined).send('/events');
  const [, response] = await nextRequest();
  expect(limits.size).toBe(1);
  response.writeHead(200, { 'content-type': 'text/event-stream' }).write('event: revision\n');
  const body = (await answer).body;
  expect(limits.size).toBe(0);
  await body?.cancel();
});

it('an upload takes as long as the network needs', async () => {
  const { limits } = controlledLimit();
  const answer = createTransport(registry, undefined).send('/x', { method: 'PUT', body: new Uint8Array(3) });
  const [, response] = await nextRequest();
  const limited = limits.size;
  response.writeHead(201).end();
  expect([(await answer).status, limited]).toEqual([201, 0]);
});

describe('something else that answers well', () => {
  it.each(['<!doctype html><title>Wi-Fi</title>', '{"revisions":"none"}'])('is not taken for a registry: %s', async (body) => {
    const failure = failureOf(createTransport(registry, undefined).call(z.object({ revisions: z.array(z.unknown()) }), '/x'));
    const [, response] = await nextRequest();
    response.end(body);
    expect(await failure).toEqual({
      message: `What answers at ${registry} is no registry, or one of another version: this tool does not understand its answer to /x.`,
      exitCode: EXIT.unavailable,
    });
  });
});

describe('a connection that ends before all of the answer has come', () => {
  const sentence = () => `The registry at ${registry} has ended the connection before all of its answer had come.`;
  const doubt = ' Whether it does what it was asked is not known: look before you repeat it.';
  const body = new ReadableStream<Uint8Array>({ start: (controller) => controller.close() });
  const client = () => createRegistryClient({ registry });

  it.each<[string, number, () => Promise<unknown>, string]>([
    ['what was looked for', 200, () => client().current(), ''],
    ['a refusal', 500, () => client().current(), ''],
    ['what was to be done', 200, () => client().promote(1, { shell: '1.0.0' }), doubt],
    ['what was to be published', 201, () => client().publish({ name: 'shell', version: '1.0.0', sha256: '', body }), doubt],
    ['a picture', 200, () => client().picture(1, ''), ''],
  ])('is a registry that is away: %s', async (_what, status, ask, more) => {
    const failure = failureOf(ask());
    const [request, response] = await nextRequest();
    await once(request.resume(), 'end');
    response.writeHead(status, { 'content-length': '9' }).write('{', () => response.destroy());
    expect(await failure).toEqual({ message: sentence() + more, exitCode: EXIT.unavailable });
  });
});

describe('a connection that ends before an answer has come', () => {
  const sentence = () => `The registry at ${registry} has ended the connection before it had answered.`;
  const doubt = ' Whether it does what it was asked is not known: look before you repeat it.';

  it.each<[string, RequestInit, (request: IncomingMessage) => void, string]>([
    ['what was looked for', {}, ({ socket }) => socket.destroy(), ''],
    ['what was to be done', { method: 'POST', body: '{}' }, ({ socket }) => socket.destroy(), doubt],
    ['what was to be done, and was cut off', { method: 'POST', body: '{}' }, ({ socket }) => socket.resetAndDestroy(), doubt],
  ])('is a registry that is away, and may have done it: %s', async (_what, init, end, more) => {
    const failure = failureOf(createTransport(registry, undefined).send('/x', init));
    const [request] = await nextRequest();
    await once(request.resume(), 'end');
    end(request);
    expect(await failure).toEqual({ message: sentence() + more, exitCode: EXIT.unavailable });
  });
});

it.each(['two\nlines', 'a—dash', 'two words', '\u007f'])('a token that cannot be one is refused with a sentence: %j', async (token) => {
  expect(await failureOf(createTransport(registry, token).send('/x'))).toEqual({
    message: 'The token has a character that no token has. Give it as it was shown.',
    exitCode: EXIT.unauthorized,
  });
});

it('a token with an end of a line behind it is that token', async () => {
  const answer = createTransport(registry, 'site_view_abc\r\n').send('/x');
  const [request, response] = await nextRequest();
  response.end();
  await answer;
  expect(request.headers.authorization).toBe('Bearer site_view_abc');
});

describe('a stream of changes', () => {
  const fail = (failure: Failure): never => {
    throw failure;
  };
  const revisions = (...numbers: number[]) => numbers.map((number) => `event: revision\ndata: {"number":${number}}\n\n`).join('');

  it.each<[string, (response: ServerResponse) => void]>([
    ['has ended', (response) => response.end()],
    ['was cut', (response) => response.destroy()],
  ])('that %s is opened again, and what was told is not told again', async (_how, end) => {
    const ending = new AbortController();
    const changes = createRegistryClient({ registry }).changes(ending.signal, fail);
    const first = changes.next();
    const [, response] = await nextRequest();
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write(revisions(1));
    await first;
    const [second, reopened] = [changes.next(), nextRequest()];
    end(response);
    (await reopened)[1].writeHead(200, { 'content-type': 'text/event-stream' }).write(revisions(1, 2));
    expect(await second).toEqual({ done: false });
    ending.abort();
    await expect(changes.next()).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('is opened again however long the registry is away, which is told once', async () => {
    const ending = new AbortController();
    const onAway = jest.fn<(failure: Failure) => void>();
    const changes = createRegistryClient({ registry }).changes(ending.signal, onAway);
    const first = changes.next();
    (await nextRequest())[1].writeHead(200, { 'content-type': 'text/event-stream' }).end(revisions(1));
    await first;
    const second = changes.next();
    for (let turn = 0; turn < 2; turn += 1) (await nextRequest())[1].destroy();
    (await nextRequest())[1].writeHead(200, { 'content-type': 'text/event-stream' }).write(revisions(2));
    expect(await second).toEqual({ done: false });
    expect(onAway.mock.calls).toEqual([[expect.objectContaining({ exitCode: EXIT.unavailable })]]);
    ending.abort();
  });

  it('that is refused when it is opened again ends the command', async () => {
    const changes = createRegistryClient({ registry }).changes(new AbortController().signal, fail);
    const failure = failureOf(changes.next());
    const [, response] = await nextRequest();
    const reopened = nextRequest();
    response.writeHead(200, { 'content-type': 'text/event-stream' }).end();
    const body = { code: 'unauthorized', error: 'The token has ended.', requestId: 'request-1' };
    (await reopened)[1].writeHead(401).end(JSON.stringify(body));
    expect(await failure).toMatchObject({ message: expect.stringContaining(body.error), exitCode: EXIT.unauthorized });
  });
});
