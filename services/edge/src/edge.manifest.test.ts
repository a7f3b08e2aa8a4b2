import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { compositionSchema, MANIFESTS_PATH, siteManifestSchema } from '@site/contracts/composition';
import { composeSite, compositionOf, manifestFor } from './composed-site';
import { compressDocument } from './document/compress-document';
import { buildDocument } from './document/document';
import { scriptJson } from './document/escape';
import { type TestRelease, testRemote, testShell, testSite, testTarget } from './testing/fixtures';
import { groundOfAllTests } from './testing/ground';
import { store } from './testing/test-edge';

const reading = (release: TestRelease): TestRelease => ({ ...release, descriptor: { ...release.descriptor, readsManifest: true } });
const shell = reading(testShell());
const remote = testRemote();
const page = (path: string, access: 'public' | 'granted' = 'public') => ({ path, page: './home', title: path, access });
/** A remote with pages of its own. */
const another = (name: string, ...routes: ReturnType<typeof page>[]): TestRelease => ({
  ...remote,
  descriptor: { ...remote.descriptor, name, routes },
});
const desk = another('mf-desk', page('/desk', 'granted'), page('/desk/:view', 'granted'));
const other = another('mf-other', page('/other'));

const ground = groundOfAllTests();
beforeAll(async () => {
  await ground.start();
  await store(ground.edge.storage, shell, remote, other, desk);
  ground.registry.promote(testTarget(1, shell, remote, other, desk));
  await ground.edge.ready(1);
});

const get = (path: string, headers: Record<string, string> = {}) => fetch(ground.edge.url + path, { headers });
const composed = async (path: string) =>
  compositionSchema.parse(JSON.parse(/id="site-composition"[^>]*>(.*?)<\/script>/.exec(await (await get(path)).text())?.[1] ?? ''));
const read = async (hash: string | null) => siteManifestSchema.parse(await (await get(`${MANIFESTS_PATH}${hash}`)).json());
const namesOf = ({ remotes }: { remotes: { name: string }[] }) => remotes.map(({ name }) => name);

describe('a document', () => {
  it('knows its address with the remote and the route of its page, and of no page none', async () => {
    expect((await composed('/offer/a')).pathname).toBe('/offer/a');
    const [{ routes, name, integrity, fallback }, ...more] = (await composed('/offer/a')).remotes as [never];
    expect([name, routes, fallback, more]).toEqual(['mf-a', [remote.descriptor.routes[1]], null, []]);
    expect(integrity).toMatch(/^sha384-/);
    expect(await composed('/nowhere')).toMatchObject({ remotes: [], pathname: null, manifest: (await composed('/')).manifest });
  });

  it('names a manifest that has all other remotes and routes, by the hash of its bytes', async () => {
    const { manifest } = await composed('/');
    const response = await get(`${MANIFESTS_PATH}${manifest}`, { 'accept-encoding': 'br' });
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': 'application/json; charset=utf-8',
      'content-encoding': 'br',
      vary: 'accept-encoding',
    });
    expect(response.headers.get('x-request-id')).toBeNull();
    const text = await response.text();
    expect(createHash('sha256').update(text).digest('base64url')).toBe(manifest);
    const { remotes } = siteManifestSchema.parse(JSON.parse(text));
    expect(remotes.map(({ name, routes }) => [name, routes])).toEqual([
      ['mf-a', remote.descriptor.routes],
      ['mf-other', other.descriptor.routes],
    ]);
    // The page goes on with the release that it has.
    expect(remotes[0]).toEqual({ ...(await composed('/')).remotes[0], routes: remote.descriptor.routes });
  });

  it('of a page that needs a grant names a manifest that has these too', async () => {
    const { manifest, remotes } = await composed('/desk/a');
    expect(remotes).toMatchObject([{ name: 'mf-desk', routes: [{ path: '/desk/:view' }] }]);
    expect(namesOf(await read(manifest))).toEqual(['mf-a', 'mf-desk', 'mf-other']);
  });

  it('of a shell that reads no manifest has everything in it', () => {
    const site = composeSite('', testSite(testShell(), remote, other));
    expect(namesOf(compositionOf(site, null))).toEqual(['mf-a', 'mf-other']);
    expect(compositionOf(site, null).manifest).toBeNull();
  });
});

describe('a manifest', () => {
  it('is there for the visitor to whom another edge has named it, and for pages of earlier targets', async () => {
    ground.registry.promote(testTarget(2, shell, remote, desk));
    await ground.edge.ready(2);
    // No document of this edge has named it yet.
    const manifest = manifestFor(composeSite('', testSite(shell, remote, desk)), null)?.hash ?? null;
    expect(namesOf(await read(manifest))).toEqual(['mf-a']);

    ground.registry.promote(testTarget(3, shell, other));
    await ground.edge.ready(3);
    const { manifest: earlier } = await composed('/other');
    ground.registry.promote(testTarget(4, shell, remote, desk));
    await ground.edge.ready(4);
    // Its page asks for the first time.
    expect(namesOf(await read(earlier))).toEqual(['mf-other']);
  });

  it('that nobody knows is not found, and nobody keeps that', async () => {
    const response = await get(`${MANIFESTS_PATH}${'A'.repeat(43)}`);
    expect([response.status, response.headers.get('cache-control')]).toEqual([404, 'no-store']);
  });
});

it('a document is as large with 200 remotes on the site as with 4', async () => {
  const sizeWith = async (count: number) => {
    const remotes = Array.from({ length: count }, (_, index) => another(`mf-r${index}`, page(`/r${index}`), page(`/r${index}/:id`)));
    const site = composeSite('', testSite(shell, remote, ...remotes.slice(1)));
    const shown = { remote: 'mf-a', route: page('/'), pathname: '/' };
    const { html, policy } = buildDocument({
      site: site.site,
      compositionJson: scriptJson(compositionOf(site, shown)),
      files: [],
      rendered: null,
      isLate: false,
      interimTitle: 'Home',
    });
    return (await compressDocument(Buffer.from(html), 'br', 'best')).length + policy.length;
  };
  expect(Math.abs((await sizeWith(200)) - (await sizeWith(4)))).toBeLessThan(100);
});
