/** Replays: whoever has the link sees what a revision composed, whatever is live. */
import { beforeEach, describe, expect, it } from '@jest/globals';
import { compositionSchema } from '@site/contracts/composition';
import { generateSigningKey, readSigningKey } from '@site/release-model/envelope';
import { signPreview } from '@site/release-model/preview';
import { releaseKey } from '@site/release-model/release-id';
import type { Replay } from '@site/release-model/replay';
import { type Target, targetHash } from '@site/release-model/target';
import { pageServer, release, testKey, testParams, testRemote, testShell, testTarget } from './testing/fixtures';
import { groundOfEachTest } from './testing/ground';
import { store } from './testing/test-edge';

const [shell, remote] = [testShell(), testRemote()];
const [newShell, next] = [testShell('2.0.0'), testRemote('2.0.0', pageServer(`'Next'`))];
const candidate = testRemote('1.5.0', pageServer(`'Candidate'`));
const gone = release('mf-b', { contents: { 'v/remoteEntry.js': 'b' }, entries: ['v/remoteEntry.js'] });

/** Revision 1, with everything that a target can have. */
const first: Target = {
  ...testTarget(
    1,
    { ...shell, fallback: testShell('0.9.0') },
    { ...remote, candidate: { release: candidate, basisPoints: 100, cohort: 'revision-1' }, fallback: testRemote('0.9.0') },
    { ...gone, disabled: { message: 'Back at noon.' } },
  ),
  params: { ...testParams, brand: 'As it was' },
  policy: { openTabs: 'notice' },
};
const second = testTarget(2, newShell, next);

const ground = groundOfEachTest();
beforeEach(async () => {
  await ground.start();
  await store(ground.edge.storage, shell, remote, newShell, next, candidate, gone);
  ground.registry.promote(first, false);
  ground.registry.promote(second);
  await ground.edge.ready(2);
});

const replayOf = (more: Partial<Replay> = {}): Replay => ({
  schema: 2,
  environment: 'production',
  id: 'replay-1',
  revision: { number: 1, hash: targetHash(first), createdAt: '2026-05-03T12:00:00.000Z' },
  candidates: false,
  expiresAt: '2999-01-01T00:00:00.000Z',
  createdBy: 'alice',
  ...more,
});
const cookieOf = (more: Partial<Replay> = {}) => `preview=${signPreview(replayOf(more), testKey)}`;
const get = (path = '/', cookie = '') => fetch(ground.edge.url + path, { headers: cookie ? { cookie } : {}, redirect: 'manual' });
const compositionOf = (html: string) =>
  compositionSchema.parse(JSON.parse(/id="site-composition"[^>]*>(.*?)<\/script>/.exec(html)?.[1] ?? ''));

describe('a browser in a replay', () => {
  it('keeps the parameters of the revision while its pages are open', async () => {
    const paramsOf = async (cookie: string) => {
      const answer = await get('/params.json', cookie);
      expect([answer.headers.get('cache-control'), answer.headers.get('vary')]).toEqual(['private, no-cache', 'cookie']);
      return ((await answer.json()) as { brand: string }).brand;
    };
    expect([await paramsOf(cookieOf()), await paramsOf('')]).toEqual(['As it was', testParams.brand]);
  });

  it('gets the releases, parameters, policy and switched-off parts of the revision, rendered, and nothing to fall back to', async () => {
    const response = await get('/offer', cookieOf());
    const html = await response.text();
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'private, no-store']);
    expect(html).toContain('Hello</main>');
    expect(compositionOf(html)).toMatchObject({
      revision: 1,
      openTabs: 'notice',
      params: { brand: 'As it was' },
      shell: { version: '1.0.0', fallback: null },
      remotes: [
        { name: 'mf-a', version: '1.0.0', fallback: null, disabled: null },
        { name: 'mf-b', version: '1.0.0', disabled: { message: 'Back at noon.' } },
      ],
      preview: { revision: { number: 1, createdAt: '2026-05-03T12:00:00.000Z' } },
    });
    expect(compositionOf(await (await get('/offer')).text())).toMatchObject({ revision: 2, preview: null });
  });

  it('gets what was stable, whoever it is, or the candidates where the link is for them', async () => {
    const candidates = await get('/offer', cookieOf({ candidates: true }));
    expect(await candidates.text()).toContain('Candidate</main>');
    const visitor = await get('/offer', `${cookieOf()}; visitor=${'0'.repeat(32)}; shell-fallback=1.0.0`);
    expect(compositionOf(await visitor.text())).toMatchObject({ shell: { version: '1.0.0' }, remotes: [{ version: '1.0.0' }, {}] });
  });

  it('goes on while the registry is away, once it was shown', async () => {
    expect((await get('/', cookieOf())).status).toBe(200);
    await ground.registry.stop();
    expect((await get('/card', cookieOf())).status).toBe(200);
  });

  it('is led there by a link, which ends when it expires and is worth nothing from a stranger', async () => {
    const link = (token: string) => get(`/_preview/${token}?to=/offer`);
    const opened = await link(signPreview(replayOf(), testKey));
    expect([opened.status, opened.headers.get('location')]).toEqual([303, '/offer']);
    expect((await link(signPreview(replayOf({ expiresAt: '2020-01-01T00:00:00.000Z' }), testKey))).status).toBe(410);
    expect((await link(signPreview(replayOf(), readSigningKey(generateSigningKey())))).status).toBe(403);
  });
});

describe('a replay that cannot be shown says so', () => {
  async function expectNotShown(cookie: string, text: string) {
    const response = await get('/', cookie);
    expect([response.status, await response.text()]).toEqual([503, expect.stringContaining(text)]);
    expect((await get('/')).status).toBe(200);
  }
  const other = { number: 2, hash: targetHash(first), createdAt: '2026-05-03T12:00:00.000Z' };

  it('because the registry has another target under the number, or none', async () => {
    await expectNotShown(cookieOf({ revision: other }), 'Revision 2 of the registry is not the one that this link was made for.');
    await expectNotShown(cookieOf({ revision: { ...other, number: 7 } }), 'Revision 7 of the registry is not the one');
  });

  it('because the registry does not answer', async () => {
    await ground.registry.stop();
    await expectNotShown(cookieOf(), 'Revision 1 cannot be read, because the registry does not answer.');
  });

  it('because a release of it is no longer stored', async () => {
    await ground.edge.storage.delete(releaseKey('mf-a', '1.0.0', 'release.json'));
    await expectNotShown(cookieOf(), 'The descriptor of mf-a@1.0.0 is missing.');
  });
});
