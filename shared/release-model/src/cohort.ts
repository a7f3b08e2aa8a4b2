/** Which visitors get a candidate. */
import { createHmac } from 'node:crypto';
import type { Parts } from './target';

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

/** Names of the cohorts that a visitor is in, sorted. Without an id: of those that have everybody. */
export function cohortsOf(visitor: string | null, parts: Parts): string[] {
  const candidates = Object.values(parts).flatMap(({ candidate }) => (candidate ? [candidate] : []));
  const inside = candidates.filter(({ basisPoints, cohort }) =>
    visitor === null ? basisPoints >= EVERYBODY : standing(visitor, cohort) < basisPoints,
  );
  return [...new Set(inside.map(({ cohort }) => cohort))].sort();
}

/** Whether who a visitor is can make a difference. */
export const dependsOnVisitor = (parts: Parts): boolean =>
  Object.values(parts).some(({ candidate }) => candidate !== null && candidate.basisPoints > 0 && candidate.basisPoints < EVERYBODY);
