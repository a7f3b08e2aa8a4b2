/** How edges tell a registry how many documents had which releases. */
import { releaseNameSchema } from '@site/contracts/release';
import * as z from 'zod/mini';
import { hashSchema } from './release-id';

/** Most counts of a batch. */
export const MOST_COUNTS = 1_000;

export const documentCountSchema = z.object({
  /** Begin of the minute, ISO 8601 in UTC. */
  minute: z.iso.datetime().check(z.regex(/^[1-9]\d{3}-\d\d-\d\dT\d\d:\d\d:00\.000Z$/)),
  part: releaseNameSchema,
  /** Id of the release. */
  release: hashSchema,
  /** Of the candidate that the release was; else empty. */
  cohort: z.string().check(z.maxLength(100)),
  /** Documents that had the release in that minute. */
  documents: z.int().check(z.positive(), z.maximum(100_000_000)),
});

export const countsBatchSchema = z.object({
  /** A batch that is sent again has the id that it had, and is counted once. */
  id: z.uuid(),
  counts: z.array(documentCountSchema).check(z.minLength(1), z.maxLength(MOST_COUNTS)),
});

export type DocumentCount = z.infer<typeof documentCountSchema>;
export type CountsBatch = z.infer<typeof countsBatchSchema>;
