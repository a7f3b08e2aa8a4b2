import { describe, expect, it } from '@jest/globals';
import { compositionSchema } from '@site/contracts/composition';
import { compose } from '../composition/compose';
import { integrityOf, readFrom, release, testParams, testRemote, testRevision, testShell } from '../testing/fixtures';
import { buildSite } from './build-site';

const shell = testShell();
const remote = testRemote();

describe('a site', () => {
  it('preloads for a page exactly its entry, its chunks and the shares it reaches, and nothing that the shell starts with', async () => {
    const { site } = await buildSite(testRevision(1, shell, remote), readFrom(shell, remote));
    const files = Object.fromEntries(
      Object.entries(site.remotes[0]!.pages).map(([page, list]) => [page, list.map(({ url }) => url).sort()]),
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

  it('gives every file the hash of its release', async () => {
    const { site } = await buildSite(testRevision(1, shell, remote), readFrom(shell, remote));
    expect(site.remotes[0]!.entry).toEqual({ url: '/assets/mf-a/1.0.0/remoteEntry.js', integrity: integrityOf('entry 1.0.0') });
    expect(site.shell.entries.map(({ integrity }) => integrity)).toEqual([integrityOf('main'), integrityOf('vendors')]);
  });

  it('names the version before as the fallback while its release exists', async () => {
    const next = { ...testRemote('1.1.0'), previous: '1.0.0' };
    const { site } = await buildSite(testRevision(2, shell, next), readFrom(shell, remote, next));
    expect(site.remotes[0]!.fallback).toEqual({
      version: '1.0.0',
      entry: '/assets/mf-a/1.0.0/remoteEntry.js',
      integrity: integrityOf('entry 1.0.0'),
    });
    const gone = await buildSite(testRevision(2, shell, next), readFrom(shell, next));
    expect(gone.site.remotes[0]!.fallback).toBeNull();
  });

  it('serves the version before when a release cannot be read, and says so', async () => {
    const next = { ...testRemote('1.1.0'), previous: '1.0.0' };
    const { site, defects } = await buildSite(testRevision(2, shell, next), readFrom(shell, remote));
    expect(site.remotes.map(({ version }) => version)).toEqual(['1.0.0']);
    expect(defects).toEqual(['mf-a@1.1.0 cannot be read; 1.0.0 is served instead']);
  });

  it('goes on without a remote of which nothing can be read', async () => {
    const other = release('mf-b', { entries: ['v/remoteEntry.js'], contents: { 'v/remoteEntry.js': 'b' } });
    const { site, defects } = await buildSite(testRevision(1, shell, remote, other), readFrom(shell, remote));
    expect(site.remotes.map(({ name }) => name)).toEqual(['mf-a']);
    expect(defects).toEqual(['mf-b@1.0.0 cannot be read; it is left out']);
  });

  it('is not built without a shell', async () => {
    await expect(buildSite(testRevision(7, shell, remote), readFrom(remote))).rejects.toThrow(
      'revision 7 has no readable release of the shell',
    );
  });
});

describe('a composition', () => {
  it('follows its contract and lists only scripts for preloading', async () => {
    const { site } = await buildSite(testRevision(3, shell, remote), readFrom(shell, remote));
    const composition = compose(site, testParams);
    expect(compositionSchema.parse(composition)).toEqual(composition);
    expect(composition).toMatchObject({ environment: 'production', revision: 3, shell: { version: '1.0.0' } });
    expect(composition.remotes[0]!.pages['./card']).toEqual([
      '/assets/mf-a/1.0.0/remoteEntry.js',
      '/assets/mf-a/_/card.7777.js',
      '/assets/shell/_/dialog.5555.js',
    ]);
  });
});
