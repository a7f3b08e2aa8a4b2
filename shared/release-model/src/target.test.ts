import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { positionOf, releasesOf, succession, type Target, targetHash } from './target';
import { part, target } from './testing';

/** Targets as a registry appends them. A step opens an epoch or not. */
function chain(steps: readonly boolean[], brand = 'Site'): Target[] {
  const targets: Target[] = [];
  for (const opensEpoch of [false, ...steps]) {
    const before = targets.at(-1);
    const previousHash = before && !opensEpoch ? targetHash(before) : null;
    const epoch = (before?.epoch ?? 1) + (opensEpoch ? 1 : 0);
    targets.push(target({ epoch, number: (before?.number ?? 0) + 1, previousHash, params: { ...target().params, brand } }));
  }
  return targets;
}

const steps = fc.array(
  fc.nat(5).map((value) => value === 0),
  { minLength: 1, maxLength: 12 },
);

describe('to an edge that serves a target', () => {
  it('every later one of its history is newer, itself the same, and every earlier one older, across epochs too', () => {
    fc.assert(
      fc.property(steps, (opens) => {
        const targets = chain(opens);
        targets.forEach((served, at) =>
          targets.forEach((offered, offeredAt) => {
            const expected = offeredAt === at ? 'same' : offeredAt > at ? 'newer' : 'older';
            expect(succession(positionOf(served), offered)).toBe(expected);
          }),
        );
      }),
    );
  });

  it('one of another history is forked at the same number and at the next one, and older before, within an epoch', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 12 }), (length) => {
        const plain = Array.from({ length }, () => false);
        const [mine, theirs] = [chain(plain), chain(plain, 'Restored')];
        mine.slice(0, -1).forEach((served, at) => {
          expect(succession(positionOf(served), theirs[at]!)).toBe('forked');
          expect(succession(positionOf(served), theirs[at + 1]!)).toBe('forked');
          if (at > 0) expect(succession(positionOf(served), theirs[at - 1]!)).toBe('older');
        });
      }),
    );
  });

  it('any one of a newer epoch is newer, with a lower number too, and any one of an older epoch is older', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 99 }), fc.integer({ min: 1, max: 99 }), (number, other) => {
        const [old, restored] = [target({ number }), target({ epoch: 2, number: other })];
        expect(succession(positionOf(old), restored)).toBe('newer');
        expect(succession(positionOf(restored), old)).toBe('older');
      }),
    );
  });
});

it('a target names each release once', () => {
  const [a1, a2] = ['1', '2'].map((digit) => ({ version: `${digit}.0.0`, id: digit.repeat(64) })) as [
    { version: string; id: string },
    { version: string; id: string },
  ];
  const candidate = { release: a2, basisPoints: 100, cohort: 'c' };
  expect(releasesOf({ 'mf-a': part(a1, { candidate, fallback: a2 }) })).toEqual([
    { name: 'mf-a', ...a1 },
    { name: 'mf-a', ...a2 },
  ]);
});
