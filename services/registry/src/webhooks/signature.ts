/** Secrets and signatures by the scheme of Standard Webhooks (https://www.standardwebhooks.com). */
import { createHmac, randomBytes } from 'node:crypto';

const PREFIX = 'whsec_';
const SECRET_BYTES = 32;

/** A new secret: `whsec_` and 256 random bits in base64. */
export const createSecret = (): string => PREFIX + randomBytes(SECRET_BYTES).toString('base64');

export interface SignedMessage {
  /** Header `webhook-id`. */
  id: string;
  /** Header `webhook-timestamp`: seconds since 1970 in which the attempt is made. */
  timestamp: number;
  /** The body as it is sent. */
  payload: string;
}

/** The header `webhook-signature`: one signature for each secret, so that a receiver may know either while it is rotated. */
export const signaturesOf = (secrets: readonly string[], message: SignedMessage): string =>
  secrets.map((secret) => signatureOf(secret, message)).join(' ');

function signatureOf(secret: string, { id, timestamp, payload }: SignedMessage): string {
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${payload}`).digest('base64')}`;
}
