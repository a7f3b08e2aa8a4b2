import { expect, it, jest } from '@jest/globals';
import type { RenderOutput } from '@site/contracts/prerender';
import { silentLogger } from '@site/platform/logging';
import { renderContextOf } from '../composed-site';
import { RenderFailure } from '../renderer/render-failure';
import type { Renderer, RenderJob } from '../renderer/renderer';
import { buildSite } from '../site/build-site';
import { releasesOf, testRemote, testShell, testTarget } from '../testing/fixtures';
import { Prerenders, type PrerendersOptions } from './prerenders';
import { renderKey, renderPlan } from './render-plan';
import type { RenderStore } from './render-store';

const [shell, remote] = [testShell(), testRemote()];
const context = renderContextOf(buildSite(testTarget(1, shell, remote), { cohorts: [], shellFallback: false }, releasesOf(shell, remote)));
const keyOf = (job: RenderJob) => renderKey(job, context.paramsDigest);

function made(onRender: () => Promise<void> | undefined = () => undefined, options: Partial<PrerendersOptions> = {}) {
  const disk = new Map<string, RenderOutput>();
  const rendered: string[] = [];
  const store = {
    read: async (key: string) => disk.get(key) ?? null,
    write: async (key: string, output: RenderOutput) => void disk.set(key, output),
    prune: async () => undefined,
  } as unknown as RenderStore;
  const renderer = {
    render: async ({ pathname }: RenderJob) => {
      rendered.push(pathname);
      await onRender();
      return { head: '', html: `<p>${pathname}</p>`, styles: [] };
    },
    retain: () => undefined,
  } as unknown as Renderer;
  return { prerenders: new Prerenders({ renderer, store, logger: silentLogger(), ...options }), disk, rendered };
}

it.each([
  ['what is live', (prerenders: Prerenders) => prerenders.prepare([context], new AbortController().signal)],
  ['what may become live', (prerenders: Prerenders) => prerenders.prepareProspect([context], new AbortController().signal)],
])('a page of %s that somebody asked for first is on disk like all others, and rendered once', async (_, prepare) => {
  const { prerenders, disk, rendered } = made();
  const jobs = renderPlan(context);
  const [first] = jobs;
  await prerenders.obtain(first!, context.paramsDigest);
  expect(disk.has(keyOf(first!))).toBe(false);
  await prepare(prerenders);
  expect([...disk.keys()].sort()).toEqual(jobs.map(keyOf).sort());
  expect(rendered.sort()).toEqual(jobs.map(({ pathname }) => pathname).sort());
});

it.each([
  ['takes longer than a visitor waits', (finished: Promise<void>) => finished],
  [
    'has too many before it',
    () => {
      throw new RenderFailure('busy', 'too many pages are waiting');
    },
  ],
])('a page that %s is late, and there for who asks again', async (_, first) => {
  let finish: () => void = () => undefined;
  const finished = new Promise<void>((resolve) => (finish = resolve));
  const { prerenders } = made(
    jest.fn<() => Promise<void> | undefined>().mockImplementationOnce(() => first(finished)),
    { visitorWaitMs: 1 },
  );
  const [job] = renderPlan(context);
  const obtain = () => prerenders.obtain(job!, context.paramsDigest);
  expect(await obtain()).toBe('late');
  finish();
  await finished;
  expect(await obtain()).toMatchObject({ html: expect.any(String) });
});

it('the progress is that of the newest plan, while an older one is still rendered', async () => {
  const finish: (() => void)[] = [];
  const { prerenders } = made(() => new Promise<void>((resolve) => finish.push(resolve)));
  const { signal } = new AbortController();
  const older = prerenders.prepare([context], signal);
  const newer = prerenders.prepare([context], signal);
  const planned = renderPlan(context).length;
  expect(prerenders.progress).toEqual({ planned, rendered: 0, failed: 0, done: false });
  const both = Promise.all([older, newer]);
  let isOver = false;
  void both.then(() => (isOver = true));
  while (!isOver) {
    await new Promise(setImmediate);
    finish.splice(0).forEach((resolve) => resolve());
    const { rendered, done } = prerenders.progress;
    expect(done).toBe(rendered === planned);
  }
  expect(prerenders.progress).toEqual({ planned, rendered: planned, failed: 0, done: true });
});

it('a page that failed is tried again after a minute, also when the clock is set back', async () => {
  jest.useFakeTimers({ now: 0, doNotFake: ['nextTick', 'queueMicrotask', 'setTimeout', 'clearTimeout'] });
  const failing = jest.fn<() => undefined>().mockImplementationOnce(() => {
    throw new RenderFailure('failed', 'it throws');
  });
  const { prerenders, rendered } = made(failing);
  const [job] = renderPlan(context);
  const obtain = () => prerenders.obtain(job!, context.paramsDigest);
  expect([await obtain(), await obtain()]).toEqual([null, null]);
  expect(rendered).toHaveLength(1);
  jest.advanceTimersByTime(60_000);
  jest.setSystemTime(-86_400_000);
  expect(await obtain()).toMatchObject({ html: expect.any(String) });
  jest.useRealTimers();
});
