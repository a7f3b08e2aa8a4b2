import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { createTestDirectory } from '@site/platform/testing/test-directory';
import { deleteLeftBehind, type Kept, Scratch } from './scratch';

let directory: Awaited<ReturnType<typeof createTestDirectory>>;
beforeEach(async () => {
  directory = await createTestDirectory();
});
afterEach(() => directory.remove());

const MIB = 1024 * 1024;

it('keeps what is small in memory and what is more on disk, gives both back, and leaves nothing', async () => {
  const parts = [Buffer.alloc(5 * MIB, 'a'), Buffer.alloc(5 * MIB, 'b'), Buffer.alloc(3 * MIB, 'c'), Buffer.alloc(1, 'd')];
  await Scratch.during(directory.path, async (scratch) => {
    const kept: Kept[] = [];
    for (const part of parts) kept.push(await scratch.keep(part));
    const [own = ''] = await readdir(directory.path);
    expect(await readdir(join(directory.path, own))).toHaveLength(2);
    for (const [index, bytes] of kept.entries()) expect((await bytes()).equals(parts[index]!)).toBe(true);
  });
  expect(await readdir(directory.path)).toEqual([]);
});

it('leaves nothing of work that fails', async () => {
  const work = Scratch.during(directory.path, async (scratch) => {
    await scratch.keep(Buffer.alloc(9 * MIB));
    throw new Error('it broke');
  });
  await expect(work).rejects.toThrow('it broke');
  expect(await readdir(directory.path)).toEqual([]);
});

it('deletes what a killed process has left, and nothing that may be at work', async () => {
  for (const name of ['left', 'at-work']) {
    await mkdir(join(directory.path, name));
    await writeFile(join(directory.path, name, '0'), 'part of an upload');
  }
  const longAgo = new Date(Date.now() - 2 * 60 * 60_000);
  await utimes(join(directory.path, 'left'), longAgo, longAgo);
  await deleteLeftBehind(directory.path);
  expect(await readdir(directory.path)).toEqual(['at-work']);
  await deleteLeftBehind(join(directory.path, 'never-made'));
});
