import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { runInNewContext } from 'node:vm';
import { brotliDecompressSync, createGunzip } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import tar from 'tar-stream';
import { EXIT } from './failure';
import { inspectBuild } from './built-release';
import { packRelease, readBuild } from './pack-release';

let folder: string;
const text = 'entry()';
const integrity = `sha384-${createHash('sha384').update(text).digest('base64')}`;
const descriptor = {
  schema: 1,
  name: 'mf-packed',
  team: 'packed',
  version: '1.0.0',
  contract: 1,
  routes: [],
  entries: ['v/remoteEntry.js'],
  files: [{ path: 'v/remoteEntry.js', size: text.length, integrity }],
  exposes: {},
  provides: {},
  requires: {},
  server: null,
  commit: null,
};

/** By name, in the order of the archive. */
async function entriesOf(archive: Buffer): Promise<Map<string, Buffer>> {
  const entries = new Map<string, Buffer>();
  for await (const entry of Readable.from([archive]).pipe(createGunzip()).pipe(tar.extract()))
    entries.set(entry.header.name, await buffer(entry));
  return entries;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pack-'));
  await mkdir(join(folder, 'v'));
  await writeFile(join(folder, 'v/remoteEntry.js'), text);
  await writeFile(join(folder, 'release.json'), JSON.stringify(descriptor));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it('gives the same bytes for the same files, whenever they were written', async () => {
  const first = await packRelease(folder);
  await utimes(join(folder, 'v/remoteEntry.js'), new Date(0), new Date(0));
  const second = await packRelease(folder);
  expect(second.sha256).toBe(first.sha256);
  expect(second.archive.equals(first.archive)).toBe(true);
});

it('a descriptor that is half written belongs to a build that is under way', async () => {
  const other = await mkdtemp(join(tmpdir(), 'pack-'));
  await writeFile(join(other, 'release.json'), '{"schema":1,');
  await expect(packRelease(other)).rejects.toMatchObject({
    exitCode: EXIT.build,
    message: expect.stringMatching(/release\.json is not whole: another program builds it\./),
  });
  await rm(other, { recursive: true });
});

it('sends what browsers get compressed in brotli, and the rest as it is', async () => {
  const other = await mkdtemp(join(tmpdir(), 'pack-'));
  const contents = { 'v/remoteEntry.js': text, 'v/photo.png': 'photo', 'server/bundle.cjs': 'bundle' };
  const files = Object.entries(contents).map(([path, content]) => ({ path, size: content.length, integrity }));
  for (const [path, content] of Object.entries({ ...contents, 'release.json': JSON.stringify({ ...descriptor, files }) })) {
    await mkdir(dirname(join(other, path)), { recursive: true });
    await writeFile(join(other, path), content);
  }
  const entries = await entriesOf((await packRelease(other)).archive);
  expect([...entries.keys()]).toEqual(['release.json', 'server/bundle.cjs', 'v/photo.png', 'br/v/remoteEntry.js']);
  expect(brotliDecompressSync(entries.get('br/v/remoteEntry.js')!).toString()).toBe(text);
  expect(entries.get('v/photo.png')?.toString()).toBe('photo');
  await rm(other, { recursive: true });
});

it('refuses a folder without a build, or with a part of one', async () => {
  await expect(packRelease(join(folder, 'v'))).rejects.toMatchObject({
    exitCode: EXIT.build,
    message: expect.stringContaining('release.json is missing'),
  });
  await rm(join(folder, 'v/remoteEntry.js'));
  await expect(packRelease(folder)).rejects.toMatchObject({
    exitCode: EXIT.build,
    message: expect.stringContaining('v/remoteEntry.js is listed'),
  });
});

describe('a build of another tool', () => {
  const base = 'https://www.example.com/assets/mf-plain/1.0.0/';
  const CHUNK = '(self.plain ||= []).push([[7], {}]);';
  const hash = `sha384-${createHash('sha384').update(CHUNK).digest('base64')}`;
  const build = (file: string) => join(folder, 'mf-plain', file);
  const entryText = async () => (await (await readBuild(build('dist'))).read('v/js/remoteEntry.js')).toString();

  beforeEach(async () => {
    await mkdir(build('dist/js'), { recursive: true });
    const metaData = { globalName: 'mf_plain', publicPath: 'auto', remoteEntry: { name: 'remoteEntry.js', path: 'js', type: 'global' } };
    await writeFile(build('dist/mf-manifest.json'), JSON.stringify({ metaData, exposes: [], shared: [] }));
    await writeFile(build('remote.config.json'), JSON.stringify({ name: 'mf-plain', team: 'elsewhere', routes: [] }));
    await writeFile(build('package.json'), JSON.stringify({ version: '1.0.0' }));
    await writeFile(build('dist/js/7.js'), CHUNK);
    await writeFile(
      build('dist/js/remoteEntry.js'),
      `/* licence */ 'use strict'; var mf_plain = { isStrict: (() => this === undefined)() };`,
    );
  });

  it('gets an entry that sets the hash of each other script before it is loaded, and is no other script otherwise', async () => {
    expect((await inspectBuild(build('dist'))).findings.filter(({ refusal }) => refusal !== null)).toEqual([]);
    const loaded: unknown[] = [];
    class HTMLScriptElement {
      integrity = '';
      set src(address: string) {
        loaded.push([address.replace(base, ''), this.integrity]);
      }
    }
    // Of an anchor, what an address has as well.
    const document = { currentScript: { src: `${base}js/remoteEntry.js` }, createElement: () => new URL(base) };
    const page = { HTMLScriptElement, document, URL };
    runInNewContext(`${await entryText()} var isStrict = (function () { return this === undefined; })();`, page);
    for (const path of ['js/7.js', 'js/7.js?again', 'js/8.js', '7.js']) new HTMLScriptElement().src = base + path;
    expect(loaded).toEqual([
      ['js/7.js', hash],
      ['js/7.js?again', hash],
      ['js/8.js', ''],
      ['7.js', ''],
    ]);
    expect(page).toMatchObject({ isStrict: true });
  });

  it('keeps an entry that knows the hash of each other script', async () => {
    const own = `var mf_plain, hashes = { 7: '${hash}' };`;
    await writeFile(build('dist/js/remoteEntry.js'), own);
    expect(await entryText()).toBe(own);
  });

  it('is refused, with what to set, where a script cannot be loaded with its hash', async () => {
    await writeFile(build('dist/js/7.js'), 'export const seven = 7;');
    await expect(packRelease(build('dist'))).rejects.toMatchObject({
      exitCode: EXIT.build,
      message: expect.stringMatching(/^js\/7\.js is not a classic script .+ set output\.chunkFormat: 'array-push'/),
    });
  });
});
