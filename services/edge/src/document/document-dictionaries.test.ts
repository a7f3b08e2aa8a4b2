import { createHash } from 'node:crypto';
import { brotliCompressSync } from 'node:zlib';
import { expect, it, jest } from '@jest/globals';
import { silentLogger } from '@site/platform/logging';
import { DocumentDictionaries } from './document-dictionaries';

const words = Array.from({ length: 2_000 }, (_, index) => createHash('sha256').update(String(index)).digest('hex')).join(' ');
const [held, present] = [Buffer.from(`<p>${words}</p>`), Buffer.from(`<p>${words}.</p>`)];
const hash = createHash('sha256').update(held).digest('hex');

/** Dictionaries on a disk whose files are found or not when a reading begins. */
function dictionaries() {
  const files = new Map<string, Uint8Array>();
  const read = jest.fn(async (key: string, judge: (bytes: Buffer) => unknown) => {
    const bytes = files.get(key);
    await new Promise(setImmediate);
    return bytes ? judge(Buffer.from(bytes)) : null;
  });
  const write = async (key: string, bytes: Uint8Array) => void files.set(key, bytes);
  return { read, known: new DocumentDictionaries({ disk: { read, write } as never, logger: silentLogger() }) };
}

it('a page that is remembered while it is looked for is found the next time', async () => {
  const { known } = dictionaries();
  const compressed = brotliCompressSync(present);
  const looking = known.difference(hash, compressed);
  await known.remember(held, brotliCompressSync(held));
  expect(await looking).toBeNull();
  expect((await known.difference(hash, compressed))?.length).toBeLessThan(200);
});

it('a page that is not known is looked for on the disk once, until it is remembered', async () => {
  const { read, known } = dictionaries();
  const compressed = brotliCompressSync(present);
  for (let time = 0; time < 2; time += 1) expect(await known.difference(hash, compressed)).toBeNull();
  expect(read).toHaveBeenCalledTimes(1);
  await known.remember(held, brotliCompressSync(held));
  expect(await known.difference(hash, compressed)).not.toBeNull();
});
