/**
 * Links to previews and replays that were taken back before they expire, as a registry says it to edges. A link that was taken back stays so:
 * whoever has read it of one forgets it when the link would have expired, and not when a later statement leaves it out.
 */
import type { KeyObject } from 'node:crypto';
import * as z from 'zod/mini';
import { type ContentType, type Envelope, openContents, signContents, type TrustedKeys } from './envelope';

/** The id is that of the signed preview, `expiresAt` its ISO 8601 time. */
export const revokedPreviewSchema = z.object({ id: z.string().check(z.minLength(1), z.maxLength(100)), expiresAt: z.iso.datetime() });

const revokedPreviewsSchema = z.object({
  schema: z.literal(1),
  environment: z.string(),
  revoked: z.array(revokedPreviewSchema),
});

export type RevokedPreview = z.infer<typeof revokedPreviewSchema>;
export type RevokedPreviews = z.infer<typeof revokedPreviewsSchema>;

const REVOKED_PREVIEWS: ContentType<RevokedPreviews> = {
  payloadType: 'application/vnd.site.revoked-previews+json',
  name: 'statement of revoked previews',
  schema: revokedPreviewsSchema,
};

export const signRevokedPreviews = (statement: RevokedPreviews, key: KeyObject): Envelope =>
  signContents(REVOKED_PREVIEWS, statement, [key]);

/** @throws UntrustedError if a trusted key has not signed it as revoked previews of this environment. */
export const openRevokedPreviews = (value: unknown, keys: TrustedKeys, environment: string): RevokedPreviews =>
  openContents(REVOKED_PREVIEWS, value, keys, environment);
