import { readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createLogger } from '@site/platform/logging';
import { createTestDirectory } from '@site/platform/testing/test-directory';
import { until } from '../testing/test-edge';
import { DiskCache } from './disk-cache';

let folder: Awaited<ReturnType<typeof createTestDirectory>>;
let directory: string;
let logged: string[];
beforeEach(async () => {
  folder = await createTestDirectory();
  directory = join(folder.path, 'kept');
  logged = [];
});
afterEach(() => folder.remove());

const open = (maxBytes = 1_000, at = directory) =>
  new DiskCache({
    directory: at,
    maxBytes,
    logger: createLogger({ level: 'warn', destination: { write: (line) => void logged.push(line) } }),
  });
const text = (bytes: Buffer) => bytes.toString();
const onDisk = async () => (await readdir(directory)).length;

describe('what is kept on disk', () => {
  it('is there after a restart, and is what it was', async () => {
    expect(await open().read('a', text)).toBeNull();
    await open().write('a', Buffer.from('first'));
    await open().write('a', Buffer.from('second'));
    expect(await open().read('a', text)).toBe('second');
    expect(await open().read('b', text)).toBeNull();
  });

  it('is removed when it is not sound', async () => {
    const cache = open();
    await cache.write('a', Buffer.from('damaged'));
    expect(await cache.read('a', () => null)).toBeNull();
    expect(await onDisk()).toBe(0);
    expect(logged.join()).toContain('damaged');
  });

  it('stays within its limit: what was used last stays, also from an earlier start', async () => {
    const cache = open(30);
    for (const key of ['a', 'b']) await cache.write(key, Buffer.from('ten bytes.'));
    expect(await cache.read('a', text)).not.toBeNull();
    await cache.write('c', Buffer.from('ten bytes.'));
    const found = async (of: DiskCache) => (await Promise.all(['a', 'b', 'c'].map((key) => of.read(key, text)))).map((one) => one !== null);
    await until(async () => (await onDisk()) === 2);
    expect(await found(cache)).toEqual([true, false, true]);
    // Of a start with another limit, the one that was not used for longest goes.
    const [oldest] = await readdir(directory);
    await utimes(join(directory, oldest!), 1, 1);
    const next = open(15);
    await next.read('d', text);
    await until(async () => (await onDisk()) === 1);
    expect(await readdir(directory)).not.toContain(oldest);
    await open(5).write('e', Buffer.from('more than all'));
    expect(await open().read('e', text)).toBeNull();
  });

  it('is nothing that a process did not finish', async () => {
    await open().write('a', Buffer.from('a'));
    const unfinished = [join(directory, 'abandoned'), join(directory, 'of-another-process')];
    for (const file of unfinished) await writeFile(file, '');
    await utimes(unfinished[0]!, 1, 1);
    expect(await open().read('a', text)).toBe('a');
    expect((await readdir(directory)).filter((name) => name.length < 64)).toEqual(['of-another-process']);
  });

  it('is not needed: where nothing can be written, nothing is there', async () => {
    const cache = open(1_000, '/dev/null/kept');
    await cache.write('a', Buffer.from('a'));
    expect(await cache.read('a', text)).toBeNull();
    expect(logged.join()).toContain('a file is not kept on disk');
  });
});
