/**
 * Keys derived from the provider's secret: for cookies, for form tokens, for returns to a sign-in, for guest identities, for successors of refresh
 * tokens and for what is sealed in the database. While a secret is being replaced, others are accepted beside it: what they signed or sealed holds,
 * and nothing new is made with them.
 */
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';

type Tagged = 'forms' | 'returns' | 'guests' | 'successors';
type Purpose = Tagged | 'cookies' | 'sealing' | 'name';

export interface Keyring {
  /** Name of the present secret, of which it says nothing. */
  id: string;
  /** Keys of the provider's cookies: the first signs, all are accepted. */
  cookieKeys: [string, ...string[]];
  /** Encrypts a text for storage (AES-256-GCM). `context` names the row it belongs to: moved elsewhere, it does not open. */
  seal(text: string, context: string): string;
  /** @throws if the text was altered, moved, or sealed with a secret that is not accepted. */
  open(sealed: string, context: string): string;
  /** Name of the secret that opens the text; null if none does. */
  sealedWith(sealed: string, context: string): string | null;
  /** Unforgeable tag of a value, base64url. */
  tag(purpose: Tagged, value: string): string;
  /** Every tag of the value that is accepted, {@link Keyring.tag} first. */
  tags(purpose: Tagged, value: string): string[];
}

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const NAME_DIGITS = 8;

type Keys = Record<Purpose, Buffer>;

/** @param accepted Secrets that are accepted beside the present one. */
export function createKeyring(secret: string, accepted: readonly string[] = []): Keyring {
  const present = keysOf(secret);
  const all = [present, ...accepted.map(keysOf)];
  const opening = (sealed: string, context: string): { keys: Keys; text: string } | null => {
    for (const keys of all) {
      const text = decrypt(keys.sealing, sealed, context);
      if (text !== null) return { keys, text };
    }
    return null;
  };
  const tagOf = (keys: Keys, purpose: Tagged, value: string) => createHmac('sha256', keys[purpose]).update(value).digest('base64url');

  return {
    id: nameOf(present),
    cookieKeys: [cookieKeyOf(present), ...all.slice(1).map(cookieKeyOf)],
    seal: (text, context) => encrypt(present.sealing, text, context),
    open(sealed, context) {
      const opened = opening(sealed, context);
      if (!opened) throw new Error('A sealed text does not open with the secrets of this process');
      return opened.text;
    },
    sealedWith(sealed, context) {
      const opened = opening(sealed, context);
      return opened && nameOf(opened.keys);
    },
    tag: (purpose, value) => tagOf(present, purpose, value),
    tags: (purpose, value) => all.map((keys) => tagOf(keys, purpose, value)),
  };
}

function keysOf(secret: string): Keys {
  const key = (purpose: Purpose) => Buffer.from(hkdfSync('sha256', secret, '', `identity/${purpose}`, 32));
  return {
    ...{ forms: key('forms'), returns: key('returns'), guests: key('guests'), successors: key('successors') },
    ...{ cookies: key('cookies'), sealing: key('sealing'), name: key('name') },
  };
}

const cookieKeyOf = ({ cookies }: Keys): string => cookies.toString('base64url');
const nameOf = ({ name }: Keys): string => name.toString('hex').slice(0, NAME_DIGITS);

function encrypt(key: Buffer, text: string, context: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(context));
  return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64url');
}

/** @returns null if it does not open. */
function decrypt(key: Buffer, sealed: string, context: string): string | null {
  const bytes = Buffer.from(sealed, 'base64url');
  if (bytes.length < NONCE_BYTES + TAG_BYTES) return null;
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES)).setAAD(Buffer.from(context));
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]).toString('utf8');
  } catch {
    return null;
  }
}

/** Whether a text is a tag of the value, by any secret that is accepted. */
export const bearsTag = (keyring: Keyring, purpose: Tagged, value: string, text: string): boolean =>
  keyring.tags(purpose, value).some((tag) => equalTexts(text, tag));

/** Compares two texts without telling by the clock where they differ. */
export function equalTexts(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
