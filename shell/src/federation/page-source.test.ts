import { describe, expect, it, jest } from '@jest/globals';
import type { ComposedRemote, RemoteSource } from '@site/contracts/composition';
import { federatedPageSource, type FederationRuntime, type LoadReport } from './page-source';
import type { PageModule } from './runtime';

const source = (version: string): RemoteSource => ({ version, entry: `/assets/mf-a/${version}/remoteEntry.js`, integrity: null });
const remote = (fallback: RemoteSource | null): ComposedRemote => ({
  name: 'mf-a',
  team: 'a',
  ...source('2.0.0'),
  routes: [],
  pages: {},
  fallback,
});

/** A runtime whose versions answer as told, one answer per request; the last one is repeated. */
function runtimeWith(answers: Record<string, ('ok' | 'broken' | 'silent')[]>): FederationRuntime & { asked: string[] } {
  let live = '';
  const asked: string[] = [];
  return {
    asked,
    registerSource: (_, { version }) => void (live = version),
    loadExposed: (_, page) => {
      asked.push(live);
      const queue = answers[live] ?? [];
      const answer = queue.length > 1 ? queue.shift() : queue[0];
      if (answer === 'silent') return new Promise<PageModule>(() => undefined);
      if (answer !== 'ok') return Promise.reject(new Error(`${live} ${page} is broken`));
      return Promise.resolve({ default: () => live });
    },
  };
}

const load = (runtime: FederationRuntime, fallback: RemoteSource | null = source('1.0.0')) => {
  const report = jest.fn<(report: LoadReport) => void>();
  const pages = federatedPageSource([remote(fallback)], runtime, report, 20);
  return { report, page: pages.load('mf-a', './home'), pages };
};

describe('loading a page of a remote', () => {
  it('asks the live version once when it answers', async () => {
    const runtime = runtimeWith({ '2.0.0': ['ok'] });
    const { page, report } = load(runtime);
    expect(((await page).default as () => unknown)()).toBe('2.0.0');
    expect(runtime.asked).toEqual(['2.0.0']);
    expect(report).not.toHaveBeenCalled();
  });

  it('retries once and says nothing when that helps', async () => {
    const runtime = runtimeWith({ '2.0.0': ['broken', 'ok'] });
    const { page, report } = load(runtime);
    await page;
    expect(runtime.asked).toEqual(['2.0.0', '2.0.0']);
    expect(report).not.toHaveBeenCalled();
  });

  it('uses the previous version after the retry, reports both, and stays with it', async () => {
    const runtime = runtimeWith({ '2.0.0': ['broken'], '1.0.0': ['ok'] });
    const { page, report, pages } = load(runtime);
    await page;
    expect(runtime.asked).toEqual(['2.0.0', '2.0.0', '1.0.0']);
    expect(report.mock.calls.map(([{ kind, version }]) => [kind, version])).toEqual([
      ['load-failure', '2.0.0'],
      ['fallback-used', '1.0.0'],
    ]);
    await pages.load('mf-a', './other');
    expect(runtime.asked.at(-1)).toBe('1.0.0');
  });

  it('does not wait for a silent version a second time', async () => {
    const runtime = runtimeWith({ '2.0.0': ['silent'], '1.0.0': ['ok'] });
    await load(runtime).page;
    expect(runtime.asked).toEqual(['2.0.0', '1.0.0']);
  });

  it('fails, reported, when there is no previous version or it is broken too', async () => {
    const alone = load(runtimeWith({ '2.0.0': ['broken'] }), null);
    await expect(alone.page).rejects.toThrow('2.0.0 ./home is broken');
    expect(alone.report).toHaveBeenCalledTimes(1);

    const both = load(runtimeWith({ '2.0.0': ['broken'], '1.0.0': ['broken'] }));
    await expect(both.page).rejects.toThrow('1.0.0 ./home is broken');
  });

  it('can be asked again after a failure', async () => {
    const runtime = runtimeWith({ '2.0.0': ['broken', 'broken', 'ok'] });
    const { page, pages } = load(runtime, null);
    await expect(page).rejects.toThrow();
    await expect(pages.load('mf-a', './home')).resolves.toBeDefined();
  });
});
