import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from '@jest/globals';
import {
  given,
  givenLive,
  json,
  page,
  registry,
  release,
  root,
  setVersion,
  spawned,
  useRegistry,
  versionOf,
} from '../testing/release-command';

useRegistry();

describe('a team that publishes', () => {
  it('publishes packages by name, and learns what to do next', async () => {
    const run = await spawned(['publish', 'shell', 'mf-demo']);
    expect(run).toMatchObject({ code: 0, err: '' });
    expect(run.out).toContain('shell 1.0.0 is published');
    expect(run.out).toContain(`Next: RELEASE_REGISTRY=${registry.address}/registry npx release promote shell@1.0.0 mf-demo@1.0.0`);
  });

  it('publishes the package that it stands in; the same contents again change nothing', async () => {
    await given('mf-demo');
    const run = await release(['publish', '--json'], { cwd: join(root, 'mf-demo') });
    expect(run.code).toBe(0);
    expect(json(run).releases).toEqual([expect.objectContaining({ name: 'mf-demo', version: '1.0.0', published: false, bumped: false })]);
  });

  it('got the next free version for changed contents, also in package.json', async () => {
    await given('mf-demo');
    await page('mf-demo', 'second()');
    expect((await release(['publish', 'mf-demo'])).code).toBe(0);
    expect(await versionOf('mf-demo')).toBe('1.0.1');
    expect(await versionOf('shell')).toBe('1.0.0');
  });
});

describe('what is published again', () => {
  const published = async (...args: string[]) => json(await release(['publish', 'mf-demo', '--json', ...args])).releases;

  it('nothing while the contents are those of a release, whatever version package.json says', async () => {
    await page('mf-demo', 'second()');
    await given('mf-demo', '1.0.1');
    await setVersion('mf-demo', '1.0.1');
    const nothing = [expect.objectContaining({ version: '1.0.1', published: false, bumped: false })];
    expect(await published()).toEqual(nothing);
    expect(await published()).toEqual(nothing);
    await setVersion('mf-demo', '1.0.0');
    expect(await published()).toEqual(nothing);
    await setVersion('mf-demo', '1.4.0');
    expect(await published()).toEqual(nothing);
    expect((await release(['publish', 'mf-demo'])).out).toContain('mf-demo 1.4.0 is not published: 1.0.1 has the same contents.');
    await setVersion('mf-demo', '1.0.1');
    expect((await release(['publish', 'mf-demo'])).out).toContain('mf-demo 1.0.1 is already published with the same contents.');
  });

  it('the same contents under a version that is asked for', async () => {
    await given('mf-demo');
    expect(await published('--version', '1.0.1-again')).toMatchObject([{ version: '1.0.1-again', published: true }]);
  });

  it('a page whose title alone has changed', async () => {
    await given('mf-demo');
    await writeFile(join(root, 'mf-demo/title.txt'), 'Demonstration');
    expect(await published()).toMatchObject([{ version: '1.0.1', published: true, bumped: true }]);
  });
});

describe('contents of a release that was yanked', () => {
  beforeEach(async () => {
    await givenLive();
    await page('mf-demo', 'second()');
    await given('mf-demo', '1.0.1');
    await setVersion('mf-demo', '1.0.1');
    expect((await release(['yank', 'mf-demo@1.0.1', '--reason', 'It loses orders'])).code).toBe(0);
  });

  it('are not recommended to be promoted: it is said that they are yanked, and how that is taken back', async () => {
    const run = await release(['publish', 'shell', 'mf-demo']);
    const restore = `RELEASE_REGISTRY=${registry.address}/registry npx release restore mf-demo@1.0.1`;
    expect([run.code, run.out]).toEqual([
      0,
      [
        'shell 1.0.0 is already published with the same contents.',
        'mf-demo 1.0.1 is already published with the same contents.',
        '  It is yanked and cannot become live.',
        `\nTake the yank back: ${restore}\n`,
      ].join('\n'),
    ]);
  });

  it('are told to a program as yanked, and those of other releases as not', async () => {
    const run = await release(['publish', 'shell', 'mf-demo', '--json']);
    expect(json(run).releases).toMatchObject([
      { name: 'shell', published: false, yanked: false },
      { name: 'mf-demo', version: '1.0.1', published: false, yanked: true },
    ]);
    await page('mf-demo', 'third()');
    expect(json(await release(['publish', 'mf-demo', '--json'])).releases).toMatchObject([{ version: '1.0.2', yanked: false }]);
  });
});

describe('the exit code of publish tells', () => {
  it('3: a taken version, in CI, with --no-bump or an explicit version; package.json stays', async () => {
    await given('mf-demo');
    await page('mf-demo', 'second()');
    for (const [args, env] of [
      [[], { CI: 'true' }],
      [['--no-bump'], {}],
      [['--version', '1.0.0'], {}],
    ] as [string[], Record<string, string>][]) {
      const run = await release(['publish', 'mf-demo', '--json', ...args], { env });
      expect([run.code, json(run).error.code]).toEqual([3, 'version-taken']);
    }
    expect(await versionOf('mf-demo')).toBe('1.0.0');
  });

  it('0: an explicit version that is free, which package.json does not take over', async () => {
    expect((await release(['publish', 'mf-demo', '--version', '2.0.0-beta.1'])).code).toBe(0);
    expect(await versionOf('mf-demo')).toBe('1.0.0');
  });

  it('8: a build that fails, whose output is shown', async () => {
    await page('mf-demo', 'broken');
    const run = await release(['publish', 'mf-demo']);
    expect([run.code, run.err]).toEqual([8, expect.stringContaining('page.txt: line 1 is broken')]);
  });
});

describe('a package that fails behind others', () => {
  it('does not take from a program what was published before it', async () => {
    await given('shell');
    await page('shell', 'second()');
    await page('mf-demo', 'broken');
    const run = await release(['publish', 'shell', 'mf-demo', '--json']);
    expect([run.code, json(run).error.details]).toEqual([
      8,
      { releases: [expect.objectContaining({ name: 'shell', version: '1.0.1', published: true, bumped: true })] },
    ]);

    await page('mf-demo', 'first()');
    await given('mf-demo');
    await page('mf-demo', 'second()');
    const taken = await release(['publish', 'shell', 'mf-demo', '--no-bump', '--json']);
    expect([taken.code, json(taken).error]).toEqual([
      3,
      expect.objectContaining({
        code: 'version-taken',
        details: { name: 'mf-demo', version: '1.0.0', releases: [expect.objectContaining({ name: 'shell', published: false })] },
      }),
    ]);
    expect(json(await release(['publish', 'mf-demo', 'shell', '--no-bump', '--json'])).error.details).not.toHaveProperty('releases');
  });
});
