/** Calls about releases that nobody needs. */
import * as z from 'zod/mini';
import type { Transport } from './transport';

export const collectionSchema = z.object({
  releases: z.array(
    z.object({
      name: z.string(),
      version: z.string(),
      id: z.string(),
      publishedAt: z.iso.datetime(),
      /** Bytes of all files, uncompressed. */
      size: z.int(),
    }),
  ),
  /** Of the files that go: what other releases share stays. Uncompressed. */
  bytes: z.int(),
  /** Parts that were left for another time, because somebody was publishing releases of them. */
  skipped: z.array(z.string()),
});

export const collectionCalls = ({ call, inJson }: Transport) => ({
  /** What a collection would remove. */
  collectable: () => call(collectionSchema, '/collectable'),
  /** Removes it. Needs a token that manages all tokens. */
  collect: (reason?: string) => call(collectionSchema, '/collections', inJson('POST', { reason })),
});
