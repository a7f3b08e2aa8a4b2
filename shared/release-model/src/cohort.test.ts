import { createHmac } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { cohortsOf, dependsOnVisitor, EVERYBODY, standing } from './cohort';
import type { Parts } from './target';
import { part } from './testing';

const VISITORS = 200_000;
const release = { version: '2.0.0', id: 'b'.repeat(64) };
const stable = { version: '1.0.0', id: 'a'.repeat(64) };
const candidate = (basisPoints: number, cohort: string) => part(stable, { candidate: { release, basisPoints, cohort } });

/** Where each visitor stands in a cohort. What follows from it for who is inside is said of any share and visitor below. */
const standingsIn = (cohort: string): number[] => {
  const drawn = { cohort };
  return Array.from({ length: VISITORS }, (_, index) => standing(`visitor-${index}`, drawn));
};
const standings = { one: standingsIn('one'), two: standingsIn('two') };
const inside = (basisPoints: number, cohort: keyof typeof standings = 'one'): boolean[] =>
  standings[cohort].map((place) => place < basisPoints);
const count = (flags: readonly boolean[]) => flags.filter(Boolean).length;

/** How far a share of visitors may be from what is expected: four standard errors. */
const tolerance = (share: number) => 4 * Math.sqrt((share * (1 - share)) / VISITORS);

const parts = fc.dictionary(
  fc.constantFrom('shell', 'mf-a', 'mf-b', 'mf-c'),
  fc.tuple(fc.constantFrom(0, 1, 100, 2_500, 9_999, 10_000), fc.constantFrom('x', 'y')).map((values) => candidate(...values)),
);

describe('of 200,000 visitors', () => {
  it('nobody is in a cohort of 0 basis points, and everybody in one of 10,000', () => {
    expect(count(inside(0))).toBe(0);
    expect(count(inside(EVERYBODY))).toBe(VISITORS);
  });

  it('1, 100, 2,500 and 9,999 basis points have their share', () => {
    for (const basisPoints of [1, 100, 2_500, 9_999]) {
      const share = basisPoints / EVERYBODY;
      expect(Math.abs(count(inside(basisPoints)) / VISITORS - share)).toBeLessThanOrEqual(tolerance(share));
    }
  });

  it('as many are in two cohorts as chance has it: one says nothing about the other', () => {
    const [one, two] = [inside(2_500, 'one'), inside(1_000, 'two')];
    const share = 0.25 * 0.1;
    const both = count(one.map((flag, index) => flag && (two[index] ?? false)));
    expect(Math.abs(both / VISITORS - share)).toBeLessThanOrEqual(tolerance(share));
  });
});

describe('a visitor', () => {
  it('stands where HMAC-SHA256 of the cohort with the id as its key says, so that nobody is drawn again', () => {
    const ids = fc.string({ unit: 'binary', maxLength: 64 }).filter((text) => Buffer.byteLength(text) <= 64);
    fc.assert(
      fc.property(ids, fc.string({ unit: 'binary', maxLength: 100 }), (visitor, cohort) => {
        const digest = createHmac('sha256', visitor).update(cohort).digest();
        expect(standing(visitor, { cohort })).toBe(digest.readUIntBE(0, 6) % EVERYBODY);
      }),
    );
  });

  it.each(['x'.repeat(65), 'é'.repeat(33), 'é'.repeat(200)])(
    'has no place with an id that is too long, instead of that of a part of it',
    (visitor) => {
      expect(() => standing(visitor, { cohort: 'one' })).toThrow(RangeError);
    },
  );

  it('is in a cohort from the share on that is above where they stand, with all of its candidates', () => {
    fc.assert(
      fc.property(fc.uuid(), fc.constantFrom(-EVERYBODY, -1, 0, 1, EVERYBODY), (visitor, above) => {
        const place = standing(visitor, { cohort: 'one' });
        const basisPoints = Math.min(EVERYBODY, Math.max(0, place + above));
        const joint: Parts = { 'mf-a': candidate(basisPoints, 'one'), 'mf-b': candidate(basisPoints, 'one') };
        expect(cohortsOf(visitor, joint)).toEqual(place < basisPoints ? ['one'] : []);
      }),
    );
  });

  it('is in the same cohorts whatever the order of the parts', () => {
    fc.assert(
      fc.property(parts, fc.uuid(), (some, visitor) => {
        const reversed = Object.fromEntries(Object.entries(some).reverse());
        expect(cohortsOf(visitor, reversed)).toEqual(cohortsOf(visitor, some));
      }),
    );
  });

  it('loses no cohort when shares are raised', () => {
    fc.assert(
      fc.property(parts, fc.uuid(), fc.nat(EVERYBODY), (some, visitor, more) => {
        const raised = Object.entries(some).map(([name, { candidate: now }]) => [
          name,
          candidate(Math.min(EVERYBODY, now!.basisPoints + more), now!.cohort),
        ]);
        expect(cohortsOf(visitor, Object.fromEntries(raised))).toEqual(expect.arrayContaining(cohortsOf(visitor, some)));
      }),
    );
  });

  it('without an id is in the cohorts of everybody alone', () => {
    expect(cohortsOf(null, { 'mf-a': candidate(9_999, 'one'), 'mf-b': candidate(10_000, 'two'), shell: part(stable) })).toEqual(['two']);
  });

  it('makes a difference only between nobody and everybody', () => {
    const depends = (basisPoints: number) => dependsOnVisitor({ 'mf-a': candidate(basisPoints, 'one'), shell: part(stable) });
    expect([0, 1, 9_999, 10_000].map(depends)).toEqual([false, true, true, false]);
    expect(dependsOnVisitor({ shell: part(stable) })).toBe(false);
  });

  it('without an id is in the same cohorts as everybody where it makes no difference', () => {
    fc.assert(
      fc.property(parts, fc.uuid(), (some, visitor) => {
        fc.pre(!dependsOnVisitor(some));
        expect(cohortsOf(null, some)).toEqual(cohortsOf(visitor, some));
      }),
    );
  });
});
