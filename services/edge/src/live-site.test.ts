import { mkdtemp, rm, watch } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { silentLogger } from '@site/platform/logging';
import { LiveSite } from './live-site';
import { RenderStore } from './prerendering/render-store';
import { Prerenders } from './prerendering/prerenders';
import { readLastKnownGood } from './revision/last-known-good';
import { RenderFailure } from './renderer/render-failure';
import type { Renderer, RenderJob } from './renderer/renderer';
import { readFrom, testParams, testRemote, testRevision, testShell } from './testing/fixtures';
import { until } from './testing/test-edge';

let folder: string;
let site: LiveSite | undefined;
let prerenders: Prerenders;
const rendered = jest.fn<(job: RenderJob) => void>();
const shell = testShell();
const known = readFrom(shell, testRemote(), testRemote('2.0.0'), testRemote('3.0.0'));

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'live-site-'));
  rendered.mockClear();
});
afterEach(async () => {
  jest.useRealTimers();
  site?.close();
  await rm(folder, { recursive: true, force: true });
});

/** A site whose renderer fails at every page. */
function liveSite(descriptor = known): LiveSite {
  const renderer = {
    render: async (job: RenderJob) => {
      rendered(job);
      throw new RenderFailure('failed', 'broken');
    },
    retain: () => undefined,
  } as unknown as Renderer;
  prerenders = new Prerenders({ renderer, store: new RenderStore(join(folder, 'pages')), logger: silentLogger() });
  site = new LiveSite({
    releases: { descriptor, remember: () => undefined },
    params: { current: testParams, watch: () => undefined },
    prerenders,
    development: { on: () => undefined, overlay: (built: unknown) => built },
    file: join(folder, 'last-known-good.json'),
    environment: 'production',
    logger: silentLogger(),
  } as unknown as ConstructorParameters<typeof LiveSite>[0]);
  return site;
}

describe('a revision whose releases are read late', () => {
  it('does not take the place of a newer one that went live meanwhile', async () => {
    let arrive = (): void => undefined;
    const late = new Promise<void>((resolve) => (arrive = resolve));
    const live = liveSite(async (name, version) => {
      if (version === '2.0.0') await late;
      return known(name, version);
    });
    await live.apply(testRevision(1, shell, testRemote()));
    const second = live.apply(testRevision(2, shell, testRemote('2.0.0')));
    await live.apply(testRevision(3, shell, testRemote('3.0.0')));
    arrive();
    await second;
    expect(live.snapshot?.site.revision).toBe(3);
    expect(live.snapshot?.composition.remotes.map(({ version }) => version)).toEqual(['3.0.0']);
  });
});

describe('a revision whose release comes back', () => {
  it('is repaired, and served as repaired by the next start although nothing else answers then', async () => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask', 'performance', 'Date', 'setInterval'] });
    let isAway = true;
    const live = liveSite(async (name, version) => (isAway && version === '2.0.0' ? null : known(name, version)));
    await live.apply(testRevision(1, shell, testRemote()));
    await live.apply(testRevision(2, shell, { ...testRemote('2.0.0'), previous: '1.0.0' }));
    expect(live.defects).toHaveLength(1);
    isAway = false;
    const changes = watch(folder);
    const kept = (async () => {
      for await (const { filename } of changes) {
        if (filename !== 'last-known-good.json') continue;
        const state = await readLastKnownGood(join(folder, 'last-known-good.json'));
        if (state?.releases.some(({ version }) => version === '2.0.0')) return;
      }
    })();
    await jest.advanceTimersByTimeAsync(10_000);
    await kept;
    expect(live.defects).toEqual([]);
  });
});

describe('a page that cannot be rendered', () => {
  it('is tried once for a promotion, and not again for each visitor', async () => {
    const live = liveSite();
    await live.apply(testRevision(1, shell, testRemote()));
    await live.apply(testRevision(2, shell, testRemote('2.0.0')));
    await until(async () => prerenders.progress.done);
    const jobs = rendered.mock.calls.map(([{ shell: host, remote, page, pathname }]) =>
      [host.version, remote?.version, page, pathname].join(' '),
    );
    expect(jobs.length).toBeGreaterThan(2);
    expect(jobs.length).toBe(new Set(jobs).size);
  });
});
