import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { afterEach, describe, expect, it } from '@jest/globals';
import { createDCtx, decompressUsingDict, init } from '@bokuweb/zstd-wasm';
import { DeltaEncoder } from './delta-encoder';

/** Bytes that compress badly by themselves. */
const noise = (seed: string, length: number) =>
  Buffer.concat(Array.from({ length: length / 32 }, (_, index) => createHash('sha256').update(`${seed} ${index}`).digest()));
const [dictionary, other] = [noise('before', 64_000), noise('other', 3_200)];
const bytes = Buffer.concat([dictionary.subarray(0, 30_000), Buffer.from('one sentence'), dictionary.subarray(30_000)]);
const forever = new AbortController().signal;

let encoder: DeltaEncoder;
afterEach(() => encoder.rest());

/** A thread that runs these lines, as long as there is none of them that worked before. */
const brokenOnce = (lines: string) => {
  let isBroken = true;
  return () => {
    const source = isBroken ? new Worker(lines, { eval: true }) : new Worker(new URL('./delta-worker.mjs', import.meta.url));
    isBroken = false;
    return source;
  };
};

describe('a delta', () => {
  it('is what RFC 9842 says, as small as the difference, and leads to the very file', async () => {
    encoder = new DeltaEncoder();
    const delta = await encoder.encode({ dictionary, bytes }, forever);
    expect(delta.subarray(0, 8).toString('hex')).toBe('5e2a4d1820000000');
    expect(delta.subarray(8, 40)).toEqual(createHash('sha256').update(dictionary).digest());
    expect(delta.length).toBeLessThan(150);
    await init();
    expect(Buffer.from(decompressUsingDict(createDCtx(), delta.subarray(40), dictionary))).toEqual(bytes);
    // The next one in the same thread knows nothing of it.
    expect((await encoder.encode({ dictionary: other, bytes }, forever)).length).toBeGreaterThan(60_000);
  });

  it('is not made with a file that Zstandard would read in another way than browsers', async () => {
    encoder = new DeltaEncoder();
    const foreign = Buffer.concat([Buffer.from([0x37, 0xa4, 0x30, 0xec]), dictionary]);
    await expect(encoder.encode({ dictionary: foreign, bytes }, forever)).rejects.toThrow('another format');
    expect((await encoder.encode({ dictionary, bytes }, forever)).length).toBeLessThan(150);
  });

  it.each([
    ['fails', 'throw new Error("broken")', 600_000, /broken/],
    ['never answers', 'setInterval(() => undefined, 1000)', 1, /aborted/],
  ])('fails where the thread %s, and the next one has another thread', async (_what, lines, timeoutMs, reason) => {
    encoder = new DeltaEncoder({ timeoutMs, startWorker: brokenOnce(lines) });
    await expect(encoder.encode({ dictionary, bytes }, forever)).rejects.toThrow(reason);
    if (timeoutMs > 1) expect((await encoder.encode({ dictionary, bytes }, forever)).length).toBeLessThan(150);
  });

  it('is given up at once for what comes first', async () => {
    encoder = new DeltaEncoder({ startWorker: brokenOnce('setInterval(() => undefined, 1000)') });
    const ending = new AbortController();
    const encoded = encoder.encode({ dictionary, bytes }, ending.signal);
    ending.abort();
    await expect(encoded).rejects.toThrow(/aborted/);
    expect((await encoder.encode({ dictionary, bytes }, forever)).length).toBeLessThan(150);
  });

  it.each([
    ['ends', 'exit', 'parentPort.close()'],
    ['fails', 'error', 'setImmediate(() => { throw new Error("broken") })'],
  ])('is made in another thread where the one before %s after its answer', async (_what, event, then) => {
    const answer = `parentPort.once('message', () => { parentPort.postMessage(new Uint8Array(1)); ${then}; })`;
    const start = brokenOnce(`const { parentPort } = require('node:worker_threads'); ${answer}`);
    const started: Worker[] = [];
    encoder = new DeltaEncoder({ startWorker: () => (started.push(start()), started.at(-1)!) });
    const answered = encoder.encode({ dictionary, bytes }, forever);
    // The error may come before the answer.
    await Promise.allSettled([answered, once(started[0]!, event)]);
    expect((await encoder.encode({ dictionary, bytes }, forever)).length).toBeLessThan(150);
    expect(started).toHaveLength(2);
  });
});
