/** Registry and edge on one storage that hangs, or loses the files of a part, while releases are promoted. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { pageServer, release, SHELL_SERVER, type TestRelease } from '@site/edge/testing/fixtures';
import { startTestEdge, type TestEdge } from '@site/edge/testing/test-edge';
import type { Storage } from '@site/platform/storage';
import { createTestDirectory } from '@site/platform/testing';
import { archiveOf, forget, promote, rollBack, startTestRegistry, type TestRegistry, upload } from '@site/registry/testing';
import { trust } from '@site/release-model/envelope';
import { releaseKey } from '@site/release-model/release-id';

const READS = { timeoutMs: 100, retries: 1, breakAfter: 3, breakMs: 100 };
const shell = release('shell', {
  entries: ['v/main.js'],
  server: 'server/shell.cjs',
  contents: { 'v/main.js': 'main', 'server/shell.cjs': SHELL_SERVER },
});
/** A remote of one page, which says the words. */
const remote = (name: string, version: string, path: string, words: string): TestRelease =>
  release(name, {
    version,
    entries: ['v/remoteEntry.js'],
    server: 'server/remote.cjs',
    routes: [{ path, page: './home', title: words, access: 'public' }],
    contents: { 'v/remoteEntry.js': `entry ${version}`, 'server/remote.cjs': pageServer(JSON.stringify(words)) },
    exposes: { './home': { files: ['v/remoteEntry.js'], consumes: [] } },
  });
const first = remote('mf-a', '1.0.0', '/', 'Hello');
const beside = remote('mf-b', '1.0.0', '/beside', 'Beside');
const next = (version: string): TestRelease => remote('mf-a', version, '/', 'Hello again');

let registry: TestRegistry;
let registryUrl: string;
let directory: Awaited<ReturnType<typeof createTestDirectory>>;
let edge: TestEdge;
/** Whether the edge gets no answer to what it asks the storage. The registry does. */
let hangs = false;

const hanging = (storage: Storage): Storage => {
  const read = <T>(work: () => Promise<T>): Promise<T> => (hangs ? new Promise<T>(() => undefined) : work());
  return {
    ...storage,
    get: (key) => read(() => storage.get(key)),
    stat: (key) => read(() => storage.stat(key)),
    stream: (key) => read(() => storage.stream(key)),
  };
};

const publish = async ({ descriptor, contents }: TestRelease) =>
  upload(
    registry,
    descriptor.name,
    descriptor.version,
    await archiveOf({ descriptor: { ...descriptor, team: descriptor.name }, files: contents }),
  );

beforeAll(async () => {
  registry = await startTestRegistry();
  registryUrl = await registry.server.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => registry.stop());

beforeEach(async () => {
  hangs = false;
  await forget(registry);
  for (const one of [shell, first, beside]) await publish(one);
  directory = await createTestDirectory();
  edge = await startTestEdge(directory.path, registryUrl, {
    storage: hanging(registry.storage),
    registryToken: async () => registry.tokens.edge,
    trustedKeys: async () => trust(registry.signingKey),
    reads: READS,
  });
  await promote(registry, 0, 'shell@1.0.0', 'mf-a@1.0.0', 'mf-b@1.0.0');
  await edge.ready(1);
});
afterEach(async () => {
  await edge.server.close();
  await directory.remove();
});

/** What the pages say as they come from the edge, each of which must be whole. */
async function pages(): Promise<Record<string, string | undefined>> {
  const said = ['/', '/beside'].map(async (path) => {
    const html = await (await fetch(edge.url + path)).text();
    return [path, /<main [^>]*>(.*?)<\/main>/.exec(html)?.[1]] as const;
  });
  return Object.fromEntries(await Promise.all(said));
}
const BEFORE = { '/': 'Hello', '/beside': 'Beside' };
const AFTER = { ...BEFORE, '/': 'Hello again' };
it('while the storage hangs, pages go on, a promotion waits at the edge, and the rollback after it arrives', async () => {
  hangs = true;
  await publish(next('1.1.0'));
  expect((await promote(registry, 1, 'mf-a@1.1.0')).statusCode).toBe(201);
  await edge.defect('The descriptor of mf-a@1.1.0 cannot be read');
  expect(await pages()).toEqual(BEFORE);
  expect((await rollBack(registry, 2)).statusCode).toBe(201);
  await edge.ready(3);
  expect((await edge.status()).defects).toEqual([]);
  expect(await pages()).toEqual(BEFORE);
});

it('when the storage hangs after a promotion was served, the rollback arrives all the same', async () => {
  await publish(next('1.2.0'));
  await promote(registry, 1, 'mf-a@1.2.0');
  await edge.ready(2);
  expect(await pages()).toEqual(AFTER);
  hangs = true;
  await rollBack(registry, 2);
  await edge.ready(3);
  expect(await pages()).toEqual(BEFORE);
});

describe('when the files of a part vanish', () => {
  const vanish = async (name: string, version: string) => {
    for (const key of await registry.storage.list(releaseKey(name, version, 'v').slice(0, -2))) await registry.storage.delete(key);
  };

  it('its pages and those of others go on, another part is promoted and rolled back', async () => {
    await vanish('mf-b', '1.0.0');
    await publish(next('1.3.0'));
    expect((await promote(registry, 1, 'mf-a@1.3.0')).statusCode).toBe(201);
    await edge.ready(2);
    expect(await pages()).toEqual(AFTER);
    await rollBack(registry, 2);
    await edge.ready(3);
    expect(await pages()).toEqual(BEFORE);
  });

  it('it is not promoted until somebody publishes it again', async () => {
    await publish(next('1.4.0'));
    await vanish('mf-a', '1.4.0');
    expect((await promote(registry, 1, 'mf-a@1.4.0')).json().code).toBe('release-incomplete');
    expect((await publish(next('1.4.0'))).statusCode).toBe(200);
    expect((await promote(registry, 1, 'mf-a@1.4.0')).statusCode).toBe(201);
    await edge.ready(2);
    expect(await pages()).toEqual(AFTER);
  });

  it('after the registry has found them, the edge keeps the target before, and the rollback arrives', async () => {
    hangs = true;
    await publish(next('1.5.0'));
    await promote(registry, 1, 'mf-a@1.5.0');
    await vanish('mf-a', '1.5.0');
    hangs = false;
    await edge.defect('The descriptor of mf-a@1.5.0 is missing');
    expect(await pages()).toEqual(BEFORE);
    await rollBack(registry, 2);
    await edge.ready(3);
    expect(await pages()).toEqual(BEFORE);
  });
});
