/** Previews with parts from the machine of whoever looks, and what the inspector is told of a preview. */
import { beforeAll, describe, expect, it } from '@jest/globals';
import { compositionSchema } from '@site/contracts/composition';
import type { Inspection } from '@site/contracts/inspection';
import type { LocalParts } from '@site/release-model/local-part';
import { type Preview, signPreview } from '@site/release-model/preview';
import { refOf } from '@site/release-model/release-id';
import { targetHash } from '@site/release-model/target';
import { release, testKey, type TestPart, type TestRelease, testRemote, testShell, testTarget } from './testing/fixtures';
import { groundOfAllTests } from './testing/ground';
import { store } from './testing/test-edge';

const [shell, remote, next] = [testShell(), testRemote(), testRemote('2.0.0')];
const ENTRY = 'http://localhost:4300/v/remoteEntry.js';
const other = release('mf-b', {
  entries: ['v/remoteEntry.js'],
  contents: { 'v/remoteEntry.js': 'entry b' },
  routes: [{ path: '/b', page: './b', title: 'B', access: 'public' }],
  exposes: { './b': { files: [], consumes: [] } },
});
const local: LocalParts = { 'mf-b': { entry: ENTRY, routes: [{ path: '/bee', page: './bee', title: 'Bee', access: 'public' }] } };

const ground = groundOfAllTests();
let number = 0;

beforeAll(async () => {
  await ground.start({ production: true });
  await store(ground.edge.storage, shell, remote, next, other);
});

async function promote(...parts: TestPart[]) {
  number += 1;
  ground.registry.promote(testTarget(number, ...parts));
  await ground.edge.ready(number);
}

const tokenOf = (releases: TestRelease[], locals: LocalParts = {}): string => {
  const common = {
    environment: 'production',
    id: 'preview-1',
    parts: Object.fromEntries(releases.map(({ descriptor }) => [descriptor.name, refOf(descriptor)])),
    expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
    createdBy: 'alice',
  };
  const preview: Preview = Object.keys(locals).length > 0 ? { schema: 3, ...common, local: locals } : { schema: 1, ...common };
  return signPreview(preview, testKey);
};
const get = (path: string, cookie = '') => fetch(ground.edge.url + path, { headers: { cookie }, redirect: 'manual' });
const compositionOf = (html: string) =>
  compositionSchema.parse(JSON.parse(/id="site-composition"[^>]*>(.*?)<\/script>/.exec(html)?.[1] ?? ''));

describe('a part from the machine of whoever looks', () => {
  const cookie = `preview=${tokenOf([], local)}`;

  it('takes the place of its release, for whoever has the link, rendered by the browser and not verified', async () => {
    await promote(shell, remote, other);
    const answer = await get('/bee', cookie);
    const html = await answer.text();
    expect(html).toContain('<div id="root"></div>');
    const { remotes, preview } = compositionOf(html);
    expect(remotes.find(({ name }) => name === 'mf-b')).toMatchObject({ entry: ENTRY, integrity: null, fallback: null, team: 'team' });
    expect(preview).toMatchObject({ releases: [], local: [{ name: 'mf-b', origin: 'http://localhost:4300' }] });
    expect((await get('/b', cookie)).status).toBe(404);
    expect((await get('/bee')).status).toBe(404);
    expect((await get('/b')).status).toBe(200);
  });

  it('is shown beside the rest as it is live, which is rendered and verified', async () => {
    await promote(shell, remote, other);
    const html = await (await get('/', cookie)).text();
    expect(html).toContain('Hello</main>');
    expect(compositionOf(html).remotes.find(({ name }) => name === 'mf-a')?.integrity).toMatch(/^sha384-/);
  });

  it('has its origin, and no other, in the policy of the preview, and nowhere else', async () => {
    await promote(shell, remote, other);
    const [shown, live] = [await get('/bee', cookie), await get('/b')];
    const directive = (answer: Response, name: string) =>
      new RegExp(`(?:^|; )${name} ([^;]*)`).exec(answer.headers.get('content-security-policy') ?? '')?.[1]?.split(' ') ?? [];
    const added = (name: string) => directive(shown, name).filter((source) => !directive(live, name).includes(source));
    expect(added('connect-src')).toEqual(['http://localhost:4300', 'ws://localhost:4300']);
    expect([added('img-src'), added('font-src'), added('frame-src'), added('default-src')]).toEqual([
      ['http://localhost:4300'],
      ['http://localhost:4300'],
      [],
      [],
    ]);
    const html = await shown.text();
    expect(html).toContain('[location.origin,"http://localhost:4300"]');
    expect(html).toContain('EventSource("http://localhost:4300/_dev/events")');
    expect(await live.text()).not.toContain('localhost:4300');
  });

  it('is not shown where something else that is live has its address by now', async () => {
    const taken = release('mf-c', {
      entries: ['v/remoteEntry.js'],
      contents: { 'v/remoteEntry.js': 'entry c' },
      routes: [{ path: '/bee', redirect: '/' }],
    });
    await store(ground.edge.storage, taken);
    await promote(shell, remote, other, taken);
    const answer = await get('/bee', cookie);
    expect([answer.status, await answer.text()]).toEqual([503, expect.stringContaining('Both mf-c and mf-b declare /bee.')]);
  });
});

describe('what the inspector is told', () => {
  const inspection = async (cookie: string) => (await (await get('/_edge/inspection', cookie)).json()) as Inspection;
  const whys = async (cookie: string) => Object.fromEntries((await inspection(cookie)).parts.map(({ name, why }) => [name, why]));

  it('names release, team and revision of each part, and why this visitor gets it', async () => {
    await promote(shell, remote, other);
    const { revision, environment, parts } = await inspection(`preview=${tokenOf([next], local)}`);
    expect([environment, revision]).toEqual(['production', number]);
    expect(parts).toEqual([
      { name: 'mf-a', team: 'team', version: '2.0.0', id: refOf(next.descriptor).id, commit: null, why: { kind: 'preview' } },
      {
        ...{ name: 'mf-b', team: 'team', version: '0.0.0-development', id: null, commit: null },
        why: { kind: 'local', origin: 'http://localhost:4300' },
      },
      { name: 'shell', team: 'team', version: '1.0.0', id: refOf(shell.descriptor).id, commit: null, why: { kind: 'stable' } },
    ]);
  });

  it('names the cohort of a candidate, and the version that did not start in this browser', async () => {
    const candidate = { release: next, basisPoints: 10_000, cohort: 'revision-2' };
    await store(ground.edge.storage, testShell('1.1.0'));
    await promote({ ...testShell('1.1.0'), fallback: shell }, { ...remote, candidate });
    const visitor = `visitor=${'a'.repeat(32)}; shell-fallback=1.1.0`;
    expect(await whys(`preview=${tokenOf([])}; ${visitor}`)).toEqual({
      'mf-a': { kind: 'candidate', cohort: 'revision-2', basisPoints: 10_000 },
      shell: { kind: 'fallback', insteadOf: '1.1.0' },
    });
  });

  it('is the number of the revision in a replay', async () => {
    await promote(shell, remote);
    const target = testTarget(1, shell, remote, other);
    const replay = {
      ...{ schema: 2 as const, environment: 'production', id: 'replay-1', candidates: false, createdBy: 'alice' },
      revision: { number: 1, hash: targetHash(target), createdAt: '2026-05-03T12:00:00.000Z' },
      expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
    };
    const why = { kind: 'revision', number: 1, candidates: false };
    expect(await whys(`preview=${signPreview(replay, testKey)}`)).toEqual({ 'mf-a': why, 'mf-b': why, shell: why });
  });

  it('is for browsers in a preview alone', async () => {
    await promote(shell, remote);
    expect((await get('/_edge/inspection')).status).toBe(404);
    expect((await get('/_edge/inspection', `preview=${tokenOf([next]).slice(0, -3)}`)).status).toBe(404);
    const answer = await get('/_edge/inspection', `preview=${tokenOf([next])}`);
    expect(answer.headers.get('cache-control')).toBe('private, no-store');
  });
});
