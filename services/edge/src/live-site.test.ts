import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { ReleaseDescriptor } from '@site/contracts/release';
import { silentLogger } from '@site/platform/logging';
import { DESCRIPTOR, releaseKey } from '@site/release-model/release-id';
import { targetHash, type Target } from '@site/release-model/target';
import { DevelopmentRemotes } from './development/development-remotes';
import { LiveSite } from './live-site';
import { RenderStore } from './prerendering/render-store';
import { Prerenders } from './prerendering/prerenders';
import type { ReadableStorage } from './releases/limited-reads';
import { type NamedRelease, ReleaseFiles } from './releases/release-files';
import { readLastKnownGood } from './target/last-known-good';
import { KeyRing } from './target/key-ring';
import { TargetGate } from './target/target-gate';
import { DEVELOPMENT_VERSION } from './site/developed-site';
import { RenderFailure } from './renderer/render-failure';
import type { Renderer, RenderJob } from './renderer/renderer';
import { releasesOf, signed, testKeys, testRemote, testShell, testTarget } from './testing/fixtures';
import { until } from './testing/test-edge';

let folder: string;
let site: LiveSite | undefined;
let prerenders: Prerenders;
const rendered = jest.fn<(job: RenderJob) => void>();
const shell = testShell();
const known = releasesOf(shell, testRemote(), testRemote('2.0.0'), testRemote('3.0.0'));

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'live-site-'));
  rendered.mockClear();
});
afterEach(async () => {
  await site?.close();
  await rm(folder, { recursive: true, force: true });
});

interface Stand {
  /** Called before a descriptor is given. */
  read?: (release: NamedRelease) => Promise<void>;
  render?: (job: RenderJob) => Promise<never>;
  renderAheadMs?: number;
  development?: DevelopmentRemotes;
  /** Default: those of the fixtures, whatever a target says of them. */
  releases?: ReleaseFiles;
}

const FAILS = () => Promise.reject(new RenderFailure('failed', 'broken'));

/** A site whose renderer fails at every page, unless told otherwise. */
function liveSite({ read, render = FAILS, renderAheadMs, releases, development = new DevelopmentRemotes() }: Stand = {}): LiveSite {
  const renderer = {
    render: (job: RenderJob) => {
      rendered(job);
      return render(job);
    },
    retain: () => undefined,
  } as unknown as Renderer;
  const store = new RenderStore({ directory: join(folder, 'pages'), secret: async () => 'secret', logger: silentLogger() });
  prerenders = new Prerenders({ renderer, store, logger: silentLogger() });
  const descriptor = async (release: NamedRelease): Promise<ReleaseDescriptor> => {
    await read?.(release);
    return known.get(release.id)!;
  };
  site = new LiveSite({
    gate: new TargetGate({ environment: 'production', keys: new KeyRing(async () => testKeys) }),
    releases:
      releases ??
      ({
        descriptor,
        serverBundle: async () => '',
        remember: () => undefined,
        knows: () => true,
        hold: () => undefined,
      } as unknown as ReleaseFiles),
    prerenders,
    development,
    file: join(folder, 'last-known-good.json'),
    logger: silentLogger(),
    ...(renderAheadMs !== undefined && { renderAheadMs }),
  });
  return site;
}

const targets = (...versions: string[]): Target[] => {
  const made: Target[] = [];
  for (const version of versions) {
    const before = made.at(-1);
    made.push({ ...testTarget(made.length + 1, shell, testRemote(version)), previousHash: before ? targetHash(before) : null });
  }
  return made;
};
const live = (number: number) => until(async () => site?.pool?.position.number === number);

describe('a target whose releases are read late', () => {
  it('does not take the place of a newer one that went live meanwhile, and keeps nobody from it', async () => {
    let arrive = (): void => undefined;
    const late = new Promise<void>((resolve) => (arrive = resolve));
    const stand = liveSite({ read: ({ version }) => (version === '2.0.0' ? late : Promise.resolve()) });
    const [first, second, third] = targets('1.0.0', '2.0.0', '3.0.0');
    await stand.offer(signed(first!));
    await live(1);
    await stand.offer(signed(second!));
    await stand.offer(signed(third!));
    await live(3);
    arrive();
    await late;
    await new Promise(setImmediate);
    expect(stand.pool?.stable.composition.remotes.map(({ version }) => version)).toEqual(['3.0.0']);
  });

  it('still keeps older ones out while it is on its way', async () => {
    const stand = liveSite({ read: async ({ version }) => Promise.reject(new Error(`no ${version}`)) });
    const [first, second] = targets('1.0.0', '2.0.0');
    expect(await stand.offer(signed(second!))).toBe(true);
    expect(await stand.offer(signed(first!))).toBe(false);
    expect(stand.defects).toContain('Target 1 is older than 2 and is refused.');
  });
});

describe('a target that follows another', () => {
  /** From a store that notes what is read. */
  const stored = () => {
    const wasRead: string[] = [];
    const get = async (key: string) => {
      wasRead.push(key);
      const release = [...known.values()].find(({ name, version }) => key === releaseKey(name, version, DESCRIPTOR));
      return release ? Buffer.from(JSON.stringify(release)) : null;
    };
    const releases = new ReleaseFiles({ get } as unknown as ReadableStorage);
    return { wasRead, stand: liveSite({ releases: Object.assign(releases, { serverBundle: async () => '' }) }) };
  };

  it('has only those releases read that were not read before', async () => {
    const { wasRead, stand } = stored();
    const [first, second] = targets('1.0.0', '2.0.0');
    await stand.offer(signed(first!));
    await live(1);
    expect(wasRead.splice(0)).toHaveLength(2);
    await stand.offer(signed(second!));
    await live(2);
    expect(wasRead).toEqual([releaseKey('mf-a', '2.0.0', DESCRIPTOR)]);
  });

  it('is not served when it has what is served under another version', async () => {
    const { stand } = stored();
    const [first, second] = targets('1.0.0', '1.0.0');
    await stand.offer(signed(first!));
    await live(1);
    const { 'mf-a': remote } = second!.parts;
    const parts = { ...second!.parts, 'mf-a': { ...remote!, stable: { ...remote!.stable, version: '7.7.7' } } };
    await stand.offer(signed({ ...second!, parts }));
    await until(async () => stand.defects.join().includes('is not that of the release'));
    expect(stand.pool?.position.number).toBe(1);
  });
});

describe('a target of which no site can be made', () => {
  it('is not served, neither as the first one nor later, and a better one follows', async () => {
    const stand = liveSite();
    const [first, second] = targets('1.0.0', '2.0.0');
    const { 'mf-a': remote } = first!.parts;
    const shellless = (target: Target) => signed({ ...target, parts: { 'mf-a': remote! } });
    await stand.offer(shellless(first!));
    await until(async () => stand.defects.join() === 'The target has no shell.');
    expect(stand.pool).toBeNull();
    await stand.offer(signed({ ...first!, epoch: 2 }));
    await live(1);
    await stand.offer(shellless({ ...second!, epoch: 2, previousHash: targetHash({ ...first!, epoch: 2 }) }));
    await until(async () => stand.defects.length > 0);
    expect(stand.pool?.stable.site.shell.version).toBe('1.0.0');
  });
});

describe('a target whose release comes back', () => {
  it('is served then, whole, and kept for the next start', async () => {
    let isAway = true;
    const stand = liveSite({
      read: async ({ version }) => {
        if (isAway && version === '2.0.0') throw new Error('the storage is away');
      },
    });
    const [first, second] = targets('1.0.0', '2.0.0');
    await stand.offer(signed(first!));
    await live(1);
    await stand.offer(signed(second!));
    await until(async () => stand.defects.length > 0);
    expect(stand.defects).toEqual(['the storage is away']);
    expect(stand.pool?.position.number).toBe(1);
    isAway = false;
    await live(2);
    expect(stand.defects).toEqual([]);
    await stand.close();
    const kept = await readLastKnownGood(join(folder, 'last-known-good.json'));
    expect(kept?.releases.map(({ version }) => version)).toContain('2.0.0');
  });
});

describe('a fallback that comes back', () => {
  it('is served then, and is no switch to another target', async () => {
    const target = testTarget(1, shell, { ...testRemote('1.0.0'), fallback: testRemote('3.0.0') });
    const before = liveSite();
    await before.offer(signed(target));
    await live(1);
    await before.close();
    let comeBack = (): void => undefined;
    const isBack = new Promise<void>((resolve) => (comeBack = resolve));
    const reads = jest.fn(() => isBack).mockRejectedValueOnce(new Error('the storage is away'));
    const stand = liveSite({ read: ({ version }) => (version === '3.0.0' ? reads() : Promise.resolve()) });
    await stand.restore();
    expect(stand.defects).toEqual(['Nothing falls back to mf-a@3.0.0: the storage is away']);
    comeBack();
    await until(async () => stand.defects.length === 0);
    expect(stand.switchedInMs).toBeNull();
  });
});

it('a remote that came into development while a target was on its way is in the place of what is released then', async () => {
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  const render: Stand['render'] = async ({ remote }) => {
    if (remote?.version === '2.0.0') await held;
    return FAILS();
  };
  const development = new DevelopmentRemotes(86_400_000);
  const stand = liveSite({ render, renderAheadMs: 86_400_000, development });
  const [first, second] = targets('1.0.0', '2.0.0');
  await stand.offer(signed(first!));
  await live(1);
  await stand.offer(signed(second!));
  await until(async () => rendered.mock.calls.some(([{ remote }]) => remote?.version === '2.0.0'));
  development.put('mf-a', { entries: ['http://localhost:4300/remoteEntry.js'], routes: [], build: '' });
  release();
  await live(2);
  expect(stand.pool?.stable.composition.remotes.map(({ version }) => version)).toEqual([DEVELOPMENT_VERSION]);
  development.close();
});

it('a fallback that stays away keeps a site that was restored from nothing: no other target is on its way', async () => {
  const target = testTarget(1, shell, { ...testRemote('1.0.0'), fallback: testRemote('3.0.0') });
  const before = liveSite();
  await before.offer(signed(target));
  await live(1);
  await before.close();
  const stand = liveSite({ read: ({ version }) => (version === '3.0.0' ? Promise.reject(new Error('away')) : Promise.resolve()) });
  await stand.restore();
  await until(async () => stand.settled !== null);
  expect(stand.defects).toEqual(['Nothing falls back to mf-a@3.0.0: away']);
});

describe('a page that cannot be rendered', () => {
  it('is tried once for a promotion, and not again for each visitor', async () => {
    const stand = liveSite();
    const [first, second] = targets('1.0.0', '2.0.0');
    await stand.offer(signed(first!));
    await live(1);
    await until(async () => prerenders.progress.done);
    await stand.offer(signed(second!));
    await live(2);
    const jobs = rendered.mock.calls.map(([{ shell: host, remote, page, pathname }]) =>
      [host.version, remote?.version, page, pathname].join(' '),
    );
    expect(jobs.length).toBeGreaterThan(2);
    expect(jobs.length).toBe(new Set(jobs).size);
  });

  it('does not hold a promotion up for longer than the limit', async () => {
    const render = () => new Promise<never>(() => undefined);
    const patient = liveSite({ render, renderAheadMs: 86_400_000 });
    const stand = liveSite({ render, renderAheadMs: 50 });
    const [first, second] = targets('1.0.0', '2.0.0');
    for (const each of [patient, stand]) {
      await each.offer(signed(first!));
      await until(async () => each.pool?.position.number === 1);
      await each.offer(signed(second!));
    }
    await live(2);
    // With a limit that both have in common, the first of them would be there first.
    expect(patient.pool?.position.number).toBe(1);
    await patient.close();
  });
});
