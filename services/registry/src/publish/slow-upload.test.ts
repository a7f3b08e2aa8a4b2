import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { archiveOf, fixtureRelease, startTestRegistry, type TestRegistry } from '../testing';

const MINUTE_MS = 60_000;

let registry: TestRegistry;
beforeEach(async () => {
  registry = await startTestRegistry();
});
afterEach(async () => {
  jest.useRealTimers();
  await registry.stop();
});

it('an archive that takes minutes to arrive is published', async () => {
  const { port } = new URL(await registry.server.listen({ host: '127.0.0.1', port: 0 }));
  jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate', 'setTimeout', 'clearTimeout', 'Date', 'performance'] });
  const archive = await archiveOf(fixtureRelease({ name: 'mf-slow', version: '1.0.0' }));
  const socket = connect(Number(port), '127.0.0.1');
  const answer = text(socket);
  const lines = Object.entries({
    authorization: `Bearer ${registry.tokens.publish}`,
    'content-type': 'application/gzip',
    'x-content-sha256': createHash('sha256').update(archive).digest('hex'),
    ...{ host: 'x', connection: 'close', 'content-length': archive.length },
  });
  const arriving = once(registry.server.server, 'request') as Promise<[IncomingMessage]>;
  socket.write(`PUT /registry/v1/remotes/mf-slow/releases/1.0.0 HTTP/1.1\r\n${lines.map((line) => line.join(': ')).join('\r\n')}\r\n\r\n`);
  const [{ socket: arrived }] = await arriving;
  while ((await readdir(`${registry.dataDir}/uploads`).catch(() => [])).length === 0) await nextTurn();
  for (const part of [archive.subarray(0, 10), archive.subarray(10, 20), archive.subarray(20)]) {
    const before = arrived.bytesRead;
    socket.write(part);
    while (arrived.bytesRead < before + part.length && !arrived.destroyed) await nextTurn();
    jest.advanceTimersByTime(MINUTE_MS);
  }
  expect((await answer).split('\r\n')[0]).toBe('HTTP/1.1 201 Created');
});
