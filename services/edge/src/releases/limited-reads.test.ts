import { setTimeout } from 'node:timers/promises';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, it } from '@jest/globals';
import { limitedReads } from './limited-reads';

it('a file that the storage opens after its time is closed again, whatever becomes of it, and the next try is read', async () => {
  const late: Readable[] = [];
  let tries = 0;
  const storage = {
    get: async () => null,
    stat: async () => null,
    async stream() {
      tries += 1;
      if (tries > 1) return Readable.from([Buffer.from('whole')]);
      await setTimeout(60);
      const opened = new Readable({ read: () => undefined });
      late.push(opened);
      return opened;
    },
  };
  const stream = await limitedReads(storage, { timeoutMs: 20, retries: 1 }).stream('file');
  expect(String(await buffer(stream as Readable))).toBe('whole');
  while (late.length === 0) await setTimeout(5);
  await setTimeout(0);
  expect(late.map(({ destroyed }) => destroyed)).toEqual([true]);
  expect(() => late[0]?.emit('error', new Error('The disk is gone'))).not.toThrow();
});
