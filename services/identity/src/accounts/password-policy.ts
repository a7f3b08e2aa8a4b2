/** What a password must be like: length and character classes from the configuration, and never one of those that are tried first. */
import type { CharacterClass, IdentityConfig } from '../config';

type PasswordRules = IdentityConfig['password'];

/** Longer texts cost time to hash and protect nobody further. */
const MAX_LENGTH = 256;

const CLASSES: Record<CharacterClass, { pattern: RegExp; name: string }> = {
  lowercase: { pattern: /\p{Ll}/u, name: 'a lower-case letter' },
  uppercase: { pattern: /\p{Lu}/u, name: 'an upper-case letter' },
  digit: { pattern: /\p{Nd}/u, name: 'a digit' },
  symbol: { pattern: /[^\p{L}\p{N}\s]/u, name: 'a symbol' },
};

/** The most used passwords of six characters and more. */
const COMMON = new Set(
  `123456 1234567 12345678 123456789 1234567890 111111 000000 123123 654321 666666 696969 112233 121212 123321 password password1 passw0rd
  p@ssw0rd p@ssword qwerty qwerty123 qwertyuiop 1q2w3e4r 1qaz2wsx q1w2e3r4 asdfgh asdfghjkl zxcvbn zxcvbnm abc123 abcdef abcd1234 iloveyou
  letmein welcome welcome1 monkey dragon master shadow sunshine princess football baseball superman batman trustno1 whatever freedom michael
  admin123 administrator changeme secret secret123 default google linkedin elevate`.split(/\s+/),
);

/** One sentence that tells the rules before anything is typed. */
export function describePasswordRules({ minLength, classes }: PasswordRules): string {
  const wanted = classes.map((name) => CLASSES[name].name);
  return `At least ${minLength} characters${wanted.length > 0 ? `, with ${joinWords(wanted)}` : ''}.`;
}

/** What is wrong with a password, as one sentence; null if it is good. */
export function passwordProblem(password: string, email: string, { minLength, classes }: PasswordRules): string | null {
  if (password === '') return 'Password cannot be empty';
  const length = [...password].length;
  if (length < minLength) return `The password needs at least ${minLength} characters`;
  if (length > MAX_LENGTH) return `The password may have at most ${MAX_LENGTH} characters`;
  const missing = classes.filter((name) => !CLASSES[name].pattern.test(password)).map((name) => CLASSES[name].name);
  if (missing.length > 0) return `The password needs ${joinWords(missing)}`;
  const lower = password.toLowerCase();
  if (COMMON.has(lower) || lower === email || lower === email.split('@')[0] || /^(.)\1*$/u.test(password))
    return 'This password is too easy to guess';
  return null;
}

const joinWords = (words: string[]) => (words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`);
