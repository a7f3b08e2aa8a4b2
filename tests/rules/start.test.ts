import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
// @ts-expect-error -- plain JavaScript without types: it runs before anything is installed
import { goLive, localVersion, madeByStart } from '../../scripts/start/go-live.mjs';
// @ts-expect-error -- plain JavaScript without types: it runs before anything is installed
import { releaseEnv, welcome } from '../../scripts/start/welcome.mjs';

const remote = { name: 'mf-a', version: '1.0.0', folder: 'mf-a' };
describe('the version of a build whose own version was published with other bytes', () => {
  it.each([
    ['1.2.3', '1.2.4-local.b01234567'],
    ['0.0.9', '0.0.10-local.b01234567'],
    ['2.0.0-rc.1', '2.0.0-local.b01234567'],
  ])('%s is %s', (version, local) => {
    expect(localVersion({ ...remote, version }, '0123456789abcdef')).toBe(local);
  });
});

describe('a start makes its sources live', () => {
  const revision = { createdBy: 'local-promote', reason: null as string | null };

  it.each([
    ['the first time', null, true],
    ['after a start', { ...revision, createdBy: 'local-start', reason: 'npm start' }, true],
    ['after a start of before starts had a token of their own', { ...revision, reason: 'npm start' }, true],
    ['after a promotion by somebody', { ...revision, reason: 'a better page' }, false],
    ['after a rollback', revision, false],
    ['after somebody who has another token and gives the same reason', { createdBy: 'ci', reason: 'npm start' }, false],
  ])('%s: %p', (_when, current, expected) => {
    expect(madeByStart(current)).toBe(expected);
  });
});

describe('sources that differ from what is live', () => {
  const root = path.resolve(import.meta.dirname, '../..');
  let folder: string;
  /** What the registry knows of it. */
  let releases: Record<string, { contentDigest: string; collected: unknown }>;
  let candidate: { release: { version: string } } | null;
  beforeEach(async () => {
    releases = { '1.0.0': { contentDigest: 'before', collected: null } };
    candidate = null;
    folder = await mkdtemp(path.join(tmpdir(), 'mf-a-'));
    await mkdir(path.join(folder, 'dist'));
    await writeFile(path.join(folder, 'dist', 'release.json'), JSON.stringify({ ...remote, version: '1.0.1' }));
  });
  afterEach(() => rm(folder, { recursive: true }));

  const startAfter = async (...createdBy: string[]) => {
    const target = { parts: { 'mf-a': { stable: { version: '1.0.0' }, candidate } } };
    const revisions = createdBy.map((name, index) => {
      const cause = name === 'params-file' ? 'params' : 'promote';
      return { number: 7 - index, cause, createdBy: name, reason: null, target };
    });
    const registry = {
      current: async () => revisions[0],
      revisions: async ({ limit }: { limit: number }) => {
        if (!Number.isInteger(limit)) throw new Error('The registry refuses a page without a limit.');
        return revisions.slice(0, limit);
      },
      release: async (_name: string, version: string) => releases[version] ?? null,
      promote: jest.fn<(...given: unknown[]) => Promise<unknown>>().mockResolvedValue({ number: 8 }),
    };
    const publish = jest.fn<(built: unknown) => Promise<void>>().mockResolvedValue();
    const result = await goLive([path.relative(root, folder)], { registry, publish, digest: async () => 'after', say: () => undefined });
    return { result, publish, promote: registry.promote };
  };
  const changed = expect.objectContaining({ name: 'mf-a', version: '1.0.1' });

  it('are published and go live after a start', async () => {
    const { result, publish, promote } = await startAfter('local-start');
    expect(publish).toHaveBeenCalledWith(changed);
    expect(promote).toHaveBeenCalledWith(7, { 'mf-a': '1.0.1' }, 'npm start');
    expect(result).toEqual({ published: [changed], waiting: [], revision: 8 });
  });

  it('go live as the release that they were published as', async () => {
    releases['1.0.1'] = { contentDigest: 'after', collected: null };
    const { publish, promote } = await startAfter('local-start');
    expect(publish).not.toHaveBeenCalled();
    expect(promote).toHaveBeenCalledWith(7, { 'mf-a': '1.0.1' }, 'npm start');
  });

  it('are published again, and go live, where that release was collected', async () => {
    releases['1.0.1'] = { contentDigest: 'after', collected: { at: '2026-11-01T00:00:00.000Z', by: 'ada', reason: null } };
    const { publish, promote } = await startAfter('local-start');
    expect(publish).toHaveBeenCalledWith(changed);
    expect(promote).toHaveBeenCalledWith(7, { 'mf-a': '1.0.1' }, 'npm start');
  });

  it('go live after a start that was followed by other parameters alone', async () => {
    expect((await startAfter('params-file', 'params-file', 'local-start')).promote).toHaveBeenCalledTimes(1);
    expect((await startAfter('params-file', 'ada', 'local-start')).promote).not.toHaveBeenCalled();
  });

  it.each([
    ['is gone', (file: string) => rm(file)],
    ['is half written', (file: string) => writeFile(file, '{"name":"mf-')],
  ])('end a start in a sentence where another program builds them meanwhile, and release.json %s', async (_what, builds) => {
    await builds(path.join(folder, 'dist', 'release.json'));
    await expect(startAfter('local-start')).rejects.toMatchObject({
      name: 'Failure',
      message: expect.stringMatching(/mf-a-\w+\/dist is not whole.*Start again when that has ended\.$/),
    });
  });

  it('are published and left to be promoted where somebody decided what is live', async () => {
    const { result, publish, promote } = await startAfter('ada');
    expect(publish).toHaveBeenCalledWith(changed);
    expect(promote).not.toHaveBeenCalled();
    expect(result).toEqual({ published: [changed], waiting: [changed], revision: 7 });
  });

  it.each([
    ['as their own version', '1.0.1'],
    ['under another version', '1.0.1-local.b01234567'],
  ])('are neither published nor named as what waits to be promoted while a canary or a plan shows them, %s', async (_how, version) => {
    releases[version] = { contentDigest: 'after', collected: null };
    candidate = { release: { version } };
    const { result, publish, promote } = await startAfter('ada');
    expect([publish.mock.calls, promote.mock.calls]).toEqual([[], []]);
    expect(result).toEqual({ published: [], waiting: [], revision: 7 });
  });
});

describe('the commands that a start prints', () => {
  const site = { registry: 'http://localhost:8080/registry', dataDir: path.resolve(import.meta.dirname, '../../.data') };

  it('are short for the usual site', () => {
    expect(releaseEnv(site)).toBe('');
  });

  it('name the registry and the data folder of another one, so that they work in another terminal', () => {
    expect(releaseEnv({ registry: 'http://localhost:4711/registry', dataDir: "/data/ada's site" })).toBe(
      `RELEASE_REGISTRY=http://localhost:4711/registry DATA_DIR='/data/ada'\\''s site' `,
    );
  });

  const running = { ...site, address: 'http://localhost:8080', accounts: [], waiting: [] };
  const commandsOf = (text: string): string[] =>
    text.split('\n').flatMap((line) => /(?:[A-Z_]+=\S+ )*(?:npx release|npm run dev).*/.exec(line)?.[0] ?? []);

  it('all name the site that was started', () => {
    const elsewhere = { ...running, registry: 'http://localhost:4711/registry', dataDir: '/data/site', waiting: [remote] };
    const names = 'RELEASE_REGISTRY=http://localhost:4711/registry DATA_DIR=/data/site ';
    const [promotion, development, ...others] = commandsOf(welcome(elsewhere));
    expect(promotion).toBe(`${names}npx release promote mf-a@1.0.0`);
    expect(development).toMatch(/^SITE_ORIGIN=http:\/\/localhost:4711 npm run dev -w mf-elevate /);
    expect(others).toEqual([
      expect.stringContaining(`${names}npx release publish mf-marketing `),
      expect.stringContaining(`${names}npx release rollback `),
    ]);
  });

  it('say how to promote only where something waits for it', () => {
    expect(welcome(running)).not.toContain('release promote');
    expect(welcome({ ...running, waiting: [remote, { ...remote, name: 'shell' }] })).toContain(
      'Published, and not live, because somebody decided what is: npx release promote mf-a@1.0.0 shell@1.0.0\n',
    );
  });
});
