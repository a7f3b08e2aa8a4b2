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
 * Whether a secret matches a hash, which may have been made at another cost. Without a hash it takes as long as with one of this cost and
 * answers false, so that an unknown address is not told apart from a wrong password by the clock.
 */
export async function verifySecret(secret: string, hash: string | null | undefined, cost: number): Promise<boolean> {
  const [, N, blockSize, passes, salt = '', key = ''] = (hash ?? (await decoyHash(cost))).split('$');
  const expected = Buffer.from(key, 'base64url');
  const options = { N: Number(N), r: Number(blockSize), p: Number(passes) };
  const actual = await deriveKey(secret, Buffer.from(salt, 'base64url'), expected.length, options);
  return timingSafeEqual(actual, expected) && Boolean(hash);
}

const deriveKey = (secret: string, salt: Buffer, length: number, options: { N: number; r: number; p: number }): Promise<Buffer> =>
  // OpenSSL refuses to take more memory than it is allowed to. Its own limit is what the next higher cost would need.
  derive(secret.normalize('NFKC'), salt, length, { ...options, maxmem: 256 * options.N * options.r });

const decoys = new Map<number, Promise<string>>();

function decoyHash(cost: number): Promise<string> {
  const decoy = decoys.get(cost) ?? hashSecret(randomBytes(32).toString('base64url'), cost);
  decoys.set(cost, decoy);
  return decoy;
}
