/** Codes that stand in for a second factor that was lost: shown once, used once, and kept as hashes. */
import { createHash, randomInt } from 'node:crypto';

const COUNT = 8;
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';
const LENGTH = 12;

export interface RecoveryCodes {
  /** As they are shown, in groups of four letters. */
  codes: string[];
  hashes: string[];
}

export function createRecoveryCodes(): RecoveryCodes {
  const plain = Array.from({ length: COUNT }, () =>
    Array.from({ length: LENGTH }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join(''),
  );
  return { codes: plain.map((code) => code.replace(/.{4}(?=.)/g, '$&-')), hashes: plain.map(hashOf) };
}

/** The hash of what was typed, in whatever case and grouping; null if it cannot be a recovery code. */
export function recoveryCodeHash(typed: string): string | null {
  const plain = typed.toLowerCase().replace(/[\s-]/g, '');
  return plain.length === LENGTH ? hashOf(plain) : null;
}

// A code carries 59 random bits, so that a fast hash protects it.
const hashOf = (plain: string) => createHash('sha256').update(plain).digest('base64url');
