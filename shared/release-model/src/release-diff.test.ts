import { describe, expect, it } from '@jest/globals';
import { diffReleases } from './release-diff';
import { descriptor, page } from './testing';

const file = (path: string, size: number, letter = 'a') => ({ path, size, integrity: `sha384-${letter.repeat(64)}` });
const release = (version: string, more: Parameters<typeof descriptor>[0] | object = {}) => descriptor({ name: 'mf-a', version, ...more });

describe('two releases of a part', () => {
  it('are the same but for their version and commit', () => {
    expect(diffReleases('mf-a', release('1.0.0', { commit: 'a' }), release('1.0.1', { commit: 'b' }))).toEqual({
      name: 'mf-a',
      from: '1.0.0',
      to: '1.0.1',
      routes: [],
      modules: [],
      files: [],
      size: { from: 7, to: 7 },
    });
  });

  it('differ in the routes that are added, removed, or have another page, title, access or redirect', () => {
    const before = release('1.0.0', { routes: [page('/a'), page('/b'), page('/c'), { path: '/d', redirect: '/a' }, page('/same')] });
    const after = release('1.1.0', {
      routes: [
        { ...page('/b'), title: 'Other', access: 'member' },
        { path: '/c', redirect: '/b' },
        { path: '/d', redirect: '/b' },
        page('/e'),
        page('/same'),
      ],
    });
    const described = 'page ./page, title Page, access public';
    expect(diffReleases('mf-a', before, after).routes).toEqual([
      { path: '/a', from: described, to: null, fields: [] },
      {
        path: '/b',
        from: described,
        to: 'page ./page, title Other, access member',
        fields: [
          { field: 'title', from: 'Page', to: 'Other' },
          { field: 'access', from: 'public', to: 'member' },
        ],
      },
      {
        path: '/c',
        from: described,
        to: 'redirect /b',
        fields: [
          { field: 'page', from: './page', to: null },
          { field: 'title', from: 'Page', to: null },
          { field: 'access', from: 'public', to: null },
          { field: 'redirect', from: null, to: '/b' },
        ],
      },
      { path: '/d', from: 'redirect /a', to: 'redirect /b', fields: [{ field: 'redirect', from: '/a', to: '/b' }] },
      { path: '/e', from: null, to: described, fields: [] },
    ]);
  });

  it('differ in the files that are added, removed, or have other contents, also of the same size', () => {
    const before = release('1.0.0', { files: [file('v/a.js', 5), file('v/b.js', 6), file('v/same.js', 1)] });
    const after = release('1.0.1', { files: [file('v/b.js', 6, 'b'), file('v/c.js', 10), file('v/same.js', 1)] });
    const { files, size } = diffReleases('mf-a', before, after);
    expect(files).toEqual([
      { path: 'v/a.js', from: 5, to: null },
      { path: 'v/b.js', from: 6, to: 6 },
      { path: 'v/c.js', from: null, to: 10 },
    ]);
    expect(size).toEqual({ from: 12, to: 17 });
  });

  it('differ in the shared modules that they provide and need', () => {
    const provides = (version: string) => ({ react: { version, files: [], consumes: [] } });
    const requires = (range: string, singleton: boolean) => ({ react: { range, singleton } });
    expect(
      diffReleases('mf-a', release('1.0.0', { provides: provides('19.0.0') }), release('1.0.1', { provides: provides('19.1.0') })).modules,
    ).toEqual([{ module: 'react', kind: 'provides', from: '19.0.0', to: '19.1.0' }]);
    const [before, after] = [
      release('1.0.0', { requires: requires('^19.0.0', false) }),
      release('1.0.1', { requires: requires('^19.0.0', true) }),
    ];
    expect(diffReleases('mf-a', before, after).modules).toEqual([
      { module: 'react', kind: 'requires', from: '^19.0.0', to: '^19.0.0, one for all' },
    ]);
  });
});

it('a part that is added or taken off the site has all of its release added or removed', () => {
  const one = release('1.0.0', { routes: [page('/a')] });
  expect(diffReleases('mf-a', null, one)).toMatchObject({
    from: null,
    to: '1.0.0',
    routes: [{ path: '/a', from: null }],
    files: [{ path: 'v/entry.js', from: null, to: 7 }],
    size: { from: 0, to: 7 },
  });
  expect(diffReleases('mf-a', one, null)).toMatchObject({
    from: '1.0.0',
    to: null,
    routes: [{ path: '/a', to: null }],
    size: { from: 7, to: 0 },
  });
});
