import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import Fastify from 'fastify';
import { createLeasedWorker } from './leased-worker';

beforeEach(() => void jest.useFakeTimers({ now: 0 }));
afterEach(() => void jest.useRealTimers());

it.each([
  ['nothing was due', null],
  ['something was due in an hour', new Date(3_600_000)],
])('what became due and was announced to nobody is found within a minute, where %s', async (_what, next) => {
  const due: string[] = [];
  const done: string[] = [];
  const worker = createLeasedWorker<string>({
    what: 'things',
    lease: async () => due.shift() ?? null,
    work: async (thing) => void done.push(thing),
    findNextLook: async () => next,
    now: () => new Date(),
    logger: Fastify().log,
  });
  worker.start();
  await jest.advanceTimersByTimeAsync(1_000);
  for (const thing of ['first', 'second']) {
    due.push(thing);
    await jest.advanceTimersByTimeAsync(60_000);
    expect(done).toContain(thing);
  }
  await worker.stop();
});
