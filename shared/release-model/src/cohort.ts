/** Which visitors get a candidate. */
import { hash } from 'node:crypto';
import { memoize } from './memoize';
import type { Candidate, Parts } from './target';

/** All visitors, in basis points. */
export const EVERYBODY = 10_000;

/** Bytes that SHA-256 takes at a time, and that it gives. */
const BLOCK = 64;
const DIGEST = 32;

/** What is hashed last, in place. */
const outer = Buffer.alloc(BLOCK + DIGEST);

/** What is hashed first: the visitor's block, and the cohort. */
const innerOf = memoize(({ cohort }: Pick<Candidate, 'cohort'>): Buffer => Buffer.concat([Buffer.alloc(BLOCK), Buffer.from(cohort)]));

/**
 * Where a visitor stands in the cohort of a candidate: a number from 0 to 9,999, evenly distributed, the same each time, and independent of
 * where the visitor stands in other cohorts. A share of n basis points has those below n, so that raising it moves nobody back.
 *
 * It is HMAC-SHA256 (RFC 2104) of the cohort, with the id as its key, and is worked out for documents: `createHmac` makes a key and a stream
 * of the system each time, which takes longer than both hashes.
 * @param visitor Random id of the visitor, of at most 64 bytes.
 * @throws RangeError if it is longer.
 */
export function standing(visitor: string, candidate: Pick<Candidate, 'cohort'>): number {
  const inner = innerOf(candidate);
  const length = outer.write(visitor);
  if (length > BLOCK) throw new RangeError('The id of a visitor is too long');
  for (let index = 0; index < BLOCK; index += 1) {
    const byte = index < length ? outer.readUInt8(index) : 0;
    inner[index] = byte ^ 0x36;
    outer[index] = byte ^ 0x5c;
  }
  outer.write(hash('sha256', inner, 'binary'), BLOCK, 'latin1');
  // 48 bits: the remainder is even to one in 28 billion.
  return parseInt(hash('sha256', outer, 'hex').slice(0, 12), 16) % EVERYBODY;
}

const candidatesOf = memoize((parts: Parts): Candidate[] => Object.values(parts).flatMap(({ candidate }) => candidate ?? []));

/** Names of the cohorts that a visitor is in, sorted. Without an id: of those that have everybody. */
export function cohortsOf(visitor: string | null, parts: Parts): string[] {
  const inside = candidatesOf(parts).filter(
    (candidate) => candidate.basisPoints > (visitor === null ? EVERYBODY - 1 : standing(visitor, candidate)),
  );
  return [...new Set(inside.map(({ cohort }) => cohort))].sort();
}

/** Whether who a visitor is can make a difference. */
export const dependsOnVisitor = memoize((parts: Parts): boolean =>
  candidatesOf(parts).some(({ basisPoints }) => basisPoints > 0 && basisPoints < EVERYBODY),
);
