/**
 * Seal: what a document says of where it comes from, so that reports about it can be believed: the target, the choice and the day (UTC) that it
 * was made for. All documents of a choice have the same one on a day, so it tells nobody apart. Registry and edges have the keys.
 */
import { createHmac, hkdfSync, type KeyObject, timingSafeEqual } from 'node:crypto';
import * as z from 'zod/mini';

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

/**
 * In a form that costs a document little: what it says is there as text, most of which stands elsewhere in the document too.
 * @param key That of the environment and the day of the seal.
 * @returns `v2:<environment>:<epoch>:<number>:<day>:<0 or 1>:<cohort>:...:<mac>`, each part as in an address
 */
export function makeSeal({ environment, epoch, number, day, shellFallback, cohorts }: Seal, key: Buffer): string {
  const said = [VERSION, environment, epoch, number, day, Number(shellFallback), ...cohorts].map(encodeURIComponent).join(':');
  return `${said}:${macOf(said, key).toString('base64url')}`;
}

const VERSION = 'v2';

const macOf = (said: string, key: Buffer): Buffer => createHmac('sha256', key).update(said).digest().subarray(0, MAC_BYTES);

/**
 * What a seal says, if it was made with the key of its environment and day.
 * @param keyOf The key of an environment and a day; null where no seal is valid.
 */
export function openSeal(text: string, keyOf: (seal: Seal) => Buffer | null): Seal | null {
  if (text.length > LONGEST_SEAL) return null;
  const end = text.lastIndexOf(':');
  const [said, mac] = [text.slice(0, Math.max(end, 0)), Buffer.from(text.slice(end + 1), 'base64url')];
  const seal = read(said);
  const key = seal && keyOf(seal);
  return key && mac.length === MAC_BYTES && timingSafeEqual(macOf(said, key), mac) ? seal : null;
}

function read(said: string): Seal | null {
  try {
    const [version, environment, epoch, number, day, shellFallback, ...cohorts] = said.split(':').map(decodeURIComponent);
    const seal = { environment, epoch: Number(epoch), number: Number(number), day, cohorts, shellFallback: shellFallback === '1' };
    return version === VERSION ? (sealSchema.safeParse(seal).data ?? null) : null;
  } catch {
    // A part of it is not written as in an address.
    return null;
  }
}
