import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { built, given, givenLive, json, registry, release, root, useRegistry } from '../testing/release-command';

useRegistry();

/** Nobody answers there. */
const OFFLINE = { RELEASE_REGISTRY: 'http://127.0.0.1:9/registry' };

const linked = async () => {
  await given('shell', '1.0.0', { links: ['/demo'] });
  await given('mf-demo');
  expect((await release(['promote', 'shell@1.0.0', 'mf-demo@1.0.0'])).code).toBe(0);
};

describe('before it publishes, a team learns', () => {
  it('that nothing would be refused', async () => {
    await givenLive();
    await built('mf-demo', '1.1.0');
    const run = await release(['check', 'mf-demo', '--json']);
    expect(run.code).toBe(0);
    const { passed, releases, together, target } = json(run);
    expect([passed, target]).toEqual([true, { environment: 'production', revision: 1 }]);
    expect(releases[0].release).toBe('mf-demo@1.1.0');
    expect(releases[0].gates.map(({ gate }: { gate: string }) => gate)).toEqual([
      ...['descriptor', 'contract', 'hashes', 'references', 'routes', 'module', 'chunks', 'size', 'archive', 'team', 'prefixes'],
    ]);
    expect(together.map(({ gate }: { gate: string }) => gate)).toEqual(['shared-modules', 'paths', 'links']);
  });

  it('which gates refuse it, of the release itself and beside what is live, without a registry', async () => {
    await linked();
    const file = join(root, 'live.json');
    expect((await release(['check', '--save-target', file])).out).toContain('has revision 1 of production, with 2 releases.');
    await built('mf-demo', '1.1.0', { team: 'rivals', routes: [], requires: { react: { range: '^19.0.0', singleton: true } } });
    await writeFile(join(root, 'mf-demo/dist/v/remoteEntry.js'), 'tampered()');
    const run = await release(['check', 'mf-demo', '--target', file], { env: OFFLINE });
    expect(run.code).toBe(4);
    for (const sentence of [
      'REFUSED  hashes: v/remoteEntry.js differs from what the descriptor says.',
      'REFUSED  team: mf-demo belongs to the team mf-demo, not to rivals.',
      'REFUSED  shared-modules: mf-demo@1.1.0 needs react ^19.0.0; shell@1.0.0 does not provide it. Promote a shell and remotes that fit together.',
      'passed   paths',
      'REFUSED  links: shell@1.0.0 links to /demo, which mf-demo would not have any more.',
      '4 of 14 gates refuse it.',
    ])
      expect(run.err).toContain(sentence);
  });

  it('that releases which change together fit together', async () => {
    await linked();
    await built('mf-demo', '1.1.0', { routes: [] });
    await built('shell', '1.1.0', { links: [] });
    expect((await release(['check', 'mf-demo'])).code).toBe(4);
    expect((await release(['check', 'mf-demo', 'shell'])).code).toBe(0);
  });

  it('that there is no build, or no descriptor, or no such file', async () => {
    await givenLive();
    await writeFile(join(root, 'mf-demo/dist/release.json'), '{"schema":2}');
    const run = await release(['check', 'mf-demo', '--json']);
    expect([run.code, json(run).error.code]).toEqual([4, 'check-refused']);
    expect(json(run).error.details.releases[0].gates).toMatchObject([{ gate: 'descriptor', passed: false, code: 'release-invalid' }]);
    await rm(join(root, 'mf-demo/dist'), { recursive: true });
    expect((await release(['check', 'mf-demo'])).code).toBe(8);
    expect((await release(['check', 'shell', '--target', join(root, 'package.json')])).code).toBe(2);
  });
});

it('what a refusal quotes of a release steers no terminal', async () => {
  await given('shell', '1.0.0', { links: ['/demo/\u001b[2J'] });
  await given('mf-demo', '1.0.0', { routes: [{ path: '/demo/:id', page: './demo', title: 'Demo', access: 'public' }] });
  expect((await release(['promote', 'shell@1.0.0', 'mf-demo@1.0.0'])).code).toBe(0);
  await given('mf-demo', '1.1.0', { routes: [] });
  const refused = await release(['promote', 'mf-demo@1.1.0']);
  expect([refused.code, refused.err]).toEqual([4, expect.stringContaining('/demo/\\u001b[2J')]);
});

it('where the paths of a part may begin is said once, and kept by check and publish', async () => {
  await givenLive();
  expect((await release(['prefixes', 'mf-demo', '/games', '--reason', 'The demo is over.'])).out).toBe(
    'Paths of mf-demo begin with /games.\n',
  );
  await built('mf-demo', '1.1.0');
  const sentence = '/demo begins with none of the prefixes of mf-demo: /games.';
  expect((await release(['check', 'mf-demo'])).err).toContain(`REFUSED  prefixes: ${sentence}`);
  await expect(given('mf-demo', '1.1.0')).rejects.toThrow(sentence);
  expect((await release(['prefixes', 'mf-demo', '--any'])).out).toBe('Paths of mf-demo may begin anywhere.\n');
  await given('mf-demo', '1.1.0');
  const promoter = await release(['prefixes', 'mf-demo', '/demo', '--token', registry.tokens.promote]);
  expect(promoter.code).toBe(5);
});

it('a promotion that breaks links is refused by the registry too, unless it is forced with a reason', async () => {
  await linked();
  await given('mf-demo', '1.1.0', { routes: [] });
  const refused = await release(['promote', 'mf-demo@1.1.0', '--json']);
  expect([refused.code, json(refused).error.code]).toEqual([4, 'links-broken']);
  const forced = await release(['promote', 'mf-demo@1.1.0', '--force', '--reason', 'The page is gone for good.', '--json']);
  expect(forced.code).toBe(0);
  const entries = json(await release(['audit', '--json'])).entries;
  expect(entries[0]).toMatchObject({ action: 'promote', details: { forced: true, brokenLinks: [{ link: '/demo', from: 'shell@1.0.0' }] } });
});
