/** Keys derived from the provider's one secret: for cookies, for form tokens, for guest identities and for what is sealed in the database. */
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';

type Purpose = 'cookies' | 'forms' | 'guests' | 'sealing';

export interface Keyring {
  /** Key that signs the provider's cookies. */
  cookieKey: string;
  /** Encrypts a text for storage (AES-256-GCM). `context` names the row it belongs to: moved elsewhere, it does not open. */
  seal(text: string, context: string): string;
  /** @throws if the text was altered, moved, or sealed with another secret. */
  open(sealed: string, context: string): string;
  /** Unforgeable tag of a value, base64url. */
  tag(purpose: 'forms' | 'guests', value: string): string;
}

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

export function createKeyring(secret: string): Keyring {
  const key = (purpose: Purpose) => Buffer.from(hkdfSync('sha256', secret, '', `identity/${purpose}`, 32));
  const sealingKey = key('sealing');
  const tagKeys = { forms: key('forms'), guests: key('guests') };

  return {
    cookieKey: key('cookies').toString('base64url'),
    seal(text, context) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', sealingKey, nonce).setAAD(Buffer.from(context));
      return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64url');
    },
    open(sealed, context) {
      const bytes = Buffer.from(sealed, 'base64url');
      const decipher = createDecipheriv('aes-256-gcm', sealingKey, bytes.subarray(0, NONCE_BYTES)).setAAD(Buffer.from(context));
      decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
      return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]).toString('utf8');
    },
    tag: (purpose, value) => createHmac('sha256', tagKeys[purpose]).update(value).digest('base64url'),
  };
}

/** Compares two texts without telling by the clock where they differ. */
export function equalTexts(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
