import { describe, expect, it } from '@jest/globals';
import { compositionSchema } from '@site/contracts/composition';
import type { Choice } from '@site/release-model/choice';
import { compose } from '../composition/compose';
import { integrityOf, releasesOf, type TestPart, testRemote, testShell, testSite, testTarget } from '../testing/fixtures';
import { buildSite } from './build-site';
import { choiceOf, foreseenChoices, STABLE } from './choice';

const shell = testShell();
const remote = testRemote();
const candidate = (release = testRemote('1.1.0'), basisPoints = 10_000, cohort = 'revision-2') => ({ release, basisPoints, cohort });
const siteOf = (choice: Partial<Choice>, ...parts: TestPart[]) =>
  buildSite(testTarget(2, ...parts), { ...STABLE, ...choice }, releasesOf(...parts));
const entryOf = (version: string) => ({
  version,
  entry: `/assets/mf-a/${version}/remoteEntry.js`,
  integrity: integrityOf(`entry ${version}`),
});

describe('a site', () => {
  it('preloads for a page exactly its entry, its chunks and the shares it reaches, and nothing that the shell starts with', () => {
    const files = Object.fromEntries(
      Object.entries(testSite(shell, remote).remotes[0]!.pages).map(([page, list]) => [page, list.map(({ url }) => url).sort()]),
    );
    expect(files).toEqual({
      './home': [
        '/assets/mf-a/1.0.0/remoteEntry.js',
        '/assets/mf-a/_/home.6666.js',
        '/assets/shell/_/collapse.4444.js',
        '/assets/shell/_/tabs.3333.js',
      ],
      './card': ['/assets/mf-a/1.0.0/remoteEntry.js', '/assets/mf-a/_/card.7777.js', '/assets/shell/_/dialog.5555.js'],
    });
  });

  it('lists the files of a remote once for each shell that it stands beside', () => {
    const pagesBeside = (host: TestPart) => testSite(host, remote).remotes[0]!.pages;
    const bare = testShell('1.1.0');
    bare.descriptor.provides = {};
    expect(pagesBeside(shell)).toBe(pagesBeside(shell));
    expect(pagesBeside(shell)['./card']).toHaveLength(3);
    expect(pagesBeside(bare)['./card']).toHaveLength(2);
    expect(pagesBeside(shell)['./card']).toHaveLength(3);
  });

  it('has of a remote what its own target says, whatever another target says of the same releases', () => {
    const disabled = { message: 'Back at noon.' };
    const later = testRemote('1.1.0');
    const [off, falling, plain] = [{ ...later, disabled }, { ...later, fallback: remote }, later].map(
      (part) => testSite(shell, part).remotes[0],
    );
    expect([off?.disabled, falling?.disabled, plain?.disabled]).toEqual([disabled, null, null]);
    expect([off?.fallback, falling?.fallback, plain?.fallback]).toEqual([null, entryOf('1.0.0'), null]);
  });

  it('gives every file the hash of its release', () => {
    const site = testSite(shell, remote);
    expect(site.remotes[0]!.entry).toEqual({ url: '/assets/mf-a/1.0.0/remoteEntry.js', integrity: integrityOf('entry 1.0.0') });
    expect(site.shell.entries.map(({ integrity }) => integrity)).toEqual([integrityOf('main'), integrityOf('vendors')]);
  });

  it('falls back to what the target says', () => {
    const parts: TestPart[] = [
      { ...testShell('1.1.0'), fallback: shell },
      { ...testRemote('1.1.0'), fallback: remote },
    ];
    const site = siteOf({}, ...parts);
    expect(site.remotes[0]).toMatchObject({ version: '1.1.0', fallback: entryOf('1.0.0') });
    expect(site.shell).toMatchObject({
      version: '1.1.0',
      fallback: { version: '1.0.0', entries: [{ url: '/assets/shell/_/main.1111.js' }] },
    });
    expect(testSite(shell, remote).remotes[0]!.fallback).toBeNull();
  });

  it('of a cohort has the candidates of that cohort, which fall back to the stable releases', () => {
    const parts: TestPart[] = [shell, { ...remote, candidate: candidate(), fallback: testRemote('0.9.0') }];
    expect(siteOf({ cohorts: ['revision-2'] }, ...parts).remotes[0]).toMatchObject({ version: '1.1.0', fallback: entryOf('1.0.0') });
    expect(siteOf({ cohorts: ['another'] }, ...parts).remotes[0]).toMatchObject({ version: '1.0.0', fallback: entryOf('0.9.0') });
  });

  it('falls back to nothing that lacks in the shell beside it what it needs', () => {
    const needy = testRemote();
    needy.descriptor.requires = { react: { range: '^18.0.0', singleton: true } };
    const parts: TestPart[] = [shell, { ...needy, candidate: candidate() }];
    expect(siteOf({ cohorts: ['revision-2'] }, ...parts).remotes[0]).toMatchObject({ version: '1.1.0', fallback: null });
  });

  it('is not built without a shell, nor of releases that are not known', () => {
    expect(() => testSite(remote)).toThrow('The target has no shell.');
    expect(() => buildSite(testTarget(7, shell, remote), STABLE, releasesOf(shell))).toThrow('mf-a@1.0.0 is not known.');
  });
});

describe('a choice', () => {
  const { parts } = testTarget(
    1,
    { ...shell, candidate: candidate(testShell('1.1.0')), fallback: testShell('0.9.0') },
    { ...remote, candidate: candidate() },
  );
  const choose = (...failedShells: string[]) => choiceOf(parts, { id: null, failedShells });

  it('is that of the cohorts that the visitor is in', () => {
    expect(choose()).toEqual({ cohorts: ['revision-2'], shellFallback: false });
    expect(choiceOf(testTarget(1, shell, remote).parts, { id: null, failedShells: [] })).toEqual(STABLE);
  });

  it('leaves a cohort whose shell did not start, with all that came together with it, and then the stable shell too', () => {
    expect(choose('1.1.0')).toEqual(STABLE);
    expect(choose('1.1.0', '1.0.0')).toEqual({ cohorts: [], shellFallback: true });
  });

  it('is as if nothing had failed where nothing else can take over', () => {
    expect(choose('1.1.0', '1.0.0', '0.9.0')).toEqual(STABLE);
    expect(choiceOf(testTarget(1, shell).parts, { id: null, failedShells: ['1.0.0'] })).toEqual(STABLE);
  });

  it('is foreseen for most visitors and for each cohort by itself', () => {
    const target = testTarget(
      1,
      { ...shell, candidate: candidate(testShell('2.0.0'), 0, 'nobody') },
      { ...remote, candidate: candidate() },
    );
    expect(foreseenChoices(target.parts)).toEqual([STABLE, { cohorts: ['revision-2'], shellFallback: false }]);
  });
});

describe('a composition', () => {
  it('follows its contract, and names no files of pages that it is not about', () => {
    const composition = compose(siteOf({}, { ...testShell('1.1.0'), fallback: shell }, { ...remote, disabled: { message: 'Later.' } }));
    expect(compositionSchema.parse(composition)).toEqual(composition);
    expect(composition).toMatchObject({
      environment: 'production',
      revision: 2,
      shell: { version: '1.1.0', fallback: { version: '1.0.0' } },
    });
    expect(composition.remotes[0]).toMatchObject({ name: 'mf-a', disabled: { message: 'Later.' } });
    expect(JSON.stringify(composition)).not.toContain('card.7777.js');
  });
});
