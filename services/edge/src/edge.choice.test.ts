/** Who gets what: candidates by cohort, parts that are switched off, and the fallback of a shell that does not start. */
import { beforeEach, describe, expect, it } from '@jest/globals';
import { compositionSchema } from '@site/contracts/composition';
import { pageServer, PLAIN_POLICY, SHELL_SERVER, type TestPart, testRemote, testShell, testTarget } from './testing/fixtures';
import { groundOfEachTest } from './testing/ground';
import { store } from './testing/test-edge';

const [shell, remote] = [testShell(), testRemote()];
const candidate = testRemote('2.0.0', pageServer(`'Candidate'`));
const ground = groundOfEachTest();

beforeEach(async () => {
  await ground.start();
  await store(ground.edge.storage, shell, remote, candidate);
});

async function promote(number: number, ...parts: TestPart[]) {
  ground.registry.promote(testTarget(number, ...parts));
  await ground.edge.ready(number);
}
const canary = (basisPoints: number): TestPart => ({ ...remote, candidate: { release: candidate, basisPoints, cohort: 'revision-2' } });

const get = (path = '/', cookie = '') => fetch(ground.edge.url + path, { headers: cookie ? { cookie } : {}, redirect: 'manual' });
const visitorOf = (response: Response) => /^visitor=([0-9a-f]{32});/.exec(response.headers.get('set-cookie') ?? '')?.[1];
const compositionOf = (html: string) =>
  compositionSchema.parse(JSON.parse(/id="site-composition"[^>]*>(.*?)<\/script>/.exec(html)?.[1] ?? ''));

describe('an open page that asks what is live', () => {
  const live = async (cookie = '') => (await (await get('/_edge/live', cookie)).json()) as { identity: string; openTabs: string };

  it('hears of its own releases, of others after a promotion, and the policy', async () => {
    await promote(1, shell, remote);
    const { identity } = compositionOf(await (await get()).text());
    expect(await live()).toEqual({ identity, openTabs: 'next-load' });
    ground.registry.promote({ ...testTarget(2, shell, remote), policy: { openTabs: 'notice' } });
    await ground.edge.ready(2);
    expect(await live()).toEqual({ identity, openTabs: 'notice' });
    const tag = (await get('/_edge/live')).headers.get('etag') ?? '';
    expect((await fetch(`${ground.edge.url}/_edge/live`, { headers: { 'if-none-match': tag } })).status).toBe(304);
    await promote(3, shell, candidate);
    expect((await live()).identity).not.toBe(identity);
  });

  it('hears of what its visitor gets', async () => {
    await promote(1, shell, canary(5_000));
    const visitors = Array.from({ length: 20 }, (_, index) => `visitor=${index.toString(16).padStart(32, 'b')}`);
    for (const visitor of visitors)
      expect((await live(visitor)).identity).toBe(compositionOf(await (await get('/', visitor)).text()).identity);
  });

  it('hears the same again, and gets it with the next document, where its visitor had no cookie yet', async () => {
    await promote(1, shell, canary(5_000));
    const first = await get('/_edge/live');
    const id = visitorOf(first);
    expect(id).toMatch(/^[0-9a-f]{32}$/);
    const { identity } = (await first.json()) as { identity: string };
    expect((await live(`visitor=${id}`)).identity).toBe(identity);
    expect(compositionOf(await (await get('/', `visitor=${id}`)).text()).identity).toBe(identity);
    expect(visitorOf(await get('/_edge/live', `visitor=${id}`))).toBeUndefined();
    const tag = first.headers.get('etag') ?? '';
    const unchanged = await fetch(`${ground.edge.url}/_edge/live`, { headers: { 'if-none-match': tag, cookie: `visitor=${id}` } });
    expect([unchanged.status, unchanged.headers.get('cache-control')]).toEqual([304, 'private, no-cache']);
  });
});

describe('a candidate', () => {
  it('is shown to its share of the visitors, the same ones each time and more of them as the share is raised', async () => {
    await promote(1, shell, canary(3_000));
    const visitors = Array.from({ length: 200 }, (_, index) => index.toString(16).padStart(32, 'a'));
    const see = async () => {
      const seen = await Promise.all(visitors.map(async (id) => (await (await get('/', `visitor=${id}`)).text()).includes('Candidate')));
      return visitors.filter((_, index) => seen[index]);
    };
    const few = await see();
    expect(few.length).toBeGreaterThan(30);
    expect(few.length).toBeLessThan(90);
    expect(await see()).toEqual(few);
    await promote(2, shell, canary(6_000));
    const more = await see();
    expect(more.length).toBeGreaterThan(few.length);
    expect(more).toEqual(expect.arrayContaining(few));
  });

  it('gets a cookie only while it is shown to a part of the visitors', async () => {
    await promote(1, shell, remote);
    expect((await get()).headers.get('set-cookie')).toBeNull();
    await promote(2, shell, canary(5_000));
    const first = await get();
    const id = visitorOf(first);
    expect(first.headers.get('set-cookie')).toBe(`visitor=${id}; Path=/; Max-Age=7776000; HttpOnly; SameSite=Lax`);
    expect((await get('/', `other=1; visitor=${id}`)).headers.get('set-cookie')).toBeNull();
    expect(visitorOf(await get('/', 'visitor=made-up'))).toMatch(/^[0-9a-f]{32}$/);
    await promote(3, shell, canary(10_000));
    expect((await get('/', `visitor=${id}`)).headers.get('set-cookie')).toContain('visitor=; Path=/; Max-Age=0;');
    expect(await (await get()).text()).toContain('Candidate');
    expect((await get()).headers.get('set-cookie')).toBeNull();
  });

  it('makes answers depend on the cookie, and they stay with the one browser', async () => {
    await promote(1, shell, canary(5_000));
    for (const path of ['/', '/old', '/nowhere']) {
      const { headers } = await get(path);
      expect([path, headers.get('vary'), headers.get('cache-control')]).toEqual([
        path,
        'accept-encoding, available-dictionary, cookie',
        'private, no-cache',
      ]);
    }
    await promote(2, shell, remote);
    expect((await get()).headers.get('cache-control')).toBe('public, max-age=0, s-maxage=1');
  });

  it('has documents of its own, rendered ahead, whatever others got at the address before', async () => {
    await promote(1, shell, canary(5_000));
    // Stable and cohort each have home and offer; they share the page for unknown addresses.
    expect((await ground.edge.status()).pages).toEqual({ planned: 5, rendered: 5, failed: 0, done: true });
    const versions = new Set<string>();
    for (let visit = 0; visit < 40; visit += 1) {
      const html = await (await get()).text();
      const [composed] = compositionOf(html).remotes;
      versions.add(composed!.version);
      const isCandidate = composed!.version === '2.0.0';
      expect(html).toContain(isCandidate ? 'Candidate</main>' : 'Hello</main>');
      expect(composed!.fallback?.version).toBe(isCandidate ? '1.0.0' : undefined);
    }
    expect([...versions].sort()).toEqual(['1.0.0', '2.0.0']);
  });
});

describe('a remote that is switched off', () => {
  const SHELL_WITH_PANEL = SHELL_SERVER.replace(
    "'Page is not available'",
    '(composition.remotes.find(({ disabled }) => disabled)?.disabled.message ?? "Page is not available")',
  );

  it('answers 503 with the message, rendered by the shell, and takes no other page with it', async () => {
    const panel = testShell('1.1.0', SHELL_WITH_PANEL);
    await store(ground.edge.storage, panel);
    await promote(1, panel, { ...remote, disabled: { message: 'Back on Monday.' } });
    for (const path of ['/', '/offer/special']) {
      const response = await get(path);
      expect([response.status, response.headers.get('retry-after')]).toEqual([503, '120']);
      const html = await response.text();
      expect(html).toContain('Back on Monday.</main>');
      expect(html).not.toContain('remoteEntry.js" integrity');
      expect(compositionOf(html).remotes[0]).toMatchObject({ disabled: { message: 'Back on Monday.' }, routes: remote.descriptor.routes });
    }
    expect((await get('/card')).status).toBe(503);
    expect((await get('/old')).status).toBe(301);
    expect((await get('/nowhere')).status).toBe(404);
    await promote(2, panel, remote);
    expect(await (await get()).text()).toContain('Hello</main>');
  });
});

describe('a shell that is switched off', () => {
  it('answers every page with a plain one that has the message', async () => {
    await promote(1, { ...shell, disabled: { message: 'Closed <for> now.' } }, remote);
    for (const path of ['/', '/card', '/nowhere']) {
      const response = await get(path);
      expect([response.status, response.headers.get('retry-after')]).toEqual([503, '120']);
      expect(await response.text()).toContain('<p>Closed &lt;for&gt; now.</p>');
    }
    expect((await get('/assets/mf-a/1.0.0/remoteEntry.js')).status).toBe(200);
  });

  it('answers under a policy that lets nothing load, frame it, rebase it or be sent', async () => {
    await promote(1, { ...shell, disabled: { message: 'Closed for now.' } }, remote);
    expect((await get()).headers.get('content-security-policy')).toBe(PLAIN_POLICY);
  });
});

describe('a shell that did not start in a browser', () => {
  const next = testShell('1.1.0');
  const shellOf = async (cookie = '') => compositionOf(await (await get('/', cookie)).text()).shell;

  it('is replaced by its fallback in the next document of that browser', async () => {
    await store(ground.edge.storage, next);
    await promote(1, { ...next, fallback: shell }, remote);
    expect(await shellOf()).toMatchObject({ version: '1.1.0', fallback: { version: '1.0.0' } });
    expect(await shellOf('a=b; shell-fallback=1.1.0')).toEqual({ version: '1.0.0', fallback: null });
    expect(await shellOf('shell-fallback=0.1.0')).toMatchObject({ version: '1.1.0' });
    expect((await get('/', 'shell-fallback=1.1.0')).headers.get('vary')).toBe('accept-encoding, available-dictionary, cookie');
  });

  it('is tried again where nothing can take its place', async () => {
    await promote(1, shell, remote);
    expect(await shellOf('shell-fallback=1.0.0')).toEqual({ version: '1.0.0', fallback: null });
  });

  it('leaves its cohort, with the candidates that came together with it', async () => {
    await store(ground.edge.storage, next);
    const set = { basisPoints: 10_000, cohort: 'revision-2' };
    await promote(1, { ...shell, candidate: { ...set, release: next } }, { ...remote, candidate: { ...set, release: candidate } });
    expect(await (await get()).text()).toContain('Candidate</main>');
    expect(await shellOf()).toMatchObject({ version: '1.1.0', fallback: { version: '1.0.0' } });
    expect(await (await get('/', 'shell-fallback=1.1.0')).text()).toContain('Hello</main>');
  });
});
