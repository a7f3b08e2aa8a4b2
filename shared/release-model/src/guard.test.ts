import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { compare, type Comparison, DEFAULT_GUARD, guardOfEach, leastHarmful } from './guard';

const SEED = 20261122;
const PLANS = 1_000;
const LOOK = 20;

/** Numbers from 0 to 1, the same ones for a seed: mulberry32. */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Counts failures among documents that come one after the other: draws how many pass until the next one fails. */
function failing(random: () => number, rate: number): (documents: number) => number {
  const passing = Math.log(1 - rate);
  const gap = () => Math.floor(Math.log(1 - random()) / passing);
  let left = gap();
  return (documents) => {
    let failures = 0;
    for (let rest = documents; ; left = gap()) {
      if (left >= rest) {
        left -= rest;
        return failures;
      }
      rest -= left + 1;
      failures += 1;
    }
  };
}

interface Simulated {
  candidate: number;
  stable: number;
  /** Documents of the candidate up to which it is looked at. */
  documents: number;
  /** Documents of the stable release for each of the candidate, when the candidate has so many. */
  beside: (documents: number) => number;
}

/** How many of the plans are aborted. */
function abortedOf(random: () => number, { documents, beside, ...rates }: Simulated): number {
  let aborted = 0;
  for (let plan = 0; plan < PLANS; plan += 1) {
    const failed = { candidate: failing(random, rates.candidate), stable: failing(random, rates.stable) };
    const seen: Comparison = { candidate: { documents: 0, failures: 0 }, stable: { documents: 0, failures: 0 } };
    for (let at = LOOK; at <= documents; at += LOOK) {
      const stable = Math.round(LOOK * beside(at));
      seen.candidate.documents = at;
      seen.candidate.failures += failed.candidate(LOOK);
      seen.stable.documents += stable;
      seen.stable.failures += failed.stable(stable);
      if (compare(seen, DEFAULT_GUARD).verdict === 'harm') {
        aborted += 1;
        break;
      }
    }
  }
  return aborted;
}

const shares: [string, Simulated['beside']][] = [
  ['half of the visitors', () => 1],
  ['5% of the visitors', () => 19],
  ['5% of the visitors, then 25%, then half', (at) => (at <= 500 ? 19 : at <= 2_000 ? 3 : 1)],
];

describe.each(shares)(`a guard that looks after each ${LOOK} documents, with a candidate for %s (seed ${SEED})`, (_share, beside) => {
  it('aborts at most one plan of a hundred where nothing is different', () => {
    const aborted = abortedOf(generator(SEED), { candidate: 0.005, stable: 0.005, documents: 5_000, beside });
    expect(aborted).toBeLessThanOrEqual(PLANS / 100);
  });

  it('catches a candidate that fails ten times as often within 500 of its documents, in 95 plans of a hundred', () => {
    const caught = abortedOf(generator(SEED), { candidate: 0.05, stable: 0.005, documents: 500, beside });
    expect(caught).toBeGreaterThanOrEqual(PLANS * 0.95);
  });
});

describe('a guard', () => {
  const bad: Comparison = { candidate: { documents: 99, failures: 99 }, stable: { documents: 10_000, failures: 0 } };

  it('says nothing of fewer documents than its minimum, or while nobody gets the stable release', () => {
    expect(compare(bad, DEFAULT_GUARD)).toEqual({ verdict: 'unknown', pValue: 1 });
    expect(compare(bad, { ...DEFAULT_GUARD, minimumDocuments: 99 }).verdict).toBe('harm');
    const alone = { candidate: { documents: 1_000, failures: 1_000 }, stable: { documents: 0, failures: 0 } };
    expect(compare(alone, DEFAULT_GUARD)).toEqual({ verdict: 'unknown', pValue: 1 });
  });

  it('finds no harm in a candidate that fails as often as the stable release or less, whatever was counted', () => {
    const sample = fc.record({ documents: fc.integer({ min: 1, max: 1e7 }), share: fc.double({ min: 0, max: 1, noNaN: true }) });
    fc.assert(
      fc.property(sample, fc.integer({ min: 1, max: 1e7 }), fc.double({ min: 0, max: 1, noNaN: true }), (stable, documents, part) => {
        const failures = Math.ceil(stable.documents * stable.share);
        const candidate = { documents, failures: Math.floor(((documents * failures) / stable.documents) * part) };
        expect(compare({ candidate, stable: { ...stable, failures } }, DEFAULT_GUARD).verdict).toBe('unknown');
      }),
    );
  });

  it('takes a further failure of the candidate never as a good sign', () => {
    const count = fc.integer({ min: 100, max: 1e6 });
    fc.assert(
      fc.property(count, count, fc.nat(1_000), fc.nat(1_000), (documents, others, failures, theirs) => {
        const stable = { documents: others, failures: theirs };
        const pValue = (more: number) => compare({ candidate: { documents, failures: failures + more }, stable }, DEFAULT_GUARD).pValue;
        expect(pValue(1)).toBeLessThanOrEqual(pValue(0));
      }),
    );
  });
});

describe('the bound of the guard', () => {
  it('is the first number of failures that is harmful, whatever was counted', () => {
    const counts = fc.record({ documents: fc.integer({ min: 1, max: 3_000 }), failures: fc.integer({ min: 0, max: 200 }) });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 3_000 }), counts, fc.integer({ min: 1, max: 4 }), (documents, stable, parts) => {
        const guard = guardOfEach(DEFAULT_GUARD, parts);
        const verdictOf = (failures: number) => compare({ candidate: { documents, failures }, stable }, guard).verdict;
        const bound = leastHarmful(documents, stable, guard);
        if (bound === null) return expect(verdictOf(documents)).toBe('unknown');
        expect([verdictOf(bound - 1), verdictOf(bound)]).toEqual(['unknown', 'harm']);
      }),
      { seed: SEED },
    );
  });

  it('is none before there are enough documents, and no lower where more parts share the false alarms', () => {
    const stable = { documents: 9_500, failures: 48 };
    expect(leastHarmful(99, stable, DEFAULT_GUARD)).toBeNull();
    const [alone, shared] = [1, 4].map((parts) => leastHarmful(500, stable, guardOfEach(DEFAULT_GUARD, parts)));
    expect(alone).toBe(10);
    expect(shared).toBeGreaterThan(alone ?? 0);
  });
});
