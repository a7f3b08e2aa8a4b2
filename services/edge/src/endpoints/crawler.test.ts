import { beforeEach, describe, expect, it } from '@jest/globals';
import { pageServer, SHELL_SERVER, testRemote, testShell, testTarget, type TestRelease } from '../testing/fixtures';
import { groundOfEachTest } from '../testing/ground';
import { store } from '../testing/test-edge';

const ground = groundOfEachTest();

beforeEach(async () => {
  await ground.start();
});

async function promote(...parts: (TestRelease & { disabled?: { message: string } })[]): Promise<void> {
  await store(ground.edge.storage, ...parts);
  ground.registry.promote(testTarget(1, ...parts));
  await ground.edge.ready(1);
}

const get = (path: string, headers: Record<string, string> = {}) => fetch(ground.edge.url + path, { headers });
const listed = async () => [...(await (await get('/sitemap.xml')).text()).matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url]) => url);

describe('search engines', () => {
  it('get the public pages by their first address and no member page, and 304 when nothing has changed', async () => {
    await promote(testShell(), testRemote());
    expect(await listed()).toEqual(['https://practice.example.com/']);
    const robots = await (await get('/robots.txt')).text();
    expect(robots).toContain('Disallow: /card\n');
    expect(robots).toContain('Sitemap: https://practice.example.com/sitemap.xml');
    for (const path of ['/sitemap.xml', '/robots.txt']) {
      const tag = (await get(path)).headers.get('etag') ?? '';
      expect([path, (await get(path, { 'if-none-match': tag })).status]).toEqual([path, 304]);
    }
  });

  it('get no page whose head asks not to be listed, and go on getting those of a part that is switched off', async () => {
    const marks = SHELL_SERVER.replace(
      "</title>'",
      "</title>' + (!page || body === 'Bye' ? '<meta name=\"robots\" content=\"noindex\"/>' : '')",
    );
    const at = (name: string, part: TestRelease, path: string): TestRelease => {
      const routes = [{ path, page: './home', title: name, access: 'public' as const }];
      return { ...part, descriptor: { ...part.descriptor, name, routes } };
    };
    const bye = at('mf-bye', testRemote('1.0.0', pageServer("'Bye'")), '/bye');
    const away = { ...at('mf-off', testRemote(), '/off'), disabled: { message: 'Away' } };
    await promote(testShell('1.0.0', marks), testRemote(), bye, away);
    expect(await (await get('/bye')).text()).toContain('<meta name="robots" content="noindex"/>');
    expect(await listed()).toEqual(['https://practice.example.com/', 'https://practice.example.com/off']);
  });
});
