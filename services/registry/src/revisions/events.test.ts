import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Database, Listener } from '@site/platform/database';
import { createLogger } from '@site/platform/logging';
import { createTestDatabase } from '@site/platform/testing';
import { serverSentEvents } from '@site/release-model/server-sent-events';
import {
  byName,
  changePlan,
  createTestWorker,
  forget,
  issueTestToken,
  makePlan,
  promote,
  publish,
  setRules,
  startTestRegistry,
  type TestRegistry,
} from '../testing';
import { revokeTokenNamed } from '../tokens/manage-tokens';
import { registryMigrations } from '../migrations';
import { REVISION_CHANNEL } from './execute';

let registry: TestRegistry;
let address: string;
beforeAll(async () => {
  registry = await startTestRegistry();
  address = await registry.server.listen({ host: '127.0.0.1', port: 0 });
  await publish(registry, { name: 'shell', version: '1.0.0' });
  await publish(registry, { name: 'shell', version: '1.0.1' });
});
afterAll(() => registry.stop());

const open = (token = registry.tokens.edge, signal?: AbortSignal, at = address) =>
  fetch(`${at}/registry/v1/environments/production/events`, {
    headers: { authorization: `Bearer ${token}` },
    ...(signal && { signal }),
  });

/** What is told by a stream, until it ends. */
async function* told(signal?: AbortSignal, at?: string, token?: string) {
  const answer = await open(token, signal, at);
  expect(answer.headers.get('content-type')).toBe('text/event-stream');
  if (answer.body) yield* serverSentEvents(answer.body);
}

async function* numbers(): AsyncGenerator<number> {
  for await (const { data } of told()) yield (JSON.parse(data) as { number: number }).number;
}

it('is for holders of any token', async () => {
  const { edge, promote: promoter } = registry.tokens;
  const ends = new AbortController();
  const answers = await Promise.all(['none', edge, promoter].map((token) => open(token, ends.signal)));
  ends.abort();
  expect(answers.map(({ status }) => status)).toEqual([401, 200, 200]);
});

it('ends with the token that opened it, and goes on for others', async () => {
  const at = await startTestRegistry({ database: registry.database, heartbeatMs: 20 });
  const elsewhere = await at.server.listen({ host: '127.0.0.1', port: 0 });
  const token = await issueTestToken(registry, 'leaver', ['view'], ['*']);
  const ends = new AbortController();
  const stays = (await open(registry.tokens.edge, ends.signal, elsewhere)).body?.getReader();
  const stream = (await open(token, ends.signal, elsewhere)).body?.getReader();
  const untilBeat = async (reader = stays) => {
    for (;;) {
      const { value, done } = (await reader?.read()) ?? { done: true };
      if (done || Buffer.from(value ?? []).includes('heartbeat')) return !done;
    }
  };
  expect(await untilBeat(stream)).toBe(true);
  await revokeTokenNamed(registry.database, 'leaver', 'operator');
  let beats = 0;
  while (beats < 200 && (await untilBeat(stream))) beats += 1;
  expect(beats).toBeLessThan(200);
  expect(await untilBeat()).toBe(true);
  ends.abort();
  await at.stop();
});

it('refuses a stream while 200 are open, and takes one when another has ended', async () => {
  const taken = await Promise.all(Array.from({ length: 200 }, untilTaken));
  const refused = await open();
  expect([refused.status, (await refused.json()).code]).toEqual([503, 'service-unavailable']);
  for (const { body } of taken) await body?.cancel();
  const { body } = await untilTaken();
  await body?.cancel();
});

/**
 * The server notices the end of a stream a moment later.
 * @returns What has to be kept: a stream that nobody reads ends when the garbage is collected.
 */
async function untilTaken(): Promise<Response> {
  for (;;) {
    const answer = await open();
    if (answer.status === 200) return answer;
    await answer.text();
  }
}

it('tells what is to be asked for again: of plans, proposals, rules and the lock', async () => {
  const clock = { now: new Date() };
  const worker = await createTestWorker(registry, clock, async () => new Map());
  const ends = new AbortController();
  const stream = told(ends.signal);
  const next = async (count: number) => {
    const events: string[] = [];
    while (events.length < count) {
      const { event } = (await stream.next()).value as { event: string };
      // A dry run has told that other releases may become live.
      if (event !== 'prospects') events.push(event);
    }
    return events;
  };
  const send = (method: 'POST' | 'DELETE', path: string, token: string, payload?: object) =>
    registry.server.inject({
      ...{ method, url: `/registry/v1${path}`, headers: { authorization: `Bearer ${token}` } },
      ...(payload && { payload }),
    });
  const { promote: promoter } = registry.tokens;
  expect(await next(1)).toEqual(['revision']);
  await promote(registry, 0, 'shell@1.0.0');
  expect(await next(1)).toEqual(['revision']);

  const lock = '/environments/production/lock';
  await send('POST', lock, promoter, { reason: 'The fair is on.' });
  await send('DELETE', lock, promoter);
  await setRules(registry, { requireReason: false });
  expect(await next(3)).toEqual(['rules', 'rules', 'rules']);

  const steps = [
    { basisPoints: 500, minutes: null },
    { basisPoints: 10_000, minutes: null },
  ];
  const { id } = (await makePlan(registry, 1, ['shell@1.0.1'], { steps })).json();
  expect(await next(1)).toEqual(['plans']);
  clock.now = new Date();
  await worker.look();
  expect(await next(2)).toEqual(['revision', 'plans']);
  await changePlan(registry, id, 'pause');
  await changePlan(registry, id, 'abort');
  expect(await next(3)).toEqual(['plans', 'revision', 'plans']);

  await setRules(registry, { approvals: 1 });
  const propose = async (release: string): Promise<number> => {
    const proposal = { command: { kind: 'promote', releases: byName(release) }, reason: 'The new header.' };
    const answer = await send('POST', '/environments/production/proposals', promoter, proposal);
    expect(answer.statusCode).toBe(201);
    return answer.json().id;
  };
  const proposed = await propose('shell@1.0.1');
  expect(await next(2)).toEqual(['rules', 'proposals']);
  const approver = await issueTestToken(registry, 'bob', ['promote'], ['*']);
  expect((await send('POST', `/proposals/${proposed}/approve`, approver, {})).statusCode).toBe(200);
  // Of the same transaction, the approval and the closing are told once.
  expect(await next(2)).toEqual(['proposals', 'revision']);
  await send('POST', `/proposals/${await propose('shell@1.0.0')}/withdraw`, promoter, {});
  expect(await next(2)).toEqual(['proposals', 'proposals']);
  await setRules(registry, {});
  ends.abort();
  await worker.stop();
});

it('tells what it has committed itself also while no notification reaches it', async () => {
  const database = await createTestDatabase({ migrations: registryMigrations });
  const deaf = await startTestRegistry({ database: { ...database, listen: async () => async () => undefined } });
  const ends = new AbortController();
  const stream = told(ends.signal, await deaf.server.listen({ host: '127.0.0.1', port: 0 }), deaf.tokens.edge);
  const next = async () => JSON.parse((await stream.next()).value?.data ?? '{}');
  await publish(deaf, { name: 'shell', version: '1.0.0' });
  expect(await next()).toMatchObject({ number: 0 });
  expect((await promote(deaf, 0, 'shell@1.0.0')).statusCode).toBe(201);
  expect(await next()).toMatchObject({ number: 1 });
  ends.abort();
  await deaf.stop();
  await database.close();
});

it('tells what is live first, and then that everything else is to be asked for, after notifications were lost', async () => {
  const database = await createTestDatabase({ migrations: registryMigrations });
  const other = await startTestRegistry({ database });
  const listeners: Listener[] = [];
  const listen: Database['listen'] = async (_channel, listener) => {
    listeners.push(listener);
    return async () => undefined;
  };
  const deaf = await startTestRegistry({ database: { ...database, listen } });
  const ends = new AbortController();
  const stream = told(ends.signal, await deaf.server.listen({ host: '127.0.0.1', port: 0 }), other.tokens.edge);
  const next = async () => (await stream.next()).value;
  await publish(other, { name: 'shell', version: '1.0.0' });
  expect(await next()).toMatchObject({ event: 'revision', data: expect.stringContaining('"number":0') });
  expect((await promote(other, 0, 'shell@1.0.0')).statusCode).toBe(201);

  for (const listener of listeners) listener(null);
  expect(await next()).toMatchObject({ event: 'revision', data: expect.stringContaining('"number":1') });
  const asked = [await next(), await next(), await next(), await next(), await next()].map((told) => told?.event);
  expect(asked.sort()).toEqual(['plans', 'previews', 'proposals', 'prospects', 'rules']);
  ends.abort();
  await deaf.stop();
  await other.stop();
  await database.close();
});

it('asks for what is live where a notification says nothing that it understands', async () => {
  const database = await createTestDatabase({ migrations: registryMigrations });
  const other = await startTestRegistry({ database });
  const listeners: Listener[] = [];
  const listen: Database['listen'] = async (channel, listener) => {
    if (channel === REVISION_CHANNEL) listeners.push(listener);
    return async () => undefined;
  };
  const logged: string[] = [];
  const logger = createLogger({ level: 'warn', destination: { write: (line) => void logged.push(line) } });
  const deaf = await startTestRegistry({ database: { ...database, listen }, logger });
  const ends = new AbortController();
  const stream = told(ends.signal, await deaf.server.listen({ host: '127.0.0.1', port: 0 }), other.tokens.edge);
  const next = async () => JSON.parse((await stream.next()).value?.data ?? '{}');
  await publish(other, { name: 'shell', version: '1.0.0' });
  expect(await next()).toMatchObject({ number: 0 });
  expect((await promote(other, 0, 'shell@1.0.0')).statusCode).toBe(201);
  // Of the streams, and of what looks at plans.
  expect(listeners).toHaveLength(2);
  for (const payload of ['no JSON', 'null', '{"number":7}']) for (const listener of listeners) listener(payload);
  expect(await next()).toMatchObject({ number: 1 });
  expect(logged.join('')).toContain('a notification of a revision cannot be read');
  ends.abort();
  await deaf.stop();
  await other.stop();
  await database.close();
});

it('tells the live revision at once and at each change, and ends when the server drains', async () => {
  await forget(registry);
  const [one, two] = [numbers(), numbers()];
  expect([(await one.next()).value, (await two.next()).value]).toEqual([0, 0]);
  await promote(registry, 0, 'shell@1.0.0');
  expect([(await one.next()).value, (await two.next()).value]).toEqual([1, 1]);
  await promote(registry, 1, 'shell@1.0.1');
  expect([(await one.next()).value, (await two.next()).value]).toEqual([2, 2]);

  const late = numbers();
  expect((await late.next()).value).toBe(2);

  await registry.server.close();
  expect([(await one.next()).done, (await two.next()).done, (await late.next()).done]).toEqual([true, true, true]);
});
