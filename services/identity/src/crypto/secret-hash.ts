/**
 * Hashes of what people type: passwords, temporary passwords and mailed codes. scrypt, run in Node's thread pool, so that a sign-in never
 * blocks the event loop. The cost is written into every hash; raising it later leaves old hashes valid.
 */
import { randomBytes, scrypt, timingSafeEqual, type ScryptOptions } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);

/** OWASP's equivalent of N=2^17, r=8, p=1 with 16 MiB of memory a hash. Tests of other things lower it. */
export const secretCost = { N: 2 ** 14, r: 8, p: 5 };
const KEY_BYTES = 32;

/** @returns `scrypt$N$r$p$salt$key`, salt and key in base64url. */
export async function hashSecret(secret: string): Promise<string> {
  const salt = randomBytes(16);
  const key = await derive(secret.normalize('NFKC'), salt, KEY_BYTES, secretCost);
  return ['scrypt', secretCost.N, secretCost.r, secretCost.p, salt.toString('base64url'), key.toString('base64url')].join('$');
}

/**
 * Whether a secret matches a hash. Without a hash it takes as long and answers false, so that an unknown address is not told apart from a
 * wrong password by the clock.
 */
export async function verifySecret(secret: string, hash: string | null | undefined): Promise<boolean> {
  const [, N, r, p, salt = '', key = ''] = (hash ?? (await decoyHash())).split('$');
  const expected = Buffer.from(key, 'base64url');
  const actual = await derive(secret.normalize('NFKC'), Buffer.from(salt, 'base64url'), expected.length, {
    N: Number(N),
    r: Number(r),
    p: Number(p),
  });
  return timingSafeEqual(actual, expected) && Boolean(hash);
}

let decoy: Promise<string> | undefined;

function decoyHash(): Promise<string> {
  decoy ??= hashSecret(randomBytes(32).toString('base64url'));
  return decoy;
}
