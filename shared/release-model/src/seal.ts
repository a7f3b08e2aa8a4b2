/**
 * Seal: what a document says of where it comes from, so that reports about it can be believed: the target, the choice and the day (UTC) that it
 * was made for. All documents of a choice have the same one on a day, so it tells nobody apart. Registry and edges have the keys.
 */
import { createHmac, hkdfSync, type KeyObject, timingSafeEqual } from 'node:crypto';
import * as z from 'zod/mini';
import { canonicalJson, parseOrNull } from './canonical-json';

const daySchema = z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/));

export const sealSchema = z.object({
  environment: z.string(),
  /** Of the target. */
  epoch: z.int().check(z.positive()),
  number: z.int().check(z.positive()),
  /** `2026-11-22`, in UTC. */
  day: daySchema,
  /** The choice. */
  cohorts: z.array(z.string()),
  shellFallback: z.boolean(),
});

export type Seal = z.infer<typeof sealSchema>;

/** How a registry gives edges the keys of some days. */
export const sealKeysSchema = z.object({
  seals: z.array(z.object({ day: daySchema, key: z.string().check(z.regex(/^[\w-]{43}$/)) })).check(z.maxLength(10)),
});

export type SealKeys = z.infer<typeof sealKeysSchema>;

const DAY_MS = 24 * 60 * 60 * 1000;
const KEY_BYTES = 32;
const MAC_BYTES = 16;
/** Characters of a seal that is looked at. */
const LONGEST_SEAL = 2_000;

/** The day of a time, or one so many days later, in UTC: `2026-11-22`. */
export const dayOf = (time: Date, later = 0): string => new Date(time.getTime() + later * DAY_MS).toISOString().slice(0, 10);

/**
 * The key of an environment for a day, 32 bytes. Whoever has it can make seals of that environment and day, and learns nothing of other keys.
 * @param signingKey Private Ed25519 key of the registry.
 */
export function sealKey(signingKey: KeyObject, environment: string, day: string): Buffer {
  const { d: seed = '' } = signingKey.export({ format: 'jwk' });
  return Buffer.from(hkdfSync('sha256', Buffer.from(seed, 'base64url'), environment, `seal:${day}`, KEY_BYTES));
}

/** @param key That of the environment and the day of the seal. @returns `v1.<payload>.<mac>` */
export function makeSeal(seal: Seal, key: Buffer): string {
  const payload = Buffer.from(canonicalJson(seal)).toString('base64url');
  return `v1.${payload}.${macOf(payload, key).toString('base64url')}`;
}

const macOf = (payload: string, key: Buffer): Buffer => createHmac('sha256', key).update(`v1.${payload}`).digest().subarray(0, MAC_BYTES);

const FORM = /^v1\.([\w-]+)\.([\w-]{22})$/;

/**
 * What a seal says, if it was made with the key of its environment and day.
 * @param keyOf The key of an environment and a day; null where no seal is valid.
 */
export function openSeal(text: string, keyOf: (seal: Seal) => Buffer | null): Seal | null {
  const [, payload, mac] = (text.length <= LONGEST_SEAL && FORM.exec(text)) || [];
  if (payload === undefined || mac === undefined) return null;
  const said = sealSchema.safeParse(parseOrNull(Buffer.from(payload, 'base64url').toString('utf8')));
  const key = said.success ? keyOf(said.data) : null;
  return said.success && key && timingSafeEqual(macOf(payload, key), Buffer.from(mac, 'base64url')) ? said.data : null;
}
