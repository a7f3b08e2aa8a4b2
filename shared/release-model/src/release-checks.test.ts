import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { Refusal } from './refusal';
import { assertPublishable, assertWithinPrefixes, type BuiltRelease, parseDescriptor, publishFindings } from './release-checks';
import { LIMITS } from './release-limits';
import { descriptor, page } from './testing';

const hash = (text: string) => `sha384-${createHash('sha384').update(text).digest('base64')}`;
const CHUNK = { path: '_/page.1a2b.js', size: 4, integrity: hash('page') };
const ENTRY = { path: 'v/remoteEntry.js', size: 5, integrity: hash('entry') };

const release = (
  more: Partial<BuiltRelease['descriptor']> = {},
  entry = `load('${CHUNK.integrity}')`,
  texts: [string, string][] = [],
): BuiltRelease => {
  const made = descriptor({ name: 'mf-shop', version: '1.0.0', entries: [ENTRY.path], files: [ENTRY, CHUNK], ...more });
  const files = new Map(made.files.map((file) => [file.path, file]));
  return { descriptor: made, files, scripts: new Map([[ENTRY.path, entry], ...texts]) };
};

const refused = (built: BuiltRelease) =>
  publishFindings(built, LIMITS).flatMap(({ gate, refusal }) => (refusal ? [`${gate}: ${refusal.message}`] : []));

it('a sound release passes every gate', () => {
  expect(refused(release())).toEqual([]);
  expect(() => assertPublishable(release(), LIMITS)).not.toThrow();
});

describe('chunks are loaded with their hashes', () => {
  const message = '_/page.1a2b.js would be loaded without its hash: no entry of the release has it.';

  it('an entry that does not know the hash of a chunk is refused', () => {
    expect(refused(release({}, `load('page.1a2b.js')`))).toEqual([`chunks: ${message}`]);
    expect(() => assertPublishable(release({}, ''), LIMITS)).toThrow(message);
  });

  it('an entry may know the hash of a table alone that knows the others', () => {
    const table = { path: '_/chunk-table.0123abcd.js', size: 4, integrity: hash('table') };
    const tabled = (entry: string, path = table.path) =>
      refused(release({ files: [ENTRY, CHUNK, { ...table, path }] }, entry, [[path, `table('${CHUNK.integrity}')`]]));
    expect(tabled(`load('${table.integrity}')`)).toEqual([]);
    // Without its hash in the entry, or by another name, it is a script like any other.
    expect(tabled(`load('${CHUNK.integrity}')`)).toEqual([
      `chunks: ${table.path} would be loaded without its hash: no entry of the release has it.`,
    ]);
    expect(tabled('load()')).toEqual([`chunks: ${message}`]);
    expect(tabled(`load('${table.integrity}')`, '_/table.0123abcd.js')).toEqual([`chunks: ${message}`]);
  });

  it('so is one for any other script, wherever it lies, and not for what servers run', () => {
    const other = { path: 'v/static/page.mjs', size: 4, integrity: hash('other') };
    const server = { path: 'server/bundle.cjs', size: 4, integrity: hash('server') };
    expect(refused(release({ server: server.path, files: [ENTRY, CHUNK, other, server] }))).toEqual([
      'chunks: v/static/page.mjs would be loaded without its hash: no entry of the release has it.',
    ]);
    // Their hashes are in the import map.
    expect(refused(release({ kind: 'esm', files: [ENTRY, CHUNK, other] }))).toEqual([]);
  });
});

describe('files that no disk could hold together are refused', () => {
  const listing = (...paths: string[]) =>
    refused(release({ files: [ENTRY, CHUNK, ...paths.map((path) => ({ path, size: 4, integrity: hash(path) }))] }));

  it.each([
    ['a file that is a folder of another', ['v/a', 'v/a/b/c'], 'v/a is a file, and would be a folder of v/a/b/c.'],
    ['the same the other way round', ['v/a/b', 'v/a'], 'v/a is a file, and would be a folder of v/a/b.'],
    ['the same in another case', ['v/a', 'v/A/b'], 'v/a is a file, and would be a folder of v/A/b.'],
    ['two that differ in their case only', ['v/Page.css', 'v/page.css'], 'v/page.css differs from v/Page.css in its case only.'],
    ['one that is listed twice', ['v/a', 'v/a'], 'v/a is listed twice.'],
    ['a folder in the place of a compressed form', ['v/a', 'v/a.gz/b'], 'v/a.gz/b has an ending that is not allowed.'],
    ['a compressed form in another case', ['v/a', 'v/a.BR'], 'v/a.BR has an ending that is not allowed.'],
  ])('%s', (_what, paths, message) => {
    expect(listing(...paths)).toEqual([`hashes: ${message}`]);
  });

  it('but not files of one folder, or of one that another begins with', () => {
    expect(listing('v/a/b', 'v/A/c', 'v/ab/c', 'v/a.css', 'server/a')).toEqual([]);
  });
});

it('every gate says what it refuses, by its name', () => {
  const built = release({ contract: 99, routes: [page('/a'), page('/a')], server: 'v/remoteEntry.js' }, '');
  expect(publishFindings(built, { ...LIMITS, served: 5 }).map(({ gate, refusal }) => [gate, refusal?.code ?? null])).toEqual([
    ['contract', 'contract-not-supported'],
    ['hashes', null],
    ['references', 'release-invalid'],
    ['routes', 'release-invalid'],
    ['module', null],
    ['chunks', 'release-invalid'],
    ['size', 'release-too-large'],
  ]);
});

it('a pattern of a route that is too long is no descriptor', () => {
  const text = JSON.stringify(descriptor({ name: 'mf-shop', version: '1.0.0', routes: [page(`/${'a/'.repeat(20)}b`)] }));
  expect(() => parseDescriptor(text)).toThrow(Refusal);
  expect(() => parseDescriptor('{')).toThrow('release.json is not JSON.');
  // Read as JSON, they take seconds.
  expect(() => parseDescriptor('['.repeat(LIMITS.descriptor))).toThrow(
    'release.json is not a descriptor: it has more than 100000 brackets.',
  );
});

it.each([
  ['the team', { team: 'shop \u001b[2J' }],
  ['a title', { routes: [{ ...page('/a'), title: 'A \u009b2J' }] }],
  ['the commit', { commit: 'a\nb' }],
])('%s of a release steers no terminal', (_what, more) => {
  const text = JSON.stringify({ ...descriptor({ name: 'mf-shop', version: '1.0.0' }), ...more });
  expect(() => parseDescriptor(text)).toThrow('release.json has a text with a character that cannot be shown.');
});

it.each([
  ['the team', { team: 't'.repeat(301) }],
  ['a title', { routes: [{ ...page('/a'), title: 't'.repeat(301) }] }],
  ['the name of a module', { requires: { ['t'.repeat(301)]: { range: '*', singleton: true } } }],
])('%s of a release is no burden for the lists and documents that have it in them', (_what, more) => {
  const text = JSON.stringify({ ...descriptor({ name: 'mf-shop', version: '1.0.0' }), ...more });
  expect(() => parseDescriptor(text.replace('tt', 't'))).not.toThrow();
  expect(() => parseDescriptor(text)).toThrow('release.json has a text of more than 300 characters.');
});

it('a descriptor that is none as a whole is told in one sentence, too', () => {
  expect(() => parseDescriptor('[]')).toThrow(/^release\.json is not a descriptor: Invalid input.*\.$/);
});

it.each(['/api', '/api/:id', '/registry/v1', '/assets/shop', '/_shop', '/robots.txt', '/.well-known/shop'])(
  'the site answers with something else at %s, so no release has it',
  (path) => {
    const reason = [`routes: No visitor reaches the path ${path}: something else of the site answers there.`];
    expect(refused(release({ routes: [{ path, redirect: '/shop' }] }))).toEqual(reason);
  },
);

it.each(['/apis', '/shop/api', '/:any/api'])('pages may be at %s', (path) => {
  expect(refused(release({ routes: [{ path, redirect: '/shop' }] }))).toEqual([]);
});

it.each(['/../shop', '/shop/..', '/./shop', '/shop/..?'])('no browser asks for %s, so no release has it', (path) => {
  expect(refused(release({ routes: [{ path, redirect: '/shop' }] }))).toEqual([
    `routes: No browser asks for the path ${path}: it takes . and .. out of addresses.`,
  ]);
});

it.each([
  ['/games', ['/games'], true],
  ['/games/:game?/:page?', ['/games'], true],
  ['/games.htm', ['/games'], false],
  ['/gamesters', ['/games'], false],
  ['/:any?/games', ['/games'], false],
  ['/games?', ['/games'], false],
  ['/', ['/'], true],
  ['/games', ['/'], false],
  ['/en/games', ['/de', '/en/games'], true],
  ['/en', ['/en/games'], false],
])('%s begins with one of %j: %s', (path, prefixes, isWithin) => {
  const check = () => assertWithinPrefixes(prefixes, { name: 'mf-shop', routes: [page(path)] });
  if (isWithin) expect(check).not.toThrow();
  else expect(check).toThrow(`${path} begins with none of the prefixes of mf-shop: ${prefixes.join(', ')}.`);
});
