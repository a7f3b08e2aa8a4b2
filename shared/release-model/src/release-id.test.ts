import { describe, expect, it } from '@jest/globals';
import type { ReleaseDescriptor } from '@site/contracts/release';
import fc from 'fast-check';
import { canonicalJson } from './canonical-json';
import { contentDigest, refOf, releaseId, releaseKey } from './release-id';
import { descriptor, page } from './testing';

const release = descriptor({ name: 'mf-a', version: '1.0.0', routes: [page('/a'), { path: '/old', redirect: '/a' }], commit: 'c1' });
const file = { path: 'v/entry.js', size: 7, integrity: `sha384-${'b'.repeat(64)}` };

/** The same value with the keys of its objects in another order. */
function shuffled(value: unknown, order: (keys: string[]) => string[]): unknown {
  if (Array.isArray(value)) return value.map((item) => shuffled(item, order));
  if (typeof value !== 'object' || value === null) return value;
  const fields = value as Record<string, unknown>;
  return Object.fromEntries(order(Object.keys(fields)).map((key) => [key, shuffled(fields[key], order)]));
}

const changes: [string, Partial<ReleaseDescriptor>][] = [
  ['title', { routes: [{ ...page('/a'), title: 'Other' }, release.routes[1]!] }],
  ['redirect', { routes: [release.routes[0]!, { path: '/old', redirect: '/b' }] }],
  ['access', { routes: [{ ...page('/a'), access: 'member' }, release.routes[1]!] }],
  ['file', { files: [file] }],
  ['range of a shared module', { requires: { react: { range: '^19.0.0', singleton: true } } }],
];

describe('the id of a release', () => {
  it('does not depend on the order of keys', () => {
    fc.assert(
      fc.property(fc.infiniteStream(fc.nat()), (random) => {
        const weights = new Map<string, number>();
        const weight = (key: string) => weights.get(key) ?? weights.set(key, random.next().value).get(key)!;
        const order = (keys: string[]) => [...keys].sort((one, other) => weight(one) - weight(other));
        expect(releaseId(shuffled(release, order) as ReleaseDescriptor)).toBe(releaseId(release));
      }),
    );
  });

  it('does not depend on the commit', () => {
    expect(releaseId({ ...release, commit: 'c2' })).toBe(releaseId(release));
    expect(releaseId({ ...release, commit: null })).toBe(releaseId(release));
  });

  it.each([...changes, ['version', { version: '1.0.1' }]] as typeof changes)('is another one for another %s', (_what, change) => {
    expect(releaseId({ ...release, ...change })).not.toBe(releaseId(release));
  });

  it('is what a reference to it has, with the version', () => {
    expect(refOf(release)).toEqual({ version: '1.0.0', id: releaseId(release) });
    expect(releaseId(release)).toMatch(/^[0-9a-f]{64}$/);
  });
});

describe('the digest of contents', () => {
  it('does not depend on version and commit', () => {
    expect(contentDigest({ ...release, version: '2.0.0', commit: 'c2' })).toBe(contentDigest(release));
  });

  it.each([...changes, ['name', { name: 'mf-b' }], ['team', { team: 'other' }]] as typeof changes)(
    'is another one for another %s',
    (_what, change) => {
      expect(contentDigest({ ...release, ...change })).not.toBe(contentDigest(release));
    },
  );
});

describe('canonical JSON', () => {
  it('reads as the value that it was made of', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  it.each([undefined, Number.NaN, { deep: [Number.POSITIVE_INFINITY] }])('refuses %p, which JSON cannot say', (value) => {
    expect(() => canonicalJson(value)).toThrow();
  });
});

it('a file lies under its version, and under the name alone if versions share it', () => {
  expect(releaseKey('mf-a', '1.0.0', 'v/entry.js')).toBe('releases/mf-a/1.0.0/v/entry.js');
  expect(releaseKey('mf-a', '1.0.0', '_/chunk.0f.js')).toBe('releases/mf-a/_/chunk.0f.js');
});
