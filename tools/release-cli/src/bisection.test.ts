import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Bisection } from './bisection';

/** Numbers, and which of them is the first bad one. */
const range = fc
  .record({ good: fc.nat(1_000), length: fc.integer({ min: 1, max: 500 }), at: fc.nat() })
  .map(({ good, length, at }) => ({ good, bad: good + length, first: good + 1 + (at % length) }));

/** Looks until nothing is left to look at. @returns The numbers in the order in which they were looked at, and what they leave. */
function search({ good, bad, first }: { good: number; bad: number; first: number }, isSkipped: (number: number) => boolean) {
  const bisection = new Bisection(good, bad);
  const looked: number[] = [];
  for (let next = bisection.next; next !== null; next = bisection.next) {
    looked.push(next);
    bisection.judge(next, isSkipped(next) ? 'skip' : next >= first ? 'bad' : 'good');
  }
  return { looked, suspects: bisection.suspects };
}

describe('the search', () => {
  it('finds the first bad one, with as many looks as halving takes', () => {
    fc.assert(
      fc.property(range, (given) => {
        const promised = new Bisection(given.good, given.bad).stepsLeft;
        const { looked, suspects } = search(given, () => false);
        expect(suspects).toEqual([given.first]);
        expect(looked.length).toBeLessThanOrEqual(promised);
        expect(promised).toBe(Math.ceil(Math.log2(given.bad - given.good)));
      }),
    );
  });

  it('never looks twice at one, at what is known, or outside', () => {
    fc.assert(
      fc.property(range, fc.integer({ min: 2, max: 9 }), (given, every) => {
        const { looked } = search(given, (number) => number % every === 0);
        expect(new Set(looked).size).toBe(looked.length);
        for (const number of looked) expect(number > given.good && number < given.bad).toBe(true);
      }),
    );
  });

  it('leaves only the first bad one and what was skipped before it, with one look more for each that is skipped', () => {
    fc.assert(
      fc.property(range, fc.integer({ min: 2, max: 9 }), fc.nat(8), (given, every, rest) => {
        const isSkipped = (number: number) => number % every === rest % every;
        const { looked, suspects } = search(given, isSkipped);
        expect(suspects).toContain(given.first);
        // The last one is known to be bad, so that all others but those that could not be judged are cleared.
        expect(suspects.slice(0, -1).every(isSkipped)).toBe(true);
        const skipped = looked.filter(isSkipped).length;
        expect(looked.length - skipped).toBeLessThanOrEqual(Math.ceil(Math.log2(given.bad - given.good)));
      }),
    );
  });

  it('has nothing to look at between neighbours', () => {
    const bisection = new Bisection(4, 5);
    expect([bisection.next, bisection.stepsLeft, bisection.suspects]).toEqual([null, 0, [5]]);
  });
});
