import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { RenderOutput } from '@site/contracts/prerender';
import { createLogger, silentLogger } from '@site/platform/logging';
import { generateSigningKey, readSigningKey } from '@site/release-model/envelope';
import { type Replaced, signProspects } from '@site/release-model/prospects';
import { refOf } from '@site/release-model/release-id';
import { type Target, targetHash } from '@site/release-model/target';
import type { DeltaWork } from '../deltas/delta-maker';
import { LiveSite, type LiveSiteOptions } from '../live-site';
import { ProspectivePages } from '../prerendering/prospective-pages';
import { Prerenders } from '../prerendering/prerenders';
import type { RenderStore } from '../prerendering/render-store';
import type { NamedRelease, ReleaseFiles } from '../releases/release-files';
import { RenderFailure } from '../renderer/render-failure';
import type { Renderer, RenderJob, Urgency } from '../renderer/renderer';
import type { ServerBundle } from '../site/site';
import { KeyRing } from '../target/key-ring';
import { TargetGate } from '../target/target-gate';
import {
  releasesOf,
  signed,
  testKey,
  testKeys,
  type TestPart,
  type TestRelease,
  testRemote,
  testShell,
  testTarget,
} from '../testing/fixtures';
import { until } from '../testing/test-edge';
import { Prospects } from './prospects';

const [shell, newShell] = [testShell(), testShell('2.0.0')];
const [remote, next, later] = [testRemote(), testRemote('2.0.0'), testRemote('3.0.0')];
/** For a shell that is not live yet. */
const demanding = testRemote('4.0.0');
demanding.descriptor.requires = { react: { range: '^20.0.0', singleton: true } };
const known = releasesOf(shell, newShell, remote, next, later, demanding);

let live: LiveSite;
let prospects: Prospects;
let pages: ProspectivePages;
/** What was rendered, as `urgency shell remote address`. */
let rendered: string[];
/** Answers of the renderer. */
let render: (job: RenderJob, urgency: Urgency) => Promise<RenderOutput>;
let read: (release: NamedRelease) => Promise<void>;
/** Versions whose code the renderer was told last to keep. */
let kept: string[];
/** Milliseconds until what may become live is prepared. */
let restMs: number;
/** What deltas were wanted for last. */
let deltaWork: DeltaWork | null;
let logged: string[];

beforeEach(() => {
  [rendered, kept, deltaWork, logged] = [[], [], null, []];
  restMs = 0;
  render = async () => ({ head: '', html: '<p></p>', styles: [] });
  read = async () => undefined;
  pages = new ProspectivePages();
  const renderer = {
    render: (job: RenderJob, urgency: Urgency) => {
      rendered.push([urgency, job.shell.version, job.remote?.version ?? 'none', job.pathname].join(' '));
      return render(job, urgency);
    },
    retain: (bundles: readonly ServerBundle[]) => (kept = bundles.map(({ name, version }) => `${name}@${version}`)),
  } as unknown as Renderer;
  // Nothing on disk, so that what is not rendered was in memory.
  const store = { read: async () => null, write: async () => undefined, prune: async () => undefined } as unknown as RenderStore;
  const prerenders = new Prerenders({ renderer, store, logger: silentLogger(), prospective: pages });
  const keys = new KeyRing(async () => testKeys);
  const releases = {
    descriptor: async (release: NamedRelease) => {
      await read(release);
      return known.get(release.id);
    },
    serverBundle: async () => '',
    remember: () => undefined,
    hold: () => undefined,
  } as unknown as ReleaseFiles;
  prospects = new Prospects({
    ...{ environment: 'production', keys, releases, prerenders },
    logger: createLogger({ destination: { write: (line) => void logged.push(line) } }),
    deltas: { make: async (work) => void (deltaWork = work) },
    settled: () => live.settled,
    get restMs() {
      return restMs;
    },
  });
  live = new LiveSite({
    gate: new TargetGate({ environment: 'production', keys }),
    releases,
    prerenders,
    development: { on: () => undefined, overlay: (built: unknown) => built } as unknown as LiveSiteOptions['development'],
    // Cannot be written: nothing here is about the next start.
    file: '/dev/null/last-known-good.json',
    logger: silentLogger(),
    onTaken: () => prospects.pause(),
    onChange: () => prospects.reconsider(),
    renderAheadMs: 600_000,
  });
});
afterEach(async () => {
  prospects.close();
  await live.close();
});

let last: Target | null = null;
beforeEach(() => {
  last = null;
});
async function promoted(...parts: TestPart[]): Promise<number> {
  const number = (last?.number ?? 0) + 1;
  last = { ...testTarget(number, ...parts), previousHash: last && targetHash(last) };
  await live.offer(signed(last));
  return number;
}
async function promote(...parts: TestPart[]): Promise<void> {
  const number = await promoted(...parts);
  await until(async () => live.settled?.position.number === number);
}

const statement = (sets: TestRelease[][], { environment = 'production', key = testKey, replaced = [] as Replaced[] } = {}) => {
  const named = sets.map((set) => Object.fromEntries(set.map(({ descriptor }) => [descriptor.name, refOf(descriptor)])));
  return signProspects({ schema: 1, environment, prospects: named, replaced }, key);
};
const foresee = (...sets: TestRelease[][]) => prospects.offer(statement(sets));
const prepared = () => until(async () => prospects.status.done);

/** Lets the renderer answer to what is spare only when told. @returns When a spare page is asked for, and how to answer. */
function holdSpare() {
  let arrive = (): void => undefined;
  let release = (): void => undefined;
  const asked = new Promise<void>((resolve) => (arrive = resolve));
  const answered = new Promise<void>((resolve) => (release = resolve));
  const answer = render;
  render = async (job, urgency) => {
    if (urgency === 'spare') {
      arrive();
      await answered;
    }
    return answer(job, urgency);
  };
  return { asked, release };
}

describe('a target whose pages were rendered ahead', () => {
  it.each([
    ['a remote', [[next]], [shell, next]],
    ['the shell, with all live remotes', [[newShell]], [newShell, remote]],
    ['a set', [[newShell, next]], [newShell, next]],
    ['a candidate', [[next]], [shell, { ...remote, candidate: { release: next, basisPoints: 500, cohort: 'revision-2' } }]],
  ])('is served without rendering anything: %s', async (_what, sets, parts) => {
    await promote(shell, remote);
    await foresee(...(sets as TestRelease[][]));
    await prepared();
    expect(prospects.status).toMatchObject({ known: 1, ready: 1, failed: 0 });
    const before = rendered.length;
    await promote(...(parts as TestPart[]));
    expect(rendered.slice(before)).toEqual([]);
  });
});

it('a release that fits beside what is to be promoted together with it, and not beside what is live, is no trouble that somebody is warned of', async () => {
  await promote(shell, remote);
  await foresee([demanding]);
  await prepared();
  expect(prospects.status).toMatchObject({ known: 1, ready: 0, failed: 1 });
  const reason = expect.stringContaining('mf-a@4.0.0 needs react ^20.0.0; shell@1.0.0 provides 19.2.9.');
  expect(logged.map((line) => JSON.parse(line) as object)).toEqual([
    expect.objectContaining({ level: 30, releases: ['mf-a@4.0.0'], reason }),
  ]);
});

describe('deltas', () => {
  it('are made of what is live and what may be, against what was, as soon as something of that changes', async () => {
    await promote(shell, remote);
    const replaced = [{ name: 'mf-a', ...refOf(later.descriptor) }];
    await prospects.offer(statement([[next], [next, newShell]], { replaced }));
    await until(async () => deltaWork !== null);
    const versions = (releases: readonly { name: string; version: string }[]) => releases.map(({ name, version }) => `${name}@${version}`);
    expect(versions(deltaWork!.live).sort()).toEqual(['mf-a@1.0.0', 'shell@1.0.0']);
    expect(versions(deltaWork!.next)).toEqual(['mf-a@2.0.0', 'mf-a@2.0.0', 'shell@2.0.0']);
    expect(deltaWork!.replaced).toEqual(replaced);
    await promote(shell, next);
    await until(async () => versions(deltaWork!.live).includes('mf-a@2.0.0'));
    expect(versions(deltaWork!.next)).toEqual(['shell@2.0.0']);
  });
});

describe('a target', () => {
  it('takes precedence over prospects: none of them is begun until it is live', async () => {
    await promote(shell, remote);
    const spare = holdSpare();
    await foresee([next]);
    await spare.asked;
    const number = await promoted(newShell, remote);
    spare.release();
    await until(async () => live.settled?.position.number === number);
    await prepared();
    const order = rendered.map((what) => what.split(' ').slice(0, 3).join(' '));
    expect(order.lastIndexOf('ahead 2.0.0 1.0.0')).toBeLessThan(order.indexOf('spare 2.0.0 2.0.0'));
    expect(order.filter((what) => what === 'spare 1.0.0 2.0.0')).toHaveLength(1);
  });

  it('that is live before its pages are rendered has them rendered before those of prospects', async () => {
    let release = (): void => undefined;
    const answered = new Promise<void>((resolve) => (release = resolve));
    const answer = render;
    render = (job, urgency) => (urgency === 'ahead' ? answered.then(() => answer(job, urgency)) : answer(job, urgency));
    await promote(shell, remote);
    await foresee([next]);
    await until(async () => prospects.status.known === 1);
    release();
    await prepared();
    expect(rendered.map((what) => what.split(' ')[0])).toEqual(['ahead', 'ahead', 'ahead', 'spare', 'spare']);
  });

  it('has a page rendered that could not be rendered for a prospect', async () => {
    await promote(shell, remote);
    render = async (_job, urgency) => {
      if (urgency === 'spare') throw new RenderFailure('crashed', 'broken');
      return { head: '', html: '<p></p>', styles: [] };
    };
    await foresee([next], [later]);
    await prepared();
    // Of each no second page is tried, which might end the renderer as well.
    expect(rendered.filter((what) => what.startsWith('spare'))).toHaveLength(2);
    expect(prospects.status).toMatchObject({ known: 2, ready: 0, failed: 2 });
    await promote(shell, next);
    expect(rendered.filter((what) => what.startsWith('ahead 1.0.0 2.0.0'))).not.toHaveLength(0);
    expect(live.defects).toEqual([]);
  });

  it('is served while a prospect cannot be read', async () => {
    await promote(shell, remote);
    read = async ({ version }) => {
      if (version === '3.0.0') throw new Error('the storage is away');
    };
    await foresee([later], [next]);
    await prepared();
    expect(prospects.status).toMatchObject({ known: 2, ready: 1, failed: 1 });
    expect(live.defects).toEqual([]);
    await promote(shell, next);
  });
});

describe('a prospect', () => {
  it('is read after a rest only, which the next target ends', async () => {
    const wasRead: string[] = [];
    read = async ({ version }) => void wasRead.push(version);
    restMs = 600_000;
    await promote(shell, remote);
    await foresee([next]);
    for (let turn = 0; turn < 20; turn += 1) await setImmediate();
    expect(wasRead).not.toContain('2.0.0');
    restMs = 0;
    await promote(shell, later);
    await prepared();
    expect(wasRead).toContain('2.0.0');
  });

  it('has nothing made for it whose rest was ended', async () => {
    restMs = 600_000;
    await promote(shell, remote);
    await foresee([next]);
    prospects.close();
    for (let turn = 0; turn < 20; turn += 1) await setImmediate();
    expect(deltaWork).toBeNull();
  });

  it('that is none any more is dropped, with its pages and its code', async () => {
    await promote(shell, remote);
    const keep = pages.keep.bind(pages);
    const keys: string[] = [];
    pages.keep = (key, page) => keys.push(key) > 0 && keep(key, page);
    await foresee([next]);
    await prepared();
    expect(keys.map((key) => pages.get(key) !== undefined)).toEqual([true, true]);
    expect(kept).toContain('mf-a@2.0.0');
    await foresee();
    await prepared();
    expect(keys.map((key) => pages.get(key) !== undefined)).toEqual([false, false]);
    expect(kept).not.toContain('mf-a@2.0.0');
  });

  it('that is live is not prepared, and what was live before may be one', async () => {
    await promote(shell, remote);
    await foresee([next], [remote]);
    await prepared();
    expect(prospects.status).toMatchObject({ known: 1, ready: 1 });
    await promote(shell, next);
    await prepared();
    expect(prospects.status).toMatchObject({ known: 1, ready: 1 });
    const before = rendered.length;
    await promote(shell, remote);
    expect(rendered.slice(before).filter((what) => !what.startsWith('spare'))).toEqual([]);
  });
});

describe('a statement', () => {
  it.each([
    ['is not signed', { payload: 'e30=' }],
    ['is signed by a stranger', statement([[next]], { key: readSigningKey(generateSigningKey()) })],
    ['is for another environment', statement([[next]], { environment: 'staging' })],
    ['is a target', signed(testTarget(2, shell, next))],
  ])('that %s is ignored, and what was prepared stays', async (_what, value) => {
    await promote(shell, remote);
    await foresee([later]);
    await prepared();
    const before = [prospects.status, rendered.length];
    expect(await prospects.offer(value)).toBe(false);
    expect([prospects.status, rendered.length]).toEqual(before);
  });

  it('of before that somebody answers with again makes nothing live, and is replaced by the next one', async () => {
    await promote(shell, remote);
    await foresee([next]);
    await promote(shell, later);
    expect(await foresee([next])).toBe(true);
    await prepared();
    expect(live.pool?.stable.composition.remotes.map(({ version }) => version)).toEqual(['3.0.0']);
    await foresee([remote]);
    await prepared();
    expect(prospects.status).toMatchObject({ known: 1, ready: 1 });
  });
});
