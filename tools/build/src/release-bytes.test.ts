import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ReleaseDescriptor } from '@site/contracts/release';
import { contentDigest } from '@site/release-model/release-id';
import * as runtimeCore from '@module-federation/runtime-core';
import { JSDOM } from 'jsdom';

const BUILD = join(import.meta.dirname, '../bin/build-package.mjs');
const routesOf = (pages: string[]) => pages.map((name) => ({ path: `/${name}`, page: `./${name}-page`, title: name, access: 'public' }));
/** More than an entry carries the hashes of. */
const MANY = Array.from({ length: 12 }, (_, index) => `page-${index}`);

interface Source {
  /** Folder of the checkout. */
  checkout: string;
  version: string;
  sentence: string;
  /** Pages beside the two, which say how they are called. */
  more?: string[];
}

let root: string;
let server: Server;
let address: string;
/** Builds by their version. */
const dists: Record<string, string> = {};

/** Builds a remote of two pages; both load what they say from a chunk of its own. */
async function buildRemote({ checkout, version, sentence, more = [] }: Source): Promise<void> {
  const folder = join(root, checkout, 'mf-probe');
  const files = {
    'package.json': JSON.stringify({ name: 'mf-probe', version, type: 'module' }),
    'remote.config.ts': `export default ${JSON.stringify({ name: 'mf-probe', team: 'probe', routes: routesOf(['first', 'second', ...more]) })};`,
    'src/first-page.ts': `export const say = () => ${JSON.stringify(sentence)};`,
    'src/second-page.ts': `export const say = async () => (await import(/* webpackChunkName: "lazy" */ './lazy')).text;\nexport const own = {};`,
    'src/lazy.ts': "export const text = 'later';",
    ...Object.fromEntries(more.map((name) => [`src/${name}-page.ts`, `export const say = () => '${name}';`])),
  };
  for (const [file, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(join(folder, file), text);
  }
  const { RELEASE_VERSION: _, ...env } = process.env;
  const build = spawn(process.execPath, [BUILD], {
    cwd: folder,
    env: { ...env, NODE_OPTIONS: '', NODE_ENV: '' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  expect(await once(build, 'close')).toEqual([0, null]);
  dists[version] = join(folder, 'dist');
}

const hash = (file: string): string => createHash('sha256').update(readFileSync(file)).digest('hex');

function hashes(version: string): Record<string, string> {
  const folder = dists[version] ?? '';
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = files.map(({ parentPath, name }) => join(parentPath, name));
  return Object.fromEntries(paths.map((path) => [relative(folder, path), hash(path)]));
}

/** Files of `version` that the other one does not have with the same bytes; a content hash in a name is left out. */
function changedFiles(version: string, other: string): string[] {
  const before = Object.entries(hashes(other)).map((file) => file.join());
  const changed = Object.entries(hashes(version)).filter((file) => !before.includes(file.join()));
  return changed.map(([path]) => path.replace(/\.[0-9a-f]{8}\./, '.')).sort();
}

/** Paths that are answered with 404 the next time that they are asked for. */
const missing = new Set<string>();

/** Serves the builds under the addresses that a site gives them. */
function serveBuilds(): Server {
  return createServer((request, answer) => {
    const [, folder = '', file = ''] = /^\/assets\/mf-probe\/([^/]+)\/(.+)$/.exec(request.url ?? '') ?? [];
    const candidates = folder === '_' ? Object.values(dists).map((dist) => join(dist, '_', file)) : [join(dists[folder] ?? '', 'v', file)];
    const found = candidates.find((candidate) => existsSync(candidate));
    if (found === undefined || missing.delete(file)) return answer.writeHead(404).end();
    answer.writeHead(200, { 'content-type': 'text/javascript' });
    createReadStream(found).pipe(answer);
  });
}

/** What hosts read of a manifest. */
interface Manifest {
  metaData: { publicPath: string; remoteEntry: { path: string; name: string } };
  exposes: { path: string; assets: { js: { sync: string[]; async: string[] } } }[];
}

interface Page {
  say(): unknown;
  own?: object;
}
interface Container {
  get(page: string): Promise<() => Page>;
}

const openPages: JSDOM[] = [];

function openPage(): JSDOM {
  const page = new JSDOM('<!doctype html>', { url: `${address}/`, runScripts: 'dangerously', resources: 'usable' });
  page.window._FEDERATION_RUNTIME_CORE = runtimeCore;
  openPages.push(page);
  return page;
}

/** Loads the entry of a version, as the shell does, and returns the container that it leaves behind. */
async function loadEntry({ window }: JSDOM, version: string): Promise<Container> {
  const script = window.document.createElement('script');
  script.src = `${address}/assets/mf-probe/${version}/remoteEntry.js`;
  const loaded = once(script, 'load');
  window.document.head.append(script);
  await loaded;
  return window.mf_probe as Container;
}

const load = async (container: Container, page: string): Promise<Page> => (await container.get(page))();

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'bytes-'));
  await buildRemote({ checkout: 'one', version: '1.0.0', sentence: 'first edition' });
  await buildRemote({ checkout: 'two', version: '2.0.0', sentence: 'first edition' });
  await buildRemote({ checkout: 'red', version: '3.0.0', sentence: 'another edition' });
  await buildRemote({ checkout: 'wide', version: '4.0.0', sentence: 'first edition', more: MANY });
  server = serveBuilds().listen(0, '127.0.0.1');
  await once(server, 'listening');
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}, 600_000);

afterAll(async () => {
  for (const { window } of openPages) window.close();
  server.close();
  await rm(root, { recursive: true, force: true });
});

describe('the files of a release', () => {
  it('are the same for the same sources, whatever the version and wherever they lie', () => {
    expect(changedFiles('2.0.0', '1.0.0')).toEqual(['release.json']);
  });

  it('have one digest for the same sources, and another one for others', () => {
    const digest = (version: string) => contentDigest(JSON.parse(readFileSync(join(dists[version] ?? '', 'release.json'), 'utf8')));
    expect(digest('2.0.0')).toBe(digest('1.0.0'));
    expect(digest('3.0.0')).not.toBe(digest('1.0.0'));
  });

  it('change for a changed sentence where it stands, and where its page is named', () => {
    expect(changedFiles('3.0.0', '1.0.0')).toEqual([
      '_/first-page.js',
      'release.json',
      'server/bundle.cjs',
      'v/mf-manifest.json',
      'v/remoteEntry.js',
    ]);
  });
});

describe("Module Federation's manifest", () => {
  it('names the entry and the chunks of each page as they lie beside it on a site', async () => {
    const at = `${address}/assets/mf-probe/1.0.0/mf-manifest.json`;
    const { metaData, exposes } = (await (await fetch(at)).json()) as Manifest;
    const { path, name } = metaData.remoteEntry;
    expect([metaData.publicPath, new URL(path + name, at).pathname]).toEqual(['auto', '/assets/mf-probe/1.0.0/remoteEntry.js']);
    expect(exposes.map((page) => page.path)).toEqual(['./first-page', './second-page']);
    const scripts = exposes.flatMap(({ assets }) => [...assets.js.sync, ...assets.js.async]).map((file) => new URL(file, at));
    expect(scripts.map(({ pathname }) => pathname.replace(/\.[0-9a-f]{8}\./, '.'))).toEqual([
      '/assets/mf-probe/_/first-page.js',
      '/assets/mf-probe/_/second-page.js',
      '/assets/mf-probe/_/lazy.js',
    ]);
    for (const script of scripts) expect((await fetch(script)).status).toBe(200);
  });
});

describe('two versions of a remote in one page', () => {
  it.each([
    ['1.0.0', '3.0.0'],
    ['3.0.0', '1.0.0'],
  ])('each have their own chunks: %s, then %s', async (earlier, later) => {
    const sentences: Record<string, string> = { '1.0.0': 'first edition', '3.0.0': 'another edition' };
    const page = openPage();
    const one = await loadEntry(page, earlier);
    expect((await load(one, './first-page')).say()).toBe(sentences[earlier]);
    const two = await loadEntry(page, later);
    expect((await load(two, './first-page')).say()).toBe(sentences[later]);
    expect((await load(one, './first-page')).say()).toBe(sentences[earlier]);
    expect(await (await load(one, './second-page')).say()).toBe('later');
  });

  it('do not wait for each other, also not for a chunk that is the same in both', async () => {
    const page = openPage();
    const one = await loadEntry(page, '1.0.0');
    const two = await loadEntry(page, '3.0.0');
    const [first, second] = await Promise.all([load(one, './second-page'), load(two, './second-page')]);
    expect(await Promise.all([first.say(), second.say()])).toEqual(['later', 'later']);
    expect(first.own).not.toBe(second.own);
  });
});

describe('a remote of many pages', () => {
  const descriptor = (): ReleaseDescriptor =>
    JSON.parse(readFileSync(join(dists['4.0.0'] ?? '', 'release.json'), 'utf8')) as ReleaseDescriptor;
  const isTable = (path: string): boolean => /^_\/chunk-table\.[0-9a-f]{8}\.js$/.test(path);
  const table = (): string => descriptor().files.find(({ path }) => isTable(path))?.path ?? '';

  it('has the hashes of its scripts in one beside the entry, which has the hash of that one alone', () => {
    const entry = readFileSync(join(dists['4.0.0'] ?? '', 'v/remoteEntry.js'), 'utf8');
    const { files, exposes } = descriptor();
    const scripts = files.filter(({ path }) => path.startsWith('_/'));
    expect(scripts.length).toBe(MANY.length + 4);
    expect(scripts.filter(({ integrity }) => entry.includes(integrity)).map(({ path }) => path)).toEqual([table()]);
    const listed = readFileSync(join(dists['4.0.0'] ?? '', table()), 'utf8');
    for (const { path, integrity } of scripts) if (path !== table()) expect(listed).toContain(integrity);
    for (const page of Object.values(exposes)) expect(page.files[0]).toBe(table());
  });

  it('has no such script where there are few', () => {
    const { files } = JSON.parse(readFileSync(join(dists['1.0.0'] ?? '', 'release.json'), 'utf8')) as ReleaseDescriptor;
    expect(files.filter(({ path }) => isTable(path))).toEqual([]);
  });

  it('loads each page, and its scripts with their integrity', async () => {
    const page = openPage();
    const container = await loadEntry(page, '4.0.0');
    const scripts: [path: string, integrity: string][] = [];
    const { head } = page.window.document;
    const append = head.appendChild.bind(head);
    head.appendChild = (node) => {
      const { src, integrity } = node as unknown as HTMLScriptElement;
      scripts.push([`_/${src.split('/').at(-1)}`, integrity]);
      return append(node);
    };
    const [one, other] = await Promise.all([load(container, './page-3-page'), load(container, './page-11-page')]);
    expect([one.say(), other.say(), await (await load(container, './second-page')).say()]).toEqual(['page-3', 'page-11', 'later']);
    expect(scripts.map(([path]) => path.split('.')[0])).toEqual([
      '_/chunk-table',
      '_/page-3-page',
      '_/page-11-page',
      '_/second-page',
      '_/lazy',
    ]);
    const published = new Map(descriptor().files.map(({ path, integrity }) => [path, integrity]));
    for (const [path, integrity] of scripts) expect([path, integrity]).toEqual([path, published.get(path)]);
  });

  it('asks for the hashes once more when they did not come', async () => {
    const page = openPage();
    page.virtualConsole.removeAllListeners('jsdomError');
    const container = await loadEntry(page, '4.0.0');
    missing.add(table().slice(2));
    await expect(load(container, './page-3-page')).rejects.toMatchObject({ name: 'ChunkLoadError' });
    expect((await load(container, './page-3-page')).say()).toBe('page-3');
  });
});
