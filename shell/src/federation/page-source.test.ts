import { afterEach, describe, expect, it, jest } from '@jest/globals';
import type { ComposedRemote, RemoteSource } from '@site/contracts/composition';
import type { FailedReleases } from './failed-releases';
import { federatedPageSource, type FederationRuntime, type LoadReport } from './page-source';
import type { PageModule } from './containers';

const versioned = (version: string): RemoteSource => ({ version, entry: `/assets/mf-a/${version}/remoteEntry.js`, integrity: null });
const remote = (fallback: RemoteSource | null): ComposedRemote => ({
  name: 'mf-a',
  team: 'a',
  ...versioned('2.0.0'),
  routes: [],
  fallback,
  disabled: null,
});

const find = (fallback: RemoteSource | null) => (name: string) => (name === 'mf-a' ? remote(fallback) : undefined);

/** A runtime whose versions answer as told, one answer per request; the last one is repeated. It notes versions asked, and renewals. */
function runtimeWith(answers: Record<string, ('ok' | 'broken' | 'silent')[]>): FederationRuntime & { asked: string[] } {
  let live = '';
  const asked: string[] = [];
  return {
    asked,
    registerSource: (_, { version }) => void (live = version),
    renewScripts: () => {
      asked.push('renew');
      return Promise.resolve();
    },
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

afterEach(() => void jest.useRealTimers());

const nothing = (): FailedReleases => ({ isGivenUp: () => false, failed: () => undefined, loaded: () => undefined });

const load = (runtime: FederationRuntime, fallback: RemoteSource | null = versioned('1.0.0')) => {
  const report = jest.fn<(report: LoadReport) => void>();
  const pages = federatedPageSource(find(fallback), runtime, report, nothing(), 20);
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

  it('retries once, with what the site has now in place of what the browser kept, and says nothing when that helps', async () => {
    const runtime = runtimeWith({ '2.0.0': ['broken', 'ok'] });
    const { page, report } = load(runtime);
    await page;
    expect(runtime.asked).toEqual(['2.0.0', 'renew', '2.0.0']);
    expect(report).not.toHaveBeenCalled();
  });

  it('uses the previous version after the retry, reports both, and stays with it', async () => {
    const runtime = runtimeWith({ '2.0.0': ['broken'], '1.0.0': ['ok'] });
    const { page, report, pages } = load(runtime);
    await page;
    expect(runtime.asked).toEqual(['2.0.0', 'renew', '2.0.0', '1.0.0']);
    expect(report.mock.calls.map(([{ kind, version }]) => [kind, version])).toEqual([
      ['load-failure', '2.0.0'],
      ['fallback-used', '1.0.0'],
    ]);
    await pages.load('mf-a', './other');
    expect(runtime.asked.at(-1)).toBe('1.0.0');
  });

  it('asks a silent version a second time, and takes what comes first', async () => {
    const runtime = runtimeWith({ '2.0.0': ['silent', 'ok'] });
    const { page, report } = load(runtime);
    expect(((await page).default as () => unknown)()).toBe('2.0.0');
    expect(runtime.asked).toEqual(['2.0.0', 'renew', '2.0.0']);
    expect(report).not.toHaveBeenCalled();
  });

  it('takes what was only late while its scripts are fetched once more, and loads no second copy of it', async () => {
    const runtime = runtimeWith({ '2.0.0': ['ok'], '1.0.0': ['ok'] });
    let arrive: (module: PageModule) => void = () => undefined;
    jest.spyOn(runtime, 'loadExposed').mockReturnValueOnce(new Promise((resolve) => (arrive = resolve)));
    const registered = jest.spyOn(runtime, 'registerSource');
    jest.spyOn(runtime, 'renewScripts').mockImplementation(() => {
      arrive({ default: () => 'late' });
      return new Promise(() => undefined);
    });
    const { page, report } = load(runtime);
    expect(((await page).default as () => unknown)()).toBe('late');
    expect([report.mock.calls, registered.mock.calls.length]).toEqual([[], 1]);
  });

  it('gives a version up that stays silent', async () => {
    const runtime = runtimeWith({ '2.0.0': ['silent'], '1.0.0': ['ok'] });
    await load(runtime).page;
    expect(runtime.asked).toEqual(['2.0.0', 'renew', '2.0.0', '1.0.0']);
  });

  it('fails, reported, when there is no previous version or it is broken too', async () => {
    const alone = load(runtimeWith({ '2.0.0': ['broken'] }), null);
    await expect(alone.page).rejects.toThrow('2.0.0 ./home is broken');
    expect(alone.report).toHaveBeenCalledTimes(1);

    const both = load(runtimeWith({ '2.0.0': ['broken'], '1.0.0': ['broken'] }));
    await expect(both.page).rejects.toThrow('1.0.0 ./home is broken');
  });

  it('that ends because the visitor goes elsewhere says nothing about the version, which is asked again where they stay', async () => {
    jest.useFakeTimers();
    const runtime = runtimeWith({ '2.0.0': ['broken', 'broken', 'ok'], '1.0.0': ['ok'] });
    const { page, report } = load(runtime);
    window.dispatchEvent(new Event('beforeunload'));
    await jest.runAllTimersAsync();
    expect(((await page).default as () => unknown)()).toBe('2.0.0');
    expect(runtime.asked).toEqual(['2.0.0', 'renew', '2.0.0', '2.0.0']);
    expect(report).not.toHaveBeenCalled();
  });

  it('can be asked again after a failure', async () => {
    const runtime = runtimeWith({ '2.0.0': ['broken', 'broken', 'ok'] });
    const { page, pages } = load(runtime, null);
    await expect(page).rejects.toThrow();
    await expect(pages.load('mf-a', './home')).resolves.toBeDefined();
  });

  it('tries the live version again after both had failed, as after a short loss of the network', async () => {
    const runtime = runtimeWith({ '2.0.0': ['broken', 'broken', 'ok'], '1.0.0': ['broken'] });
    const { page, pages } = load(runtime);
    await expect(page).rejects.toThrow('1.0.0 ./home is broken');
    expect(((await pages.load('mf-a', './home')).default as () => unknown)()).toBe('2.0.0');
    expect(pages.versionOf('mf-a')).toBe('2.0.0');
  });

  it('never goes back from a previous version that works, however many pages fail together', async () => {
    const runtime = runtimeWith({ '2.0.0': ['broken'], '1.0.0': ['ok'] });
    const { page, pages, report } = load(runtime);
    const both = await Promise.all([page, pages.load('mf-a', './other')]);
    expect(both.map((module) => (module.default as () => unknown)())).toEqual(['1.0.0', '1.0.0']);
    expect(report.mock.calls.map(([{ kind, version }]) => `${kind} ${version}`).sort()).toEqual([
      'fallback-used 1.0.0',
      'fallback-used 1.0.0',
      'load-failure 2.0.0',
      'load-failure 2.0.0',
    ]);
    expect(pages.versionOf('mf-a')).toBe('1.0.0');
  });
});

describe('a previous version that has shown a page', () => {
  it('stays, though another page of it is broken: two versions do not take turns in one document', async () => {
    const runtime = runtimeWith({ '2.0.0': ['broken'], '1.0.0': ['ok', 'broken'] });
    const { page, pages } = load(runtime);
    const other = pages.load('mf-a', './other');
    await expect(page).resolves.toBeDefined();
    await expect(other).rejects.toThrow('1.0.0 ./other is broken');
    expect(pages.versionOf('mf-a')).toBe('1.0.0');
  });

  it('is not left for the live one by a page that was asked for before and fails later', async () => {
    const runtime = runtimeWith({ '2.0.0': ['broken'], '1.0.0': ['ok'] });
    let failLate: (error: Error) => void = () => undefined;
    jest.spyOn(runtime, 'loadExposed').mockReturnValueOnce(new Promise((_, reject) => (failLate = reject)));
    const pages = federatedPageSource(find(versioned('1.0.0')), runtime, () => undefined, nothing());
    const late = pages.load('mf-a', './late');
    await pages.load('mf-a', './home');
    failLate(new Error('late'));
    expect(((await late).default as () => unknown)()).toBe('1.0.0');
    expect(runtime.asked).toEqual(['2.0.0', 'renew', '2.0.0', '1.0.0', 'renew', '1.0.0']);
  });
});

describe('a page that may be shown next', () => {
  const source = (answers: Parameters<typeof runtimeWith>[0]) => {
    const runtime = runtimeWith(answers);
    const report = jest.fn<(report: LoadReport) => void>();
    return { runtime, report, pages: federatedPageSource(find(versioned('1.0.0')), runtime, report, nothing(), 20) };
  };

  it('changes no version and is not reported when it does not load', async () => {
    const { runtime, report, pages } = source({ '2.0.0': ['broken'], '1.0.0': ['ok'] });
    await expect(pages.prefetch('mf-a', './home')).rejects.toThrow('2.0.0 ./home is broken');
    expect(runtime.asked).toEqual(['2.0.0']);
    expect(report).not.toHaveBeenCalled();
    expect(pages.versionOf('mf-a')).toBe('2.0.0');
  });

  it('is asked for once, however often the pointer passes and when it is shown meanwhile', async () => {
    const { runtime, pages } = source({ '2.0.0': ['ok'] });
    await Promise.all([pages.prefetch('mf-a', './home'), pages.prefetch('mf-a', './home'), pages.load('mf-a', './home')]);
    expect(runtime.asked).toEqual(['2.0.0']);
  });

  it('that is shown meanwhile and fails gets its retry', async () => {
    const { runtime, pages } = source({ '2.0.0': ['broken', 'ok'] });
    const prefetched = pages.prefetch('mf-a', './home');
    const shown = pages.load('mf-a', './home');
    await expect(prefetched).rejects.toThrow();
    await expect(shown).resolves.toBeDefined();
    expect(runtime.asked).toEqual(['2.0.0', 'renew', '2.0.0']);
  });
});

describe('once the fallback has taken the place of the live version', () => {
  it('each module that was loaded is of the version that it came from', async () => {
    const { page, pages } = load(runtimeWith({ '2.0.0': ['ok', 'broken'], '1.0.0': ['ok'] }));
    const [before, after] = [await page, await pages.load('mf-a', './other')];
    const prefetched = await pages.prefetch('mf-a', './third');
    expect([before, after, prefetched].map((module) => pages.versionOf('mf-a', module))).toEqual(['2.0.0', '1.0.0', '1.0.0']);
    expect(pages.versionOf('mf-a')).toBe('1.0.0');
  });

  it('what a prefetch of the live version still waits for is not shown', async () => {
    const runtime = runtimeWith({ '2.0.0': ['silent', 'broken'], '1.0.0': ['ok'] });
    const pages = federatedPageSource(find(versioned('1.0.0')), runtime, () => undefined, nothing(), 20);
    void pages.prefetch('mf-a', './other');
    await pages.load('mf-a', './home');
    expect(pages.versionOf('mf-a', await pages.load('mf-a', './other'))).toBe('1.0.0');
    expect(runtime.asked).toEqual(['2.0.0', '2.0.0', 'renew', '2.0.0', '1.0.0', '1.0.0']);
  });
});

describe('a version that this browser has given up', () => {
  const givenUp = (answers: Parameters<typeof runtimeWith>[0]) => {
    const [runtime, failures, report] = [runtimeWith(answers), nothing(), jest.fn<(report: LoadReport) => void>()];
    jest.spyOn(failures, 'isGivenUp').mockImplementation((name, version) => name === 'mf-a' && version === '2.0.0');
    return { runtime, report, pages: federatedPageSource(find(versioned('1.0.0')), runtime, report, failures, 20) };
  };

  it('is not asked at all: its fallback is, and that is reported once', async () => {
    const { runtime, report, pages } = givenUp({ '1.0.0': ['ok'] });
    await pages.prefetch('mf-a', './home');
    expect(((await pages.load('mf-a', './home')).default as () => unknown)()).toBe('1.0.0');
    await pages.load('mf-a', './other');
    expect(runtime.asked).toEqual(['1.0.0', '1.0.0', '1.0.0']);
    expect(report.mock.calls.map(([{ kind, version }]) => [kind, version])).toEqual([['fallback-used', '1.0.0']]);
  });

  it('is asked again where its fallback does not load either', async () => {
    const { pages } = givenUp({ '1.0.0': ['broken'], '2.0.0': ['ok'] });
    await expect(pages.load('mf-a', './home')).rejects.toThrow('1.0.0 ./home is broken');
    expect(((await pages.load('mf-a', './home')).default as () => unknown)()).toBe('2.0.0');
  });
});

it('a failure is noted once in a document, where the fallback has loaded, and forgotten when the version loads', async () => {
  const noted = async (answers: Parameters<typeof runtimeWith>[0]) => {
    const failures = nothing();
    const [failed, loaded] = [jest.spyOn(failures, 'failed'), jest.spyOn(failures, 'loaded')];
    const pages = federatedPageSource(find(versioned('1.0.0')), runtimeWith(answers), () => undefined, failures, 20);
    await Promise.allSettled([pages.load('mf-a', './home'), pages.load('mf-a', './other')]);
    return { failed: failed.mock.calls, loaded: loaded.mock.calls.length };
  };
  expect(await noted({ '2.0.0': ['broken'], '1.0.0': ['ok'] })).toEqual({ failed: [['mf-a', '2.0.0']], loaded: 0 });
  expect(await noted({ '2.0.0': ['broken'], '1.0.0': ['broken'] })).toEqual({ failed: [], loaded: 0 });
  expect(await noted({ '2.0.0': ['ok'] })).toEqual({ failed: [], loaded: 2 });
});
