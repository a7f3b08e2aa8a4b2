import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createTestDirectory } from '@site/platform/testing/test-directory';
import { pageServer, SHELL_SERVER, testRemote, testShell, testTarget, type TestRelease } from '../testing/fixtures';
import { startTestEdge, startTestRegistry, store, type TestEdge, type TestRegistry } from '../testing/test-edge';

let directory: Awaited<ReturnType<typeof createTestDirectory>>;
let registry: TestRegistry;
let edge: TestEdge;

beforeEach(async () => {
  directory = await createTestDirectory();
  registry = await startTestRegistry();
  edge = await startTestEdge(directory.path, registry.url);
});
afterEach(async () => {
  await edge.server.close();
  await registry.stop();
  await directory.remove();
});

async function promote(...parts: (TestRelease & { disabled?: { message: string } })[]): Promise<void> {
  await store(edge.storage, ...parts);
  registry.promote(testTarget(1, ...parts));
  await edge.ready(1);
}

const get = (path: string, headers: Record<string, string> = {}) => fetch(edge.url + path, { headers });
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
