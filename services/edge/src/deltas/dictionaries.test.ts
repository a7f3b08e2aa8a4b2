import { describe, expect, it } from '@jest/globals';
import { release } from '../testing/fixtures';
import { dictionaryPattern, planDeltas } from './dictionaries';

const LONG = 'x'.repeat(500);
const built = (version: string, contents: Record<string, string>) =>
  release('mf-a', {
    version,
    entries: ['v/remoteEntry.js'],
    contents: Object.fromEntries(Object.entries(contents).map(([path, text]) => [path, text + LONG])),
  }).descriptor;
const first = built('1.0.0', { 'v/remoteEntry.js': 'entry 1', '_/home.11111111.js': 'home 1', '_/card.aaaaaaaa.js': 'card' });
const second = built('1.1.0', { 'v/remoteEntry.js': 'entry 2', '_/home.22222222.js': 'home 2', '_/card.aaaaaaaa.js': 'card' });
const third = built('1.2.0', { 'v/remoteEntry.js': 'entry 3', '_/home.22222222.js': 'home 2', '_/card.aaaaaaaa.js': 'card' });

describe('the addresses that a file is a dictionary for', () => {
  it.each([
    ['_/home.home-page.0a1b2c3d.js', '/assets/mf-a/_/home.home-page.*.js'],
    ['_/map.0a1b2c3d.svg', '/assets/mf-a/_/map.*.svg'],
    ['v/remoteEntry.js', '/assets/mf-a/*/remoteEntry.js'],
    ['v/mf-manifest.json', '/assets/mf-a/*/mf-manifest.json'],
    ['_/nameless.js', null],
    ['_/photo.0a1b2c3d.avif', null],
    ['server/remote.cjs', null],
  ])('of %s are %s', (path, pattern) => {
    expect(dictionaryPattern({ name: 'mf-a', path, size: 1_000 })).toBe(pattern);
  });

  it('are none of what is too small to save anything, or too large to be worth the work', () => {
    for (const size of [10, 3_000_000]) expect(dictionaryPattern({ name: 'mf-a', path: 'v/remoteEntry.js', size })).toBeNull();
  });
});

describe('the deltas of a release', () => {
  const planned = (...args: Parameters<typeof planDeltas>) =>
    planDeltas(...args).map(({ file, dictionaries }) => [
      `${file.path} ${file.version}`,
      ...dictionaries.map(({ path, version }) => `${path} ${version}`),
    ]);

  it('tell what has changed from what browsers may hold, the likeliest first, and nothing that has not changed', () => {
    expect(planned([third], [third, second, first])).toEqual([
      ['v/remoteEntry.js 1.2.0', 'v/remoteEntry.js 1.1.0', 'v/remoteEntry.js 1.0.0'],
      ['_/home.22222222.js 1.2.0', '_/home.11111111.js 1.0.0'],
    ]);
  });

  it('tell an unchanged entry from itself where a release has it at another address', () => {
    const [again, last] = [
      { ...second, version: '1.1.1' },
      { ...second, version: '1.1.2' },
    ];
    expect(planned([again], [again, second, first])[0]).toEqual([
      'v/remoteEntry.js 1.1.1',
      'v/remoteEntry.js 1.1.0',
      'v/remoteEntry.js 1.0.0',
    ]);
    // Of what is live, and of what may be.
    expect(planned([second, again, last], [second, first])[0]).toEqual([
      'v/remoteEntry.js 1.1.0',
      'v/remoteEntry.js 1.0.0',
      'v/remoteEntry.js 1.1.0',
    ]);
  });

  it('are made once for a file that several releases have, and lead back as well as on', () => {
    expect(planned([third, second, first], [third, second, first]).map(([file]) => file)).toEqual([
      'v/remoteEntry.js 1.2.0',
      '_/home.22222222.js 1.2.0',
      'v/remoteEntry.js 1.1.0',
      'v/remoteEntry.js 1.0.0',
      '_/home.11111111.js 1.0.0',
    ]);
  });

  it('are few for each file, and none from one part to another', () => {
    const many = Array.from({ length: 30 }, (_, index) => built(`0.${index}.0`, { 'v/remoteEntry.js': `entry ${index} of many` }));
    expect(planned([first], many)[0]).toHaveLength(1 + 8);
    expect(planned([first], [{ ...second, name: 'mf-b' }])).toEqual([]);
  });
});
