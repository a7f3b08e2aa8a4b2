/**
 * Guard: whether a candidate fails more often than the stable release. The test is sequential, so that it may be looked at as often as anybody
 * likes: over all looks together, a candidate that is no worse is found harmful with at most the probability that is asked for.
 */
import * as z from 'zod/mini';

export const guardSchema = z.strictObject({
  /** Fewer documents of the candidate than this say nothing. */
  minimumDocuments: z._default(z.int().check(z.minimum(1), z.maximum(1_000_000)), 100),
  /** Probability that a candidate without a difference is found harmful, over all looks of a plan. */
  errorRate: z._default(z.number().check(z.gt(0), z.maximum(0.1)), 0.01),
});

export type Guard = z.infer<typeof guardSchema>;

export const DEFAULT_GUARD: Guard = guardSchema.parse({});

/** In a line: `from 100 documents on, 1% false alarms`. */
export const describeGuard = (guard: Guard | null): string =>
  guard === null ? 'none' : `from ${guard.minimumDocuments} documents on, ${Number((guard.errorRate * 100).toPrecision(4))}% false alarms`;

/** Documents that visitors got of a release, and how many of them failed in the browser. */
export interface Sample {
  documents: number;
  failures: number;
}

export interface Comparison {
  candidate: Sample;
  stable: Sample;
}

export interface Verdict {
  verdict: 'unknown' | 'harm';
  /** Always-valid p-value of "the candidate fails no more often": it may be read at any time. 1 while nothing is known. */
  pValue: number;
}

/** How many times as often a harmful candidate fails, each as likely as the others. Much less than the first is not found, however many documents there are. */
const RATIOS = [2, 5, 10];

/**
 * Mixture sequential probability ratio test. Where nothing is different, a failure is one of the candidate with the probability of its share of
 * the documents; where it fails more often, with a higher one. The ratio of both likelihoods, averaged over {@link RATIOS}, is a martingale
 * without a difference, so by Ville's inequality it ever reaches 1 / p with a probability of at most p. That is for one share and few failures
 * among the documents; that it holds while the share rises is simulated.
 */
export function compare({ candidate, stable }: Comparison, { minimumDocuments, errorRate }: Guard): Verdict {
  if (candidate.documents < minimumDocuments || stable.documents === 0) return { verdict: 'unknown', pValue: 1 };
  const failsMore = candidate.failures * stable.documents > stable.failures * candidate.documents;
  if (!failsMore) return { verdict: 'unknown', pValue: 1 };
  const share = candidate.documents / (candidate.documents + stable.documents);
  let sum = 0;
  for (const ratio of RATIOS) {
    const scale = ratio * share + 1 - share;
    sum += Math.exp(candidate.failures * Math.log(ratio / scale) - stable.failures * Math.log(scale));
  }
  const pValue = Math.min(1, RATIOS.length / sum);
  return { verdict: pValue <= errorRate ? 'harm' : 'unknown', pValue };
}

/** Guard of one of the parts of a plan: they share the error rate, so that more parts raise no more false alarms. */
export const guardOfEach = (guard: Guard, parts: number): Guard => ({ ...guard, errorRate: guard.errorRate / parts });

/**
 * The guard's bound.
 * @returns The least number of failures with which {@link compare} finds harm in so many documents of a candidate; null where no number is
 * enough, as before there are {@link Guard.minimumDocuments}.
 */
export function leastHarmful(documents: number, stable: Sample, guard: Guard): number | null {
  const isHarmful = (failures: number) => compare({ candidate: { documents, failures }, stable }, guard).verdict === 'harm';
  if (!isHarmful(documents)) return null;
  let [enough, tooFew] = [documents, 0];
  while (enough - tooFew > 1) {
    const middle = Math.floor((enough + tooFew) / 2);
    if (isHarmful(middle)) enough = middle;
    else tooFew = middle;
  }
  return enough;
}
