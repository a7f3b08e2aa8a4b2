import { beforeAll, expect, it } from '@jest/globals';
import { integrityOf, release, releasesOf, type TestRelease, testRemote, testShell, testTarget } from '../testing/fixtures';
import { groundOfAllTests } from '../testing/ground';
import { store, until } from '../testing/test-edge';
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

const ground = groundOfAllTests();
beforeAll(async () => {
  await ground.start({ now: () => new Date('2026-11-22T10:00:30Z') });
  await store(ground.edge.storage, shell, remote, esm());
  ground.registry.promote(testTarget(1, shell, remote, esm()));
  await ground.edge.ready(1);
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
  const answer = await fetch(`${ground.edge.url}/.well-known/import-map.json`);
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
  const html = await (await fetch(ground.edge.url)).text();
  expect(html).toContain('Hello</main>');
  expect(html).not.toContain('mf-words');
  await ground.edge.server.close();
  await until(async () => ground.registry.counted.length > 0);
  const parts = ground.registry.counted.flatMap(({ counts }) => counts.map(({ part }) => part));
  expect([...new Set(parts)].sort()).toEqual(['mf-a', 'shell']);
});
