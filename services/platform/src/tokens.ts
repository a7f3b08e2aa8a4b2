/** Opaque secrets: shown once, stored as a hash. */
import { createHash, randomBytes } from 'node:crypto';

const BYTES = 32;

/** A new secret of 256 random bits, with a prefix that tells people and secret scanners what it is, such as `site_publish`. */
export const createToken = (prefix: string): string => `${prefix}_${randomBytes(BYTES).toString('base64url')}`;

/** The form at rest: SHA-256 in hex. A fast hash is enough for a secret that cannot be guessed; passwords need another. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');

/** The credential of an `Authorization: Bearer ...` header, or null. */
export function bearerOf(header: string | undefined): string | null {
  return /^Bearer ([\w.~+/-]+=*)$/i.exec(header ?? '')?.[1] ?? null;
}
