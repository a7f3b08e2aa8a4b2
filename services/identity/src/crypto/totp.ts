/** Time-based one-time passwords (RFC 6238) as authenticator apps expect them: SHA-1, 6 digits, 30 seconds. */
import { createHmac, randomBytes } from 'node:crypto';
import { equalTexts } from './keyring';

const STEP_MS = 30_000;
const DIGITS = 6;
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** A fresh secret of 160 bits in base32, without padding. */
export function createTotpSecret(): string {
  return toBase32(randomBytes(20));
}

/** Address behind the QR code that authenticator apps scan. */
export function totpUri(secret: string, account: string, issuer: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`;
  return `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(issuer)}&algorithm=SHA1&digits=${DIGITS}&period=${STEP_MS / 1000}`;
}

/** The code of a moment. */
export function totpCode(secret: string, atMs: number): string {
  return codeOfStep(fromBase32(secret), Math.floor(atMs / STEP_MS));
}

/**
 * The time step whose code was typed, looking one step back and ahead for clocks that are off; or null.
 * @param afterStep Steps up to this one are spent: a code works once.
 */
export function matchTotp(secret: string, code: string, atMs: number, afterStep: number): number | null {
  const key = fromBase32(secret);
  const now = Math.floor(atMs / STEP_MS);
  const step = [now, now - 1, now + 1].find((candidate) => candidate > afterStep && equalTexts(codeOfStep(key, candidate), code));
  return step ?? null;
}

function codeOfStep(key: Buffer, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac('sha1', key).update(counter).digest();
  const offset = digest.readUInt8(digest.length - 1) & 0x0f;
  const number = (digest.readUInt32BE(offset) & 0x7fffffff) % 10 ** DIGITS;
  return String(number).padStart(DIGITS, '0');
}

function toBase32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{5}/g) ?? []).map((five) => ALPHABET[parseInt(five, 2)]).join('');
}

function fromBase32(text: string): Buffer {
  const bits = [...text].map((letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((eight) => parseInt(eight, 2)));
}
