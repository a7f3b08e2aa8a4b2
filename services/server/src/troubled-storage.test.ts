/**
 * Registry and edge on one storage: what documents show after any commands, of which `SEQUENCES` makes longer ones,
 * so many times; and while the storage hangs, or loses the files of a part.
 */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { pageServer, release, SHELL_SERVER, type TestRelease } from '@site/edge/testing/fixtures';
import { startTestEdge, type TestEdge } from '@site/edge/testing/test-edge';
import type { Storage } from '@site/platform/storage';
import { createTestDirectory } from '@site/platform/testing';
import {
  archiveOf,
  current,
  forget,
  promote,
  rollBack,
  sendCommand,
  startTestRegistry,
  type TestRegistry,
  upload,
} from '@site/registry/testing';
import { trust } from '@site/release-model/envelope';
import { releaseKey } from '@site/release-model/release-id';
import type { Revision } from '@site/release-model/revision';
import fc from 'fast-check';

const [SEQUENCES, COMMANDS] = process.env.SEQUENCES ? [Number(process.env.SEQUENCES), 40] : [1, 10];
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
const first = remote('mf-a', '1.0.0', '/', 'mf-a 1.0.0');
const beside = remote('mf-b', '1.0.0', '/beside', 'mf-b 1.0.0');
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
const BEFORE = { '/': 'mf-a 1.0.0', '/beside': 'mf-b 1.0.0' };
const AFTER = { ...BEFORE, '/': 'Hello again' };

describe('after any commands', () => {
  const PATHS = { 'mf-a': '/', 'mf-b': '/beside' };
  const VERSIONS = ['1.0.0', '2.0.0', '2.0.1'];
  const name = fc.constantFrom('mf-a' as const, 'mf-b' as const);
  const version = fc.constantFrom(...VERSIONS);
  const command = fc.oneof(
    {
      weight: 3,
      arbitrary: fc.record({ kind: fc.constant('promote' as const), releases: fc.dictionary(name, version, { minKeys: 1 }) }),
    },
    {
      weight: 3,
      arbitrary: fc.record({
        kind: fc.constant('canary' as const),
        releases: fc.dictionary(name, version, { minKeys: 1, maxKeys: 1 }),
        basisPoints: fc.constantFrom(0, 10_000),
      }),
    },
    fc.record({ kind: fc.constant('end-canary' as const), parts: fc.tuple(name) }),
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('rollback' as const), again: fc.constant(true) }) },
    fc.record({ kind: fc.constant('disable' as const), parts: fc.tuple(name), message: fc.constant('Soon.') }),
    fc.record({ kind: fc.constant('enable' as const), parts: fc.tuple(name) }),
  );

  type Command = typeof command extends fc.Arbitrary<infer Drawn> ? Drawn : never;

  interface Shown {
    stable: string;
    /** Of everybody. */
    candidate: string | null;
    disabled: string | null;
  }
  type Live = Record<string, Shown>;

  /** What the rules make of what is live, where they allow the command at all. */
  function after(live: Live, taken: Command, restored: Live): Live {
    const changed = (names: string[], change: (name: string) => Partial<Shown>): Live => ({
      ...live,
      ...Object.fromEntries(names.map((one) => [one, { ...live[one]!, ...change(one) }])),
    });
    switch (taken.kind) {
      case 'promote':
        return changed(Object.keys(taken.releases), (one) => ({ stable: taken.releases[one]!, candidate: null }));
      case 'canary':
        return changed(Object.keys(taken.releases), (one) => ({ candidate: taken.basisPoints === 0 ? null : taken.releases[one]! }));
      case 'end-canary':
        return changed(taken.parts, () => ({ candidate: null }));
      case 'rollback':
        return changed(Object.keys(live), (one) => ({ stable: restored[one]!.stable, candidate: null }));
      case 'disable':
        return changed(taken.parts, () => ({ disabled: taken.message }));
      case 'enable':
        return changed(taken.parts, () => ({ disabled: null }));
    }
  }

  /** Of the page of each remote: the release that its document names, whether it is switched off, and what it says. */
  const documents = async (): Promise<object> => {
    const read = Object.entries(PATHS).map(async ([one, path]) => {
      const html = await (await fetch(edge.url + path)).text();
      const composition = /id="site-composition"[^>]*>(.*?)<\/script>/s.exec(html)?.[1] ?? '{}';
      const { remotes } = JSON.parse(composition) as { remotes: { name: string; version: string; disabled: unknown }[] };
      const found = remotes.find((remoteOfPage) => remoteOfPage.name === one);
      return [one, { version: found?.version, disabled: found?.disabled, says: /<main [^>]*>(.*?)<\/main>/.exec(html)?.[1] }] as const;
    });
    return Object.fromEntries(await Promise.all(read));
  };
  const expected = (live: Live): object =>
    Object.fromEntries(
      Object.entries(live).map(([one, { stable, candidate, disabled }]) => [
        one,
        {
          version: candidate ?? stable,
          disabled: disabled === null ? null : { message: disabled },
          // What the shell of these tests says where there is no page.
          says: disabled === null ? `${one} ${candidate ?? stable}` : 'Page is not available',
        },
      ]),
    );

  it('documents show what the commands say, and the audit has each revision once', async () => {
    for (const [one, path] of Object.entries(PATHS))
      for (const other of VERSIONS.slice(1)) await publish(remote(one, other, path, `${one} ${other}`));
    const atFirst: Shown = { stable: '1.0.0', candidate: null, disabled: null };
    let live: Live = { 'mf-a': atFirst, 'mf-b': atFirst };
    const past: Live[] = [live];
    await fc.assert(
      fc.asyncProperty(fc.array(command, { minLength: COMMANDS, maxLength: COMMANDS }), async (commands) => {
        for (const taken of commands) {
          const answer = await sendCommand(registry, past.length, taken);
          if (answer.statusCode === 201) {
            const { number, restores } = answer.json() as Revision;
            live = after(live, taken, past[(restores ?? 0) - 1] ?? live);
            expect(past.push(live)).toBe(number);
            await edge.ready(number);
          } else expect([taken, answer.statusCode]).toEqual([taken, 409]);
          expect([taken, await documents()]).toEqual([taken, expected(live)]);
        }
      }),
      { numRuns: SEQUENCES, endOnFailure: true },
    );
    expect((await current(registry)).number).toBe(past.length);
    const { rows } = await registry.database.query<{ to_revision: number }>(
      'select to_revision from registry.audit where to_revision is not null order by 1',
    );
    expect(rows.map(({ to_revision }) => to_revision)).toEqual(past.map((_, index) => index + 1));
  });
});

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
