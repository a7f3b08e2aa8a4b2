import { mkdir, readdir } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { openStorage, type Storage } from './storage';
import { createTestDirectory } from './testing';

let directory: Awaited<ReturnType<typeof createTestDirectory>>;
let storage: Storage;
beforeEach(async () => {
  directory = await createTestDirectory();
  storage = await openStorage({ dir: directory.path });
});
afterEach(() => directory.remove());

describe('storage on disk', () => {
  it('gives back what was put, by bytes and by stream', async () => {
    await storage.put('a/b@1.0.0~x+y.js', Buffer.from('hello'));
    await storage.putStream('a/streamed', Readable.from([Buffer.from('hel'), Buffer.from('lo')]), 5);
    for (const key of ['a/b@1.0.0~x+y.js', 'a/streamed']) {
      expect((await storage.get(key))?.toString()).toBe('hello');
      expect((await storage.stat(key))?.size).toBe(5);
      const chunks: Buffer[] = [];
      for await (const chunk of (await storage.stream(key)) ?? []) chunks.push(chunk as Buffer);
      expect(Buffer.concat(chunks).toString()).toBe('hello');
    }
    expect(await storage.list('a')).toEqual(['a/b@1.0.0~x+y.js', 'a/streamed']);
  });

  it('reads what is missing, or a folder, as null', async () => {
    await mkdir(`${directory.path}/folder`);
    for (const key of ['nothing', 'folder', 'nothing/inside']) {
      expect([await storage.get(key), await storage.stat(key), await storage.stream(key), await storage.exists(key)]).toEqual([
        null,
        null,
        null,
        false,
      ]);
    }
    expect(await storage.list('nothing')).toEqual([]);
    await storage.delete('nothing');
  });

  it('shows no part of a file whose writing failed', async () => {
    const failing = Readable.from(
      (async function* () {
        yield Buffer.from('half');
        throw new Error('lost');
      })(),
    );
    await expect(storage.putStream('a/file', failing, 8)).rejects.toThrow('lost');
    expect(await storage.exists('a/file')).toBe(false);
    expect(await readdir(`${directory.path}/.unfinished`)).toEqual([]);
  });

  it('replaces a file in one step: readers see the old or the new bytes, never a mixture', async () => {
    const [old, young] = [Buffer.alloc(500_000, 'a'), Buffer.alloc(500_000, 'b')];
    await storage.put('file', old);
    let writing = true;
    const writes = (async () => {
      for (let count = 0; count < 20; count += 1) await storage.put('file', count % 2 ? old : young);
      writing = false;
    })();
    while (writing) {
      const bytes = await storage.get('file');
      expect(bytes?.equals(old) || bytes?.equals(young)).toBe(true);
    }
    await writes;
  }, 20_000);

  it.each(['../x', 'a/../x', '/x', 'a//b', '.hidden', 'a/.hidden', 'a/b.', 'a\\b', 'a b', '', 'a/..'])(
    'refuses the key %j',
    async (key) => {
      await expect((async () => storage.get(key))()).rejects.toThrow('is not a key');
      await expect((async () => storage.put(key, Buffer.from('x')))()).rejects.toThrow('is not a key');
    },
  );

  it('says what is wrong with an address', async () => {
    await expect(openStorage({ url: 'ftp://x', dir: directory.path })).rejects.toThrow('The setting STORAGE_URL cannot be used');
  });
});
