/** Which visitors get a candidate. */
import { createHmac } from 'node:crypto';
import { memoize } from './memoize';
import type { Candidate, Parts } from './target';

/** All visitors, in basis points. */
export const EVERYBODY = 10_000;

/**
 * Where a visitor stands in a cohort: a number from 0 to 9,999, evenly distributed, the same each time, and independent of where the visitor
 * stands in other cohorts. A share of n basis points has those below n, so that raising it moves nobody back.
 * @param visitor Random id of the visitor.
 */
export function standing(visitor: string, cohort: string): number {
  const digest = createHmac('sha256', visitor).update(cohort).digest();
  // 48 bits: the remainder is even to one in 28 billion.
  return digest.readUIntBE(0, 6) % EVERYBODY;
}

const candidatesOf = memoize((parts: Parts): Candidate[] => Object.values(parts).flatMap(({ candidate }) => candidate ?? []));

/** Names of the cohorts that a visitor is in, sorted. Without an id: of those that have everybody. */
export function cohortsOf(visitor: string | null, parts: Parts): string[] {
  const inside = candidatesOf(parts).filter(({ basisPoints, cohort }) =>
    visitor === null ? basisPoints >= EVERYBODY : standing(visitor, cohort) < basisPoints,
  );
  return [...new Set(inside.map(({ cohort }) => cohort))].sort();
}

/** Whether who a visitor is can make a difference. */
export const dependsOnVisitor = memoize((parts: Parts): boolean =>
  candidatesOf(parts).some(({ basisPoints }) => basisPoints > 0 && basisPoints < EVERYBODY),
);
