import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createTestDirectory } from '@site/platform/testing/test-directory';
import { integrityOf, release, releasesOf, type TestRelease, testRemote, testShell, testTarget } from '../testing/fixtures';
import { startTestEdge, startTestRegistry, store, type TestEdge, type TestRegistry, until } from '../testing/test-edge';
import { discoveryOf } from './discovery';
import { importMapOf } from './import-map';

const ORIGIN = 'https://practice.example.com';
const [shell, remote] = [testShell(), testRemote()];

function esm(version = '1.0.0'): TestRelease {
  const contents = { 'v/index.js': `words ${version}`, '_/greeting.1111.js': 'greeting', 'v/notes.txt': 'notes' };
  const { descriptor } = release('mf-words', { version, entries: ['v/index.js'], contents });
  return { descriptor: { ...descriptor, kind: 'esm' }, contents };
}

const address = (path: string) => `${ORIGIN}/assets/mf-words/${path}`;
const listed = {
  imports: { 'mf-words': address('1.0.0/index.js'), 'mf-words/': address('1.0.0/') },
  integrity: { [address('1.0.0/index.js')]: integrityOf('words 1.0.0'), [address('_/greeting.1111.js')]: integrityOf('greeting') },
};

let directory: Awaited<ReturnType<typeof createTestDirectory>>;
let registry: TestRegistry;
let edge: TestEdge;
beforeAll(async () => {
  directory = await createTestDirectory();
  registry = await startTestRegistry();
  edge = await startTestEdge(directory.path, registry.url, { now: () => new Date('2026-11-22T10:00:30Z') });
  await store(edge.storage, shell, remote, esm());
  registry.promote(testTarget(1, shell, remote, esm()));
  await edge.ready(1);
});
afterAll(async () => {
  await edge.server.close();
  await registry.stop();
  await directory.remove();
});

const mapOf = (...parts: Parameters<typeof releasesOf>) =>
  importMapOf({ target: testTarget(1, ...parts), releases: releasesOf(...parts), publicOrigin: ORIGIN });

it('the import map has the stable ES modules with the hash of each script, and no other release', () => {
  expect(mapOf(shell, remote, esm())).toEqual(listed);
  const candidate = { release: esm('2.0.0'), basisPoints: 5_000, cohort: 'revision-2' };
  expect(mapOf(shell, remote, { ...esm(), candidate })).toEqual(listed);
  expect(mapOf(shell, remote, { ...esm(), disabled: { message: 'Later.' } })).toEqual({ imports: {}, integrity: {} });
});

it('every site may read the import map, and asks for it again only when it is another', async () => {
  const answer = await fetch(`${edge.url}/.well-known/import-map.json`);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'application/importmap+json; charset=utf-8',
    'access-control-allow-origin': '*',
    'cache-control': 'no-cache',
  });
  expect(await answer.json()).toEqual(listed);
  const again = await fetch(answer.url, { headers: { 'if-none-match': answer.headers.get('etag') ?? '' } });
  expect(again.status).toBe(304);
});

it('discovery says of what kind an entry is', () => {
  const parts = [shell, remote, esm()];
  const { microFrontends } = discoveryOf({ target: testTarget(1, ...parts), releases: releasesOf(...parts), publicOrigin: ORIGIN });
  const extras = Object.values(microFrontends).map(([version]) => [version?.extras.kind, version?.extras.container]);
  expect(extras).toEqual([
    ['module-federation', 'mf_a'],
    ['esm', undefined],
  ]);
});

it('documents have nothing of ES modules, which the shell does not load, and are not counted as having them', async () => {
  const html = await (await fetch(edge.url)).text();
  expect(html).toContain('Hello</main>');
  expect(html).not.toContain('mf-words');
  await edge.server.close();
  await until(async () => registry.counted.length > 0);
  expect(registry.counted.flatMap(({ counts }) => counts.map(({ part }) => part)).sort()).toEqual(['mf-a', 'shell']);
});
