/** What an edge does not serve, whoever answers in the registry's place or can write to the storage. */
import { once } from 'node:events';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { silentLogger } from '@site/platform/logging';
import { generateSigningKey, readSigningKey, signTarget, trust } from '@site/release-model/envelope';
import { releaseKey } from '@site/release-model/release-id';
import { targetHash } from '@site/release-model/target';
import type { EdgeOptions } from './plugin';
import { Followed } from './target/followed';
import { pageServer, signed, testKey, testKeys, testRemote, testShell, testTarget } from './testing/fixtures';
import { groundOfEachTest } from './testing/ground';
import { store, until } from './testing/test-edge';

const [shell, remote, next] = [testShell(), testRemote(), testRemote('1.1.0')];
const first = testTarget(1, shell, remote);
const second = { ...testTarget(2, shell, next), previousHash: targetHash(first) };
const ground = groundOfEachTest();

async function start(options: Partial<EdgeOptions> = {}) {
  await ground.start(options);
  await store(ground.edge.storage, shell, remote, next);
}

const page = async () => (await fetch(`${ground.edge.url}/`)).text();
const servesFirst = async () => {
  expect((await ground.edge.status()).revision).toBe(1);
  expect(await page()).toContain('"version":"1.0.0"');
};

describe('a target', () => {
  const stranger = readSigningKey(generateSigningKey());
  const payload = Buffer.from(JSON.stringify({ ...second, number: 3 })).toString('base64');

  it.each([
    ['is not signed', { ...signed(second), signatures: [] }, 'not in an envelope'],
    ['is signed by a stranger', signTarget(second, stranger), 'not signed with a trusted key'],
    ['was changed after it was signed', { ...signed(second), payload }, 'not signed with a trusted key'],
    ['comes without an envelope', second, 'not in an envelope'],
    ['is for another environment', signed({ ...second, environment: 'staging' }), 'for staging'],
    [
      'has the number of the one that is served and says something else',
      signed({ ...first, params: { ...first.params, brand: 'Old' } }),
      'of another history',
    ],
    ['is of another history', signed({ ...second, previousHash: 'f'.repeat(64) }), 'of another history'],
  ])('that %s is refused and reported, and the next good one is served', async (_name, answer, defect) => {
    await start();
    ground.registry.promote(first);
    await ground.edge.ready(1);
    ground.registry.answer(answer);
    await ground.edge.defect(defect);
    await servesFirst();
    ground.registry.promote(second);
    await ground.edge.ready(2);
    expect((await ground.edge.status()).defects).toEqual([]);
  });

  it('that was live before is refused when somebody answers with it again', async () => {
    await start();
    ground.registry.promote(first);
    await ground.edge.ready(1);
    ground.registry.promote(second);
    await ground.edge.ready(2);
    ground.registry.promote(first);
    await ground.edge.defect('Target 1 is older than 2');
    expect((await ground.edge.status()).revision).toBe(2);
    expect(ground.edge.errors.join()).toContain('target is refused');
  });

  it('of a new epoch is followed, although its number is lower', async () => {
    await start();
    ground.registry.promote(second);
    await ground.edge.ready(2);
    ground.registry.promote({ ...first, epoch: 2 });
    await ground.edge.ready(1);
    expect(await ground.edge.status()).toMatchObject({ epoch: 2, revision: 1, hash: targetHash({ ...first, epoch: 2 }), defects: [] });
  });

  it('signed with a new key is served once the key is there, without a restart', async () => {
    const fresh = readSigningKey(generateSigningKey());
    let keys = testKeys;
    await start({ trustedKeys: async () => keys });
    ground.registry.promote(first);
    await ground.edge.ready(1);
    ground.registry.answer(signTarget(second, fresh));
    await ground.edge.defect('not signed with a trusted key');
    keys = trust(testKey, fresh);
    await ground.registry.judged();
    await ground.edge.ready(2);
  });

  it('is never served while the keys cannot be read', async () => {
    await start({ trustedKeys: () => Promise.reject(new Error('ENOENT: /secret/place')) });
    ground.registry.promote(first);
    await ground.edge.defect('The trusted keys cannot be read.');
    expect((await fetch(`${ground.edge.url}/`)).status).toBe(503);
  });
});

describe('a file of a release', () => {
  it.each([
    [
      'a descriptor that was changed',
      'release.json',
      JSON.stringify({ ...next.descriptor, routes: [] }),
      'The descriptor of mf-a@1.1.0 is not that of the release.',
    ],
    ['a descriptor of another release', 'release.json', JSON.stringify(remote.descriptor), 'is not that of the release'],
    ['a descriptor that is none', 'release.json', '{', 'has a form that is not known here'],
    ['a server bundle that was changed', 'server/remote.cjs', pageServer(`'Evil'`), 'does not match its hash'],
  ])('such as %s keeps the site as it is, and is taken when it is what it should be', async (_name, path, content, defect) => {
    await start();
    ground.registry.promote(first);
    await ground.edge.ready(1);
    await ground.edge.storage.put(releaseKey('mf-a', '1.1.0', path), Buffer.from(content));
    ground.registry.promote(second);
    await ground.edge.defect(defect);
    await servesFirst();
    await store(ground.edge.storage, next);
    await ground.edge.ready(2);
    expect(await page()).toContain('Hello</main>');
  });

  it('such as a server bundle that was changed while the edge was down does not run', async () => {
    await start();
    ground.registry.promote(first);
    await ground.edge.ready(1);
    await ground.edge.server.close();
    await ground.edge.storage.put(releaseKey('mf-a', '1.0.0', 'server/remote.cjs'), Buffer.from(pageServer(`'Evil'`)));
    await rm(join(ground.directory, 'edge/pages'), { recursive: true });
    await ground.start();
    await ground.edge.ready(1);
    expect(await page()).toContain('<div id="root"></div>');
  });

  it('that is wrong at the very first start leaves the edge not ready', async () => {
    await start();
    await ground.edge.storage.delete(releaseKey('mf-a', '1.0.0', 'release.json'));
    ground.registry.promote(first);
    await ground.edge.defect('The descriptor of mf-a@1.0.0 is missing.');
    await expect(ground.edge.server.assertEdgeServes()).rejects.toThrow();
  });
});

it('a rendered page that somebody wrote to the disk is reported, and rendered again', async () => {
  await start();
  ground.registry.promote(first);
  await ground.edge.ready(1);
  const pages = join(ground.directory, 'edge/pages');
  const restartWith = async (change: (texts: string[]) => string[], options: Partial<EdgeOptions> = {}) => {
    await ground.edge.server.close();
    const files = (await readdir(pages)).map((name) => join(pages, name)).sort();
    const texts = await Promise.all(files.map((file) => readFile(file, 'utf8')));
    for (const [index, text] of change(texts).entries()) await writeFile(files[index]!, text);
    await ground.start(options);
    await ground.edge.ready(1);
    expect(await page()).toContain('<main data-path="/">Hello</main>');
    return ground.edge.errors.filter((line) => line.includes('a rendered page on disk is not the one that was kept')).length;
  };

  expect(await restartWith((texts) => texts)).toBe(0);
  expect(await restartWith((texts) => texts.map((text) => text.replace('Hello</main>', 'Evil</main>')))).toBeGreaterThan(0);
  // Sound pages under the names of others.
  expect(await restartWith(([one, ...others]) => [...others, one!])).toBeGreaterThan(0);
  expect(await restartWith((texts) => texts)).toBe(0);
  // Once its token is another one, they are rendered again as well, and nobody has done anything.
  const replaced = { registryToken: async () => 'another-token' };
  expect(await restartWith((texts) => texts.map((text) => text.replace('Hello</main>', 'Evil</main>')), replaced)).toBe(0);
});

describe('the registry', () => {
  it('is polled by an edge without a token, or with one that it refuses', async () => {
    await start({ registryToken: async () => null });
    ground.registry.promote(first);
    await ground.edge.ready(1);
    expect([ground.registry.streams(), ground.registry.told]).toEqual([0, []]);
    await ground.edge.server.close();

    await start({ registryToken: async () => 'wrong' });
    ground.registry.promote(second);
    await ground.edge.ready(2);
    expect([ground.registry.streams(), (await ground.edge.status()).registry.connected]).toEqual([0, false]);
  });

  it('hears what is served, when it changes, and when the edge stops', async () => {
    await start();
    ground.registry.promote(first);
    const heard = (number: number) =>
      until(async () => ground.registry.told.some(({ report }) => report.number === number && report.pages.done));
    await heard(1);
    ground.registry.answer(signTarget(second, readSigningKey(generateSigningKey())));
    await until(async () => ground.registry.told.at(-1)?.report.defects.length === 1);
    ground.registry.promote(second);
    await heard(2);
    expect(ground.registry.told.at(-1)).toMatchObject({ method: 'PUT', report: { epoch: 1, hash: targetHash(second), defects: [] } });
    await ground.edge.server.close();
    expect(ground.registry.told.at(-1)?.method).toBe('DELETE');
    expect(new Set(ground.registry.told.map(({ id }) => id)).size).toBe(1);
  });
});

it('a registry that leads elsewhere is not followed there', async () => {
  await start();
  const asked: string[] = [];
  const moved = createServer(({ url = '' }, response) => {
    asked.push(url);
    response.writeHead(302, { location: '/elsewhere' }).end();
  }).listen(0, '127.0.0.1');
  await once(moved, 'listening');
  const { port } = moved.address() as AddressInfo;
  const options = {
    ...{
      registry: { address: () => `http://127.0.0.1:${port}/target`, authorization: async () => ({}) },
      path: 'target',
      needsToken: false,
    },
    ...{ logger: silentLogger(), onEnvelope: () => undefined, onReached: () => asked.push('reached') },
  };
  await new Followed(options as never, new AbortController().signal).ask();
  moved.close();
  expect(asked).toEqual(['/target']);
});
