/**
 * Hashes of what people type: passwords, temporary passwords and mailed codes. scrypt, run in Node's thread pool, so that a sign-in never
 * blocks the event loop. The cost is written into every hash; raising it later leaves old hashes valid.
 */
import { randomBytes, scrypt, timingSafeEqual, type ScryptOptions } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);

/** Block size and passes. */
const r = 8;
const p = 5;
const KEY_BYTES = 32;

/**
 * @param cost Binary logarithm of scrypt's N: one more takes twice the time, and twice the memory, which is 16 MiB with 14.
 * @returns `scrypt$N$r$p$salt$key`, salt and key in base64url.
 */
export async function hashSecret(secret: string, cost: number): Promise<string> {
  const salt = randomBytes(16);
  const N = 2 ** cost;
  const key = await deriveKey(secret, salt, KEY_BYTES, { N, r, p });
  return ['scrypt', N, r, p, salt.toString('base64url'), key.toString('base64url')].join('$');
}

/**
 * Whether a secret matches a hash, which may have been made at another cost. With a cheaper hash, or without one, it takes as long as with
 * one of this cost (without one it answers false), so that neither an unknown address nor an old password is told apart by the clock.
 */
export async function verifySecret(secret: string, hash: string | null | undefined, cost: number): Promise<boolean> {
  const { salt, key, ...options } = parsed(hash ?? (await decoyHash(cost)));
  const actual = await deriveKey(secret, salt, key.length, options);
  for (const rest of upTo(2 ** cost, options)) await deriveKey(secret, salt, key.length, rest);
  return timingSafeEqual(actual, key) && Boolean(hash);
}

/** Whether a hash is cheaper to guess at than one of this cost. */
export const isCheaper = (hash: string, cost: number): boolean => upTo(2 ** cost, parsed(hash)).length > 0;

interface Work {
  N: number;
  r: number;
  p: number;
}

function parsed(hash: string): Work & { salt: Buffer; key: Buffer } {
  const [, N, blockSize, passes, salt = '', key = ''] = hash.split('$');
  const bytes = { salt: Buffer.from(salt, 'base64url'), key: Buffer.from(key, 'base64url') };
  return { N: Number(N), r: Number(blockSize), p: Number(passes), ...bytes };
}

/** What is missing to the time that a new hash takes, which grows with N and p: whole passes at the full N, and the rest at the N that was. */
function upTo(full: number, done: Work): Work[] {
  const scale = full / done.N;
  const missing = p * scale - done.p;
  if (missing <= 0) return [];
  const whole = { N: full, r, p: Math.floor(missing / scale) };
  return [whole, { N: done.N, r, p: missing - whole.p * scale }].filter((work) => work.p > 0);
}

const deriveKey = (secret: string, salt: Buffer, length: number, work: Work): Promise<Buffer> =>
  // OpenSSL refuses to take more memory than it is allowed to. Its own limit is what the next higher cost would need.
  derive(secret.normalize('NFKC'), salt, length, { ...work, maxmem: 128 * work.r * (2 * work.N + work.p) });

const decoys = new Map<number, Promise<string>>();

function decoyHash(cost: number): Promise<string> {
  const decoy = decoys.get(cost) ?? hashSecret(randomBytes(32).toString('base64url'), cost);
  decoys.set(cost, decoy);
  return decoy;
}
