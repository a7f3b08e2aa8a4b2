import { randomBytes } from 'node:crypto';
import { brotliDecompressSync } from 'node:zlib';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { Compressor } from './compressor';

let compressor: Compressor;
beforeEach(() => {
  compressor = new Compressor();
});
afterEach(() => compressor.close());

it('compresses many at the same time, each to its own bytes', async () => {
  const texts = Array.from({ length: 40 }, (_, index) => randomBytes(index * 10).toString('hex'));
  const all = await Promise.all(texts.map((text) => compressor.compress(Buffer.from(text))));
  expect(all.map((brotli) => brotliDecompressSync(brotli).toString())).toEqual(texts);
});

it('ends at once what is under way and what waits, and takes nothing more, when it is closed', async () => {
  const underWay = Array.from({ length: 20 }, () => compressor.compress(randomBytes(2_000_000)));
  const ended = Promise.allSettled(underWay);
  await compressor.close();
  expect((await ended).map(({ status }) => status)).toEqual(underWay.map(() => 'rejected'));
  await expect(compressor.compress(Buffer.alloc(1))).rejects.toThrow('aborted');
});
