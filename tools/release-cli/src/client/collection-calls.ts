/** Calls about releases that nobody needs. */
import { collectionSchema } from '@site/release-model/registry-answers';
import type { Transport } from './transport';

export const collectionCalls = ({ call, inJson }: Transport) => ({
  /** What a collection would remove. */
  collectable: () => call(collectionSchema, '/collectable'),
  /** Removes it. Needs a token that manages all tokens. */
  collect: (reason?: string) => call(collectionSchema, '/collections', inJson('POST', { reason })),
});
