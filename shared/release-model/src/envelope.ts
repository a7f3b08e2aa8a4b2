/** What a registry signs: DSSE envelopes (Dead Simple Signing Envelope, version 1) with Ed25519. */
import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign, verify } from 'node:crypto';
import * as z from 'zod/mini';
import { canonicalJson, parseOrNull } from './canonical-json';
import { sha256 } from './sha256';
import { rememberText, type Target, targetSchema, targetText } from './target';

/** One type of signed contents. A signature of one type means nothing for another. */
export interface ContentType<T> {
  payloadType: string;
  /** In sentences: `target`. */
  name: string;
  schema: z.ZodMiniType<T>;
}

const TARGET: ContentType<Target> = { payloadType: 'application/vnd.site.target+json', name: 'target', schema: targetSchema };

export const envelopeSchema = z.object({
  payloadType: z.string(),
  /** The contents as canonical JSON, in Base64. */
  payload: z.string(),
  signatures: z.array(z.object({ keyid: z.string(), sig: z.string() })).check(z.minLength(1), z.maxLength(10)),
});

export type Envelope = z.infer<typeof envelopeSchema>;

/** What cannot be trusted. The message is a sentence for operators. */
export class UntrustedError extends Error {
  override name = 'UntrustedError';
}

/** Public keys by their id. */
export type TrustedKeys = ReadonlyMap<string, KeyObject>;

/** Id of a key: SHA-256 of its public part (SPKI, DER), in hex. */
export const keyId = (key: KeyObject): string => sha256(publicPart(key).export({ format: 'der', type: 'spki' }));

const publicPart = (key: KeyObject): KeyObject => (key.type === 'private' ? createPublicKey(key) : key);

/** @throws Error for a key that is no Ed25519 key. */
export const trust = (...keys: KeyObject[]): TrustedKeys => new Map(keys.map((key) => [keyId(key), publicPart(ed25519(key))]));

function ed25519(key: KeyObject): KeyObject {
  if (key.asymmetricKeyType !== 'ed25519') throw new Error('it is not an Ed25519 key');
  return key;
}

/** @returns A new signing key as PEM (PKCS #8). */
export const generateSigningKey = (): string =>
  generateKeyPairSync('ed25519').privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();

/** @throws Error if the text is no private Ed25519 key. */
export const readSigningKey = (pem: string): KeyObject => ed25519(createPrivateKey(pem));

export const publicKeyPem = (key: KeyObject): string => publicPart(key).export({ format: 'pem', type: 'spki' }).toString();

const PEM = /-----BEGIN PUBLIC KEY-----[\s\S]+?-----END PUBLIC KEY-----/g;

/** Reads any number of public keys in PEM. @throws Error for one that is no Ed25519 key. */
export const readPublicKeys = (text: string): TrustedKeys => trust(...(text.match(PEM) ?? []).map((pem) => createPublicKey(pem)));

export const signTarget = (target: Target, ...keys: KeyObject[]): Envelope => signText(TARGET, targetText(target), keys);

/**
 * The target in an envelope, which a trusted key has signed.
 * @param environment The one that it must be for.
 * @throws UntrustedError if it is anything else.
 */
export function openTarget(value: unknown, keys: TrustedKeys, environment: string): Target {
  const { contents, text } = openText(TARGET, value, keys, environment);
  rememberText(contents, text);
  return contents;
}

export const signContents = <T>(type: ContentType<T>, contents: T, keys: readonly KeyObject[]): Envelope =>
  signText(type, canonicalJson(contents), keys);

function signText({ payloadType }: Pick<ContentType<never>, 'payloadType'>, text: string, keys: readonly KeyObject[]): Envelope {
  const payload = Buffer.from(text);
  const signatures = keys.map((key) => ({
    keyid: keyId(key),
    sig: sign(null, preAuthenticationEncoding(payloadType, payload), key).toString('base64'),
  }));
  return { payloadType, payload: payload.toString('base64'), signatures };
}

/**
 * What is in an envelope, which a trusted key has signed as contents of this type. It stays as it was signed: without fields that a newer
 * registry adds, its hash would be another one.
 * @param environment The one that it must be for.
 * @throws UntrustedError if it is anything else.
 */
export const openContents = <T extends { environment: string }>(
  type: ContentType<T>,
  value: unknown,
  keys: TrustedKeys,
  environment: string,
): T => openText(type, value, keys, environment).contents;

function openText<T extends { environment: string }>(
  { payloadType, name, schema }: ContentType<T>,
  value: unknown,
  keys: TrustedKeys,
  environment: string,
): { contents: T; text: string } {
  const envelope = envelopeSchema.safeParse(value);
  if (!envelope.success || envelope.data.payloadType !== payloadType) throw new UntrustedError(`The ${name} is not in an envelope.`);
  const { payload: encoded, signatures } = envelope.data;
  const payload = fromBase64(encoded);
  const isSigned = signatures.some(({ keyid, sig }) => {
    const key = keys.get(keyid);
    return key !== undefined && verify(null, preAuthenticationEncoding(payloadType, payload), key, fromBase64(sig));
  });
  if (!isSigned) throw new UntrustedError(`The ${name} is not signed with a trusted key.`);
  const text = payload.toString('utf8');
  const parsed = parseOrNull(text);
  if (!schema.safeParse(parsed).success) throw new UntrustedError(`The ${name} has a form that is not known here.`);
  const contents = parsed as T;
  if (contents.environment !== environment) {
    throw new UntrustedError(`The ${name} is for ${contents.environment}, and this is ${environment}.`);
  }
  return { contents, text };
}

/** What DSSE signs. */
const preAuthenticationEncoding = (payloadType: string, payload: Buffer): Buffer =>
  Buffer.concat([Buffer.from(`DSSEv1 ${payloadType.length} ${payloadType} ${payload.length} `), payload]);

/** Empty for what is not the one encoding of its bytes, so that nothing but what was signed opens. */
function fromBase64(text: string): Buffer {
  const bytes = Buffer.from(text, 'base64');
  return bytes.toString('base64') === text ? bytes : Buffer.alloc(0);
}
