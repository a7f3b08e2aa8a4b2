import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import type pg from 'pg';
import { createSubscriptions } from './postgres-subscriptions';

beforeEach(() => void jest.useFakeTimers({ now: 0 }));
afterEach(() => void jest.useRealTimers());

/** A server that can refuse connections, and cut the last one. */
function createServer() {
  const attempts: number[] = [];
  const statements: string[] = [];
  let last = new EventEmitter();
  const server = {
    /** When somebody tried to connect, in milliseconds. */
    attempts,
    statements,
    isAway: false,
    /** What becomes of a statement. */
    answer: async (): Promise<void> => undefined,
    cut: () => void last.emit('end'),
    /** How many connections stand. */
    open: 0,
    connect: (): pg.Client => {
      attempts.push(Date.now());
      const client = new EventEmitter();
      last = client;
      const connect = async () => {
        if (server.isAway) throw new Error('nobody answers');
        server.open += 1;
        client.once('end', () => (server.open -= 1));
      };
      const query = async (text: string) => {
        statements.push(text);
        await server.answer();
      };
      const escapeIdentifier = (name: string) => `"${name}"`;
      return Object.assign(client, { connect, query, escapeIdentifier, end: async () => void client.emit('end') }) as unknown as pg.Client;
    },
  };
  return server;
}

it('a connection that had stood is made again at once, for all channels in one statement, and says that something may be lost', async () => {
  const server = createServer();
  const subscriptions = createSubscriptions(server.connect);
  const heard: (string | null)[] = [];
  for (const channel of ['one', 'other']) await subscriptions.listen(channel, (payload) => void heard.push(payload));
  await jest.advanceTimersByTimeAsync(60_000);
  server.cut();
  await jest.advanceTimersByTimeAsync(0);
  expect(server.attempts).toEqual([0, 60_000]);
  expect(server.statements.at(-1)).toBe('listen "one";listen "other"');
  expect(heard).toEqual([null, null]);
  await subscriptions.close();
});

it('a server that is away is asked less and less often, and one that cuts each connection not without a pause', async () => {
  const server = createServer();
  const subscriptions = createSubscriptions(server.connect);
  await subscriptions.listen('one', () => undefined);
  await jest.advanceTimersByTimeAsync(1_000);
  server.isAway = true;
  server.cut();
  await jest.advanceTimersByTimeAsync(20_000);
  expect(server.attempts).toEqual([0, 1_000, 1_100, 1_300, 1_700, 2_500, 4_100, 7_300, 12_300, 17_300]);

  server.isAway = false;
  await jest.advanceTimersByTimeAsync(5_000);
  server.attempts.length = 0;
  for (let round = 0; round < 3; round += 1) {
    server.cut();
    await jest.advanceTimersByTimeAsync(100);
  }
  const [first = 0, ...next] = server.attempts;
  expect(next).toEqual([first + 100, first + 200]);
  await subscriptions.close();
});

it('a connection that breaks during a pause in which somebody began to listen is made again for all, and says that something may be lost', async () => {
  const server = createServer();
  const subscriptions = createSubscriptions(server.connect);
  const heard: string[] = [];
  const listen = (channel: string) => subscriptions.listen(channel, (payload) => void heard.push(`${channel} ${payload}`));
  await listen('one');
  server.isAway = true;
  server.cut();
  await jest.advanceTimersByTimeAsync(1_000);
  server.isAway = false;
  await listen('other');
  server.cut();
  server.attempts.length = 0;
  await jest.advanceTimersByTimeAsync(5_000);
  expect(server.attempts).toHaveLength(1);
  expect(server.statements.at(-1)).toBe('listen "one";listen "other"');
  expect(heard).toEqual(['one null', 'other null']);
  await subscriptions.close();
});

it('a connection that ends before anybody knows that it stood is made again', async () => {
  const server = createServer();
  const subscriptions = createSubscriptions(server.connect);
  await subscriptions.listen('one', () => undefined);
  await jest.advanceTimersByTimeAsync(1_000);
  server.answer = async () => {
    server.answer = async () => undefined;
    server.cut();
  };
  server.cut();
  await jest.advanceTimersByTimeAsync(1_000);
  expect(server.attempts).toEqual([0, 1_000, 1_100]);
  await subscriptions.close();
});

it('who cannot listen takes no connection from the others that was made since', async () => {
  const server = createServer();
  const subscriptions = createSubscriptions(server.connect);
  await subscriptions.listen('one', () => undefined);
  let refuse: (error: Error) => void = () => undefined;
  server.answer = () => new Promise((_resolve, reject) => (refuse = reject));
  const refused = expect(subscriptions.listen('other', () => undefined)).rejects.toThrow('too late');
  await jest.advanceTimersByTimeAsync(1_000);
  server.answer = async () => undefined;
  server.cut();
  await jest.advanceTimersByTimeAsync(1_000);
  refuse(new Error('too late'));
  await refused;
  await subscriptions.listen('third', () => undefined);
  expect(server.attempts).toEqual([0, 1_000]);
  await subscriptions.close();
});

it('a connection on which nobody can listen is ended, by who made it and by who came to it, and the others have another', async () => {
  const server = createServer();
  const subscriptions = createSubscriptions(server.connect);
  const heard: (string | null)[] = [];
  const refuse = () => (server.answer = async () => Promise.reject(new Error('not now')));
  refuse();
  await expect(subscriptions.listen('one', () => undefined)).rejects.toThrow('not now');
  expect(server.open).toBe(0);

  server.answer = async () => undefined;
  await subscriptions.listen('one', (payload) => void heard.push(payload));
  refuse();
  await expect(subscriptions.listen('other', () => undefined)).rejects.toThrow('not now');
  expect(server.open).toBe(0);
  await jest.advanceTimersByTimeAsync(10_000);
  expect(server.open).toBe(0);

  server.answer = async () => undefined;
  await jest.advanceTimersByTimeAsync(5_000);
  expect([server.open, heard]).toEqual([1, [null]]);
  await subscriptions.close();
  expect(server.open).toBe(0);
});
