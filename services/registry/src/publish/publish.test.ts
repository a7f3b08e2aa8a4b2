import { createHash } from 'node:crypto';
import { connect } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { brotliCompressSync, brotliDecompressSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Route } from '@site/contracts/remote-config';
import { contentDigest, releaseId } from '@site/release-model/release-id';
import {
  archiveOf,
  type FixtureOptions,
  fixtureRelease,
  integrityOf,
  publish,
  read,
  startTestRegistry,
  tarGz,
  type TestRegistry,
  upload,
} from '../testing';

let registry: TestRegistry;
let harmed = 0;
beforeAll(async () => {
  registry = await startTestRegistry({ limits: { file: 200_000, total: 400_000, archive: 300_000, files: 20, served: 150_000 } });
});
afterAll(() => registry.stop());

const stored = (name: string) => registry.storage.list(`releases/${name}`);
const newestEntry = async () => (await read(registry, '/audit?limit=1')).json().entries[0];

describe('publishing', () => {
  it('answers 201 for a new version, 200 for the same release, from whichever commit, and 409 for other bytes', async () => {
    const options = { name: 'mf-first', version: '1.0.0' };
    expect((await publish(registry, options)).statusCode).toBe(201);
    expect((await publish(registry, { ...options, commit: 'abc123' })).statusCode).toBe(200);
    const other = await publish(registry, { ...options, files: { 'v/more.js': 'more' } });
    expect([other.statusCode, other.json().code]).toEqual([409, 'version-taken']);
    expect(await stored('mf-first')).not.toContain('releases/mf-first/1.0.0/v/more.js');
  });

  it('tells a release by its descriptor: its id, and what it shares with other versions of the same sources', async () => {
    const first = { name: 'mf-told', version: '1.0.0', files: { 'v/remoteEntry.js': 'same' } };
    const { descriptor } = fixtureRelease(first);
    const [one, other] = [await publish(registry, first), await publish(registry, { ...first, version: '1.0.1' })];
    expect(one.json()).toEqual({
      ...{ name: 'mf-told', version: '1.0.0', id: releaseId(descriptor), contentDigest: contentDigest(descriptor), size: 4 },
      ...{ commit: null, publishedBy: 'local-publish', publishedAt: expect.any(String), yanked: null, collected: null },
    });
    expect(other.json().id).not.toBe(one.json().id);
    expect(other.json().contentDigest).toBe(one.json().contentDigest);
    const listed = (await read(registry, '/remotes/mf-told/releases')).json().releases;
    expect(listed).toEqual([other.json(), one.json()]);
  });

  it.each<[string, Route]>([
    ['title', { path: '/x', page: './x', title: 'Other', access: 'public' }],
    ['access', { path: '/x', page: './x', title: 'X', access: 'member' }],
    ['redirect', { path: '/x', redirect: '/z' }],
  ])('refuses the same files under the same version when only the %s is another', async (what, changed) => {
    const name = `mf-only-${what}`;
    const route: Route = what === 'redirect' ? { path: '/x', redirect: '/y' } : { path: '/x', page: './x', title: 'X', access: 'public' };
    // A release with both routes' page exposed, so that nothing but the route differs.
    const release = (routes: Route[]) => {
      const made = fixtureRelease({ name, version: '1.0.0', routes });
      made.descriptor.exposes = { './x': { files: ['v/remoteEntry.js'], consumes: [] } };
      return made;
    };
    const put = async (routes: Route[]) => upload(registry, name, '1.0.0', await archiveOf(release(routes)));
    expect((await put([route])).statusCode).toBe(201);
    const other = await put([changed]);
    expect([other.statusCode, other.json().code]).toEqual([409, 'version-taken']);
    expect(other.json().details).toEqual({
      published: releaseId(release([route]).descriptor),
      offered: releaseId(release([changed]).descriptor),
    });
    expect((await put([route])).statusCode).toBe(200);
  });

  it('that took so long that others claimed its version is refused', async () => {
    const [slow, fast] = ['slow', 'fast'].map((text) => ({ name: 'mf-claimed', version: '1.0.0', files: { 'v/part.js': text } }));
    const put = registry.storage.put.bind(registry.storage);
    let answer: Awaited<ReturnType<typeof publish>> | undefined;
    const spy = jest.spyOn(registry.storage, 'put').mockImplementation(async (key, bytes) => {
      await put(key, bytes);
      if (answer || !key.endsWith('release.json')) return;
      spy.mockRestore();
      await registry.database.query(`update registry.publications set expires_at = now() - interval '1 second'`);
      answer = await publish(registry, fast as FixtureOptions);
    });
    const late = await publish(registry, slow as FixtureOptions);
    expect([answer?.statusCode, late.statusCode, late.json().code]).toEqual([201, 409, 'version-taken']);
  });

  it('is given up where the store takes no file in time, and until its claim expires nobody publishes other bytes under the version', async () => {
    const [first, other] = ['first', 'other'].map((text) => ({ name: 'mf-late', version: '1.0.0', files: { 'v/part.js': text } }));
    const put = jest.spyOn(registry.storage, 'put').mockReturnValue(new Promise(() => undefined));
    const { setTimeout: start } = globalThis;
    const timers = jest.spyOn(globalThis, 'setTimeout');
    timers.mockImplementation(((task: () => void, ms?: number) => start(task, ms === 30_000 ? 0 : ms)) as typeof setTimeout);
    const late = await publish(registry, first as FixtureOptions);
    timers.mockRestore();
    expect([late.statusCode, late.json().error]).toEqual([503, "The registry's store of releases does not answer. Nothing was published."]);
    put.mockRestore();
    expect((await publish(registry, other as FixtureOptions)).json().code).toBe('publication-in-progress');
    expect((await publish(registry, first as FixtureOptions)).statusCode).toBe(201);
  });

  it('that fails leaves the names of hashed files claimed, on which a simultaneous release relies', async () => {
    const files = { '_/shared.1.js': 'shared()' };
    const put = jest.spyOn(registry.storage, 'put').mockRejectedValue(new Error('the disk broke'));
    expect((await publish(registry, { name: 'mf-relied', version: '1.0.0', files })).json()).toMatchObject({
      code: 'service-unavailable',
      error: "The registry's store of releases does not answer. Nothing was published.",
    });
    put.mockRestore();
    const other = await publish(registry, { name: 'mf-relied', version: '1.0.1', files: { '_/shared.1.js': 'other()' } });
    expect([other.statusCode, other.json().code]).toEqual([409, 'hashed-file-conflict']);
    expect((await publish(registry, { name: 'mf-relied', version: '1.0.0', files })).statusCode).toBe(201);
  });

  it('stores every file with a compressed form for browsers, and none for servers', async () => {
    const css = '.card { color: rebeccapurple }\n'.repeat(50);
    const release = fixtureRelease({
      name: 'mf-stored',
      version: '1.0.0',
      files: { 'v/style.css': css, '_/chunk.0a1b.js': 'chunk()', 'v/photo.png': 'not really', 'server/index.cjs': 'exports.a = 1' },
    });
    release.descriptor.server = 'server/index.cjs';
    expect((await upload(registry, 'mf-stored', '1.0.0', await archiveOf(release))).statusCode).toBe(201);

    expect(await stored('mf-stored')).toEqual(
      [
        '1.0.0/release.json',
        '1.0.0/server/index.cjs',
        '1.0.0/v/photo.png',
        ...['1.0.0/v/remoteEntry.js', '1.0.0/v/style.css', '_/chunk.0a1b.js'].flatMap((key) => [key, `${key}.br`]),
      ]
        .map((key) => `releases/mf-stored/${key}`)
        .sort(),
    );
    const read = async (key: string) => (await registry.storage.get(`releases/mf-stored/1.0.0/v/${key}`)) ?? Buffer.alloc(0);
    expect((await read('style.css')).toString()).toBe(css);
    expect(brotliDecompressSync(await read('style.css.br')).toString()).toBe(css);
  });

  it('lets versions share a hashed file and refuses other contents under its name', async () => {
    const files = { '_/vendor.77.js': 'vendor()' };
    await publish(registry, { name: 'mf-hashed', version: '1.0.0', files });
    expect((await publish(registry, { name: 'mf-hashed', version: '1.0.1', files })).statusCode).toBe(201);
    const changed = await publish(registry, { name: 'mf-hashed', version: '1.0.2', files: { '_/vendor.77.js': 'other()' } });
    expect([changed.statusCode, changed.json().code]).toEqual([409, 'hashed-file-conflict']);
    expect(changed.json().details).toEqual({ path: '_/vendor.77.js' });
    expect((await registry.storage.get('releases/mf-hashed/_/vendor.77.js'))?.toString()).toBe('vendor()');
    expect((await stored('mf-hashed')).some((key) => key.includes('1.0.2'))).toBe(false);
  });

  it('gives a version to exactly one of several simultaneous publications of different bytes', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        publish(registry, { name: 'mf-raced', version: '1.0.0', files: { 'v/part.js': `part(${index})` } }),
      ),
    );
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409, 409, 409, 409, 409, 409, 409]);
    const winner = answers.find(({ statusCode }) => statusCode === 201);
    const live = await read(registry, '/remotes/mf-raced/releases/1.0.0');
    expect(live.json().id).toBe(winner?.json().id);
    const part = (await registry.storage.get('releases/mf-raced/1.0.0/v/part.js'))?.toString() ?? '';
    expect(live.json().descriptor.files.find(({ path }: { path: string }) => path === 'v/part.js').integrity).toBe(integrityOf(part));
  });

  it('again gives back the files that the store has lost, and writes none that are there', async () => {
    const options = { name: 'mf-lost', version: '1.0.0', files: { '_/page.1a2b.js': 'page', 'v/more.js': 'more' } };
    await publish(registry, options);
    const before = await stored('mf-lost');
    for (const key of before) await registry.storage.delete(key);
    expect((await publish(registry, options)).statusCode).toBe(200);
    expect(await stored('mf-lost')).toEqual(before);
    const put = jest.spyOn(registry.storage, 'put');
    expect((await publish(registry, options)).statusCode).toBe(200);
    expect(put).not.toHaveBeenCalled();
    put.mockRestore();
  });

  it.each<[string, (key: string, bytes: Buffer) => Promise<void>]>([
    ['is lost', (key) => registry.storage.delete(key)],
    ['was cut off', (key, bytes) => registry.storage.put(key, bytes.subarray(1))],
    ['has other bytes of the same number', (key, bytes) => registry.storage.put(key, Buffer.alloc(bytes.length, 'x'))],
  ])('again makes whole what the store has, whichever form of a file %s', async (_what, harm) => {
    const files = { '_/page.1a2b.js': 'page', 'v/more.js': 'more', 'server/render.mjs': 'render' };
    const name = `mf-harmed-${(harmed += 1)}`;
    await publish(registry, { name, version: '1.0.0', files });
    const keys = await stored(name);
    expect(keys.filter((key) => /\.br$/.test(key))).not.toHaveLength(0);
    for (const key of keys) {
      const whole = await registry.storage.get(key);
      await harm(key, whole ?? Buffer.alloc(0));
      expect((await publish(registry, { name, version: '1.0.0', files })).statusCode).toBe(200);
      expect([key, (await registry.storage.get(key))?.equals(whole ?? Buffer.alloc(0))]).toEqual([key, true]);
    }
  });

  it('of another release stores a hashed file anew of which a form is lost', async () => {
    const publishNext = (version: string) => publish(registry, { name: 'mf-shared', version, files: { '_/page.1a2b.js': 'page' } });
    await publishNext('1.0.0');
    const key = 'releases/mf-shared/_/page.1a2b.js';
    for (const [index, suffix] of ['', '.br'].entries()) {
      await registry.storage.delete(key + suffix);
      expect((await publishNext(`1.0.${index + 1}`)).statusCode).toBe(201);
      expect(await registry.storage.exists(key + suffix)).toBe(true);
    }
  });
});

describe('a hostile archive is refused and nothing of it is stored', () => {
  const name = 'mf-hostile';
  const version = '1.0.0';
  const good = () => fixtureRelease({ name, version });
  const json = (release = good()) => ({ name: 'release.json', text: JSON.stringify(release.descriptor) });
  const entry = { name: 'v/remoteEntry.js', text: good().files['v/remoteEntry.js'] ?? '' };
  const packed = (text: Buffer, path = 'v/remoteEntry.js') => ({ name: `br/${path}`, text });
  const large = (index: number) => packed(brotliCompressSync(Buffer.alloc(150_000)), `v/${index}.js`);
  const relisted = (...extra: { path: string; text: string }[]) => {
    const release = good();
    release.descriptor.files.push(...extra.map(({ path, text }) => ({ path, size: text.length, integrity: integrityOf(text) })));
    return json(release);
  };
  const edited = (edit: (descriptor: ReturnType<typeof good>['descriptor']) => void) => {
    const release = good();
    edit(release.descriptor);
    return json(release);
  };

  const archives: [string, number, () => Promise<Buffer>][] = [
    ['a path that climbs out', 400, () => tarGz([json(), entry, { name: '../../etc/cron.d/x', text: 'x' }])],
    ['a path that climbs inside', 400, () => tarGz([json(), entry, { name: 'v/../../x', text: 'x' }])],
    ['an absolute path', 400, () => tarGz([json(), entry, { name: '/etc/x', text: 'x' }])],
    ['a symbolic link', 400, () => tarGz([json(), entry, { name: 'v/link.js', type: 'symlink', linkname: '/etc/passwd' }])],
    ['a hard link', 400, () => tarGz([json(), entry, { name: 'v/link.js', type: 'link', linkname: 'v/remoteEntry.js' }])],
    ['a device', 400, () => tarGz([json(), entry, { name: 'v/device', type: 'character-device' }])],
    ['a file twice', 400, () => tarGz([json(), entry, entry])],
    ['two descriptors', 400, () => tarGz([json(), json(), entry])],
    ['no descriptor', 400, () => tarGz([entry])],
    ['a descriptor that is not JSON', 422, () => tarGz([{ name: 'release.json', text: '{' }, entry])],
    ['a descriptor of another shape', 422, () => tarGz([{ name: 'release.json', text: '{"schema":1}' }, entry])],
    ['an unlisted file', 422, () => tarGz([json(), entry, { name: 'v/extra.js', text: 'x' }])],
    ['a missing file', 422, () => tarGz([relisted({ path: 'v/gone.js', text: 'x' }), entry])],
    ['a changed file', 422, () => tarGz([json(), { ...entry, text: `${entry.text} ` }])],
    ['another name', 422, () => tarGz([edited((d) => (d.name = 'mf-other')), entry])],
    ['another version', 422, () => tarGz([edited((d) => (d.version = '9.9.9')), entry])],
    ['another contract', 422, () => tarGz([edited((d) => (d.contract = 99)), entry])],
    ['a text that no database keeps', 422, () => tarGz([edited((d) => (d.team = 'hostile\0')), entry])],
    [
      'a name with half a character',
      422,
      () => tarGz([edited((d) => (d.requires = { '\ud800': { range: '*', singleton: true } })), entry]),
    ],
    [
      'a script that its entry loads without its hash',
      422,
      () => tarGz([relisted({ path: '_/page.1a2b.js', text: 'x' }), entry, { name: '_/page.1a2b.js', text: 'x' }]),
    ],
    ['an entry that is not a file of it', 422, () => tarGz([edited((d) => (d.entries = ['v/none.js'])), entry])],
    [
      'a file that poses as a compressed form',
      422,
      () => tarGz([relisted({ path: 'v/a.js.br', text: 'x' }), entry, { name: 'v/a.js.br', text: 'x' }]),
    ],
    ['a file that is too large', 413, () => tarGz([json(), entry, { name: 'v/big.js', text: 'x'.repeat(200_001) }])],
    [
      'more than the size budget',
      413,
      () => tarGz([relisted({ path: 'v/b.css', text: 'x'.repeat(160_000) }), entry, { name: 'v/b.css', text: 'x'.repeat(160_000) }]),
    ],
    ['too many files', 413, () => tarGz([json(), ...Array.from({ length: 21 }, (_, index) => ({ name: `v/${index}.js`, text: 'x' }))])],
    ['attributes that are too large', 400, () => tarGz([json(), { ...entry, pax: { comment: 'x'.repeat(9_000) } }])],
    [
      'too many folders',
      400,
      () => tarGz([json(), entry, ...Array.from({ length: 160 }, () => ({ name: 'v/', type: 'directory' as const }))]),
    ],
    [
      'attributes without end',
      400,
      () => tarGz([json(), entry, ...Array.from({ length: 90 }, () => ({ name: 'v/', type: 'directory' as const, pax: { a: 'b' } }))]),
    ],
    ['a decompression bomb', 413, async () => gzipSync(Buffer.alloc(50_000_000))],
    ['brotli that is none', 400, () => tarGz([json(), packed(Buffer.from(entry.text))])],
    ['brotli that is cut off', 400, () => tarGz([json(), packed(brotliCompressSync(entry.text).subarray(0, -1))])],
    [
      'brotli that goes on after its end',
      400,
      () => tarGz([json(), packed(Buffer.concat([brotliCompressSync(entry.text), Buffer.alloc(1)]))]),
    ],
    ['brotli of another file', 422, () => tarGz([json(), packed(brotliCompressSync('other()'))])],
    ['a bomb of brotli', 413, () => tarGz([json(), packed(brotliCompressSync(Buffer.alloc(50_000_000)))])],
    [
      'many files of brotli that are too much together',
      413,
      () => tarGz([json(), ...Array.from({ length: 3 }, (_, index) => large(index))]),
    ],
    ['a file that comes twice, once in brotli', 400, () => tarGz([json(), entry, packed(brotliCompressSync(entry.text))])],
    ['a descriptor in brotli', 400, () => tarGz([{ name: 'br/release.json', text: brotliCompressSync(json().text) }, entry])],
    ['a way out of br/', 400, () => tarGz([json(), entry, { name: 'br/../v/x.js', text: brotliCompressSync('x') }])],
    ['a truncated archive', 400, async () => (await tarGz([json(), entry])).subarray(0, -40)],
    ['no gzip', 400, async () => Buffer.from('this is not an archive')],
    ['nothing', 400, async () => Buffer.alloc(0)],
  ];

  let recorded = 0;
  /** No file, no claim of a version or of a name, and an entry in the audit with the sentence that the publisher was answered with. */
  async function expectNothingButTheRecord({ error }: { error: string }): Promise<void> {
    expect(error).toMatch(/\w .*\.$/);
    const newest = await newestEntry();
    expect(newest.id).toBeGreaterThan(recorded);
    recorded = newest.id as number;
    expect(newest).toMatchObject({
      ...{ actor: 'local-publish', action: 'refused', subject: `${name}@${version}` },
      details: { message: error.slice(0, 500) },
    });
    expect(await stored(name)).toEqual([]);
    const { rows } = await registry.database.query(
      `select name from registry.publications where name = '${name}' union all select name from registry.hashed_files where name = '${name}'`,
    );
    expect(rows).toEqual([]);
    expect((await read(registry, `/remotes/${name}/releases/${version}`)).statusCode).toBe(404);
  }

  it.each(archives)('%s: %i', async (_what, status, build) => {
    const answer = await upload(registry, name, version, await build());
    expect([answer.statusCode, answer.json()]).toEqual([status, expect.objectContaining({ code: expect.any(String) })]);
    await expectNothingButTheRecord(answer.json());
  });

  it.each<[string, { path: string; page?: string }[], string]>([
    ['a page that is not exposed', [{ path: '/x', page: './x' }], 'The page ./x of /x is not exposed'],
    ['a path with more segments than allowed', [{ path: '/x'.repeat(17) }], 'a path has at most 16 segments'],
    ['a path with more optional segments than allowed', [{ path: `/x${'/:a?'.repeat(9)}` }], 'a path has at most 8 optional segments'],
    ['a path with 24 optional segments', [{ path: `/x${'/:a?'.repeat(24)}` }], 'a path has at most 16 segments'],
    ['a path that is too long', [{ path: `/${'x'.repeat(200)}` }], 'release.json is not a descriptor: routes/0'],
    ['two paths that share an address', [{ path: '/x/:a?/y' }, { path: '/x/:b?/y' }], 'The path /x/:b?/y is declared twice'],
  ])('%s: 422, and says so', async (_what, routes, message) => {
    const release = good();
    release.descriptor.routes = routes.map(({ path, page }) =>
      page === undefined ? { path, redirect: '/z' } : { path, page, title: 'X', access: 'public' },
    );
    const answer = await upload(registry, name, version, await tarGz([json(release), entry]));
    expect([answer.statusCode, answer.json().code]).toEqual([422, 'release-invalid']);
    expect(answer.json().error).toContain(message);
    await expectNothingButTheRecord(answer.json());
  });

  it('an archive that is not the announced one: 400', async () => {
    const answer = await upload(registry, name, version, await tarGz([json(), entry]), {
      'x-content-sha256': createHash('sha256').digest('hex'),
    });
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'release-archive-invalid']);
    await expectNothingButTheRecord(answer.json());
  });

  it.each([
    ['of another type', { 'content-type': 'text/plain' }, 415, 'unsupported-media-type'],
    ['without its hash', { 'x-content-sha256': '' }, 400, 'invalid-request'],
  ])('an upload %s: %s', async (_what, headers, status, code) => {
    const answer = await upload(registry, name, version, await tarGz([json(), entry]), headers as Record<string, string>);
    expect([answer.statusCode, answer.json().code]).toEqual([status, code]);
    await expectNothingButTheRecord(answer.json());
  });

  it('an upload whose connection breaks off is on record, and nothing else is left of it', async () => {
    const { port } = new URL(await registry.server.listen({ host: '127.0.0.1', port: 0 }));
    const archive = await tarGz([json(), entry]);
    const before = await newestEntry();
    const socket = connect(Number(port), '127.0.0.1');
    const headers = { authorization: `Bearer ${registry.tokens.publish}`, 'content-type': 'application/gzip' };
    const lines = Object.entries({ ...headers, 'x-content-sha256': 'a'.repeat(64), host: 'x', 'content-length': archive.length });
    socket.write(`PUT /registry/v1/remotes/${name}/releases/${version} HTTP/1.1\r\n`);
    socket.write(`${lines.map((line) => line.join(': ')).join('\r\n')}\r\n\r\n`);
    socket.write(archive.subarray(0, -40), () => socket.destroy());
    // Nobody is answered, so the record is looked for, in turns with what arrives.
    while ((await newestEntry()).id === before.id) await nextTurn();
    await expectNothingButTheRecord({ error: 'The archive is not a complete gzipped tar.' });
  });

  it('leaves no unpacked files behind', async () => {
    const { readdir } = await import('node:fs/promises');
    expect(await readdir(`${registry.dataDir}/uploads`)).toEqual([]);
  });
});
