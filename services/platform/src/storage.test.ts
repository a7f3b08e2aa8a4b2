import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { openStorage, type Storage } from './storage';
import { createTestDirectory } from './testing/test-directory';
import { startS3Server } from './testing/s3-server';

const CREDENTIALS = { accessKeyId: 'site', secretAccessKey: 'secret of the site' };
const BUCKET = 'site-files';

interface Place {
  storage: Storage;
  /** Puts small files there, without the storage. */
  seed(keys: string[]): Promise<void>;
  /** How often a list asked the store. */
  listRequests(): number;
  close(): Promise<void>;
}

async function onDisk(): Promise<Place> {
  const directory = await createTestDirectory();
  return {
    storage: await openStorage({ dir: directory.path }),
    async seed(keys) {
      for (const key of keys) {
        await mkdir(dirname(join(directory.path, key)), { recursive: true });
        await writeFile(join(directory.path, key), 'x');
      }
    },
    listRequests: () => 0,
    close: directory.remove,
  };
}

async function startBucket() {
  const server = await startS3Server({ bucket: BUCKET, ...CREDENTIALS });
  process.env.AWS_ACCESS_KEY_ID = CREDENTIALS.accessKeyId;
  process.env.AWS_SECRET_ACCESS_KEY = CREDENTIALS.secretAccessKey;
  const open = (bucket = BUCKET, limits: { silenceMs?: number } = {}) =>
    openStorage({ url: `s3://${bucket}?region=eu-central-1&endpoint=${server.endpoint}&pathStyle=true`, dir: '/nowhere', ...limits });
  return { server, open };
}

async function inBucket(): Promise<Place> {
  const { server, open } = await startBucket();
  return {
    storage: await open(),
    async seed(keys) {
      for (const key of keys) server.objects.set(key, { bytes: Buffer.from('x'), modifiedAt: new Date() });
    },
    listRequests: () => server.requests.filter((request) => request.includes('list-type=2')).length,
    close: server.close,
  };
}

describe.each([
  { name: 'on disk', open: onDisk, pages: 0 },
  { name: 'in an S3 bucket', open: inBucket, pages: 3 },
])('storage $name', ({ open, pages }) => {
  let place: Place;
  let storage: Storage;
  beforeEach(async () => {
    place = await open();
    storage = place.storage;
  });
  afterEach(() => place.close());

  it.each([
    ['text', Buffer.from('hello')],
    ['nothing', Buffer.alloc(0)],
    ['many bytes', Buffer.alloc(3_000_000, 'abc')],
  ])('gives back what was put: %s', async (_what, bytes) => {
    const key = 'a/b@1.0.0~x+y.js';
    // Clocks of file systems are a little behind, and S3 tells whole seconds.
    const before = Date.now() - 1_000;
    await storage.put(key, bytes);
    expect((await storage.get(key))?.equals(bytes)).toBe(true);
    const found = await storage.stat(key);
    expect(found?.size).toBe(bytes.length);
    expect(found?.modifiedAt.getTime()).toBeGreaterThanOrEqual(before);
    const chunks: Buffer[] = [];
    for await (const chunk of (await storage.stream(key)) ?? []) chunks.push(chunk as Buffer);
    expect(Buffer.concat(chunks).equals(bytes)).toBe(true);
    expect(await storage.list('a')).toEqual([key]);
  });

  it('reads what is missing, or a folder, as null', async () => {
    await storage.put('folder/file', Buffer.from('x'));
    for (const key of ['nothing', 'folder', 'nothing/inside']) {
      expect([await storage.get(key), await storage.stat(key), await storage.stream(key), await storage.exists(key)]).toEqual([
        null,
        null,
        null,
        false,
      ]);
    }
    expect(await storage.list('nothing')).toEqual([]);
  });

  it('forgets what is deleted, and has no objection when it was not there', async () => {
    await storage.put('a', Buffer.from('x'));
    await storage.delete('a');
    expect(await storage.exists('a')).toBe(false);
    await storage.delete('a');
  });

  it('lists a folder whole, of any size and depth, and nothing beside it', async () => {
    const keys = Array.from({ length: 2_500 }, (_, index) => `releases/${index % 7}/${index}.js`);
    await place.seed([...keys, 'releases-of-others/1.js', 'other']);
    expect(await storage.list('releases')).toEqual(keys.sort());
    expect(place.listRequests()).toBe(pages);
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
  });

  it.each(['../x', 'a/../x', '/x', 'a//b', '.hidden', 'a/.hidden', 'a/b.', 'a\\b', 'a b', '', 'a/..'])(
    'refuses the key %j',
    async (key) => {
      await expect((async () => storage.get(key))()).rejects.toThrow('is not a key');
      await expect((async () => storage.put(key, Buffer.from('x')))()).rejects.toThrow('is not a key');
    },
  );
});

describe('a write on disk that fails', () => {
  it('shows no part of the file, and leaves none', async () => {
    const directory = await createTestDirectory();
    const storage = await openStorage({ dir: directory.path });
    await storage.put('folder/file', Buffer.from('x'));
    await expect(storage.put('folder', Buffer.from('half'))).rejects.toThrow();
    expect(await storage.get('folder')).toBeNull();
    expect(await readdir(join(directory.path, '.unfinished'))).toEqual([]);
    await directory.remove();
  });
});

describe('a bucket', () => {
  let bucket: Awaited<ReturnType<typeof startBucket>>;
  beforeEach(async () => {
    bucket = await startBucket();
  });
  afterEach(() => bucket.server.close());

  it('that answers with a failure is no bucket without the file', async () => {
    const storage = await bucket.open();
    await storage.put('file', Buffer.from('x'));
    bucket.server.outages = Array.from({ length: 100 }, () => 500);
    for (const read of [storage.get, storage.stat, storage.stream, storage.exists]) await expect(read('file')).rejects.toThrow();
    await expect(storage.put('file', Buffer.from('y'))).rejects.toThrow();
    await expect(storage.list('a')).rejects.toThrow();
    bucket.server.outages = [];
    expect((await storage.get('file'))?.toString()).toBe('x');
  });

  it('that stumbles once is asked again', async () => {
    const storage = await bucket.open();
    await storage.put('file', Buffer.from('x'));
    bucket.server.outages = [503];
    expect((await storage.get('file'))?.toString()).toBe('x');
    expect(bucket.server.requests.filter((request) => request.startsWith('GET '))).toHaveLength(2);
  });

  it('that hangs is a failure once it has been silent for long', async () => {
    const storage = await bucket.open(BUCKET, { silenceMs: 50 });
    const end = bucket.server.hang();
    const asked = [storage.get('file'), storage.put('file', Buffer.alloc(100_000)), storage.delete('file'), storage.list('a')];
    for (const answer of await Promise.allSettled(asked))
      expect(answer).toMatchObject({ status: 'rejected', reason: { name: 'TimeoutError' } });
    end();
  });

  it('that refuses the credentials is a failure', async () => {
    const storage = await bucket.open();
    process.env.AWS_SECRET_ACCESS_KEY = 'another secret';
    await expect(storage.get('file')).rejects.toThrow('SignatureDoesNotMatch');
  });

  it('that does not exist is a failure, not an empty one', async () => {
    const storage = await bucket.open('another-bucket');
    await expect(storage.get('file')).rejects.toThrow('NoSuchBucket');
    await expect(storage.list('a')).rejects.toThrow('NoSuchBucket');
  });
});

describe('the address of a storage', () => {
  it.each(['ftp://x', 's3://', 's3://bucket/folder', 'bucket'])('%s is refused with the name of the setting', async (url) => {
    await expect(openStorage({ url, dir: '/nowhere' })).rejects.toThrow('The setting STORAGE_URL cannot be used');
  });
});
