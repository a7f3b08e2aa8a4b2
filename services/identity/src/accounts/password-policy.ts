/** What a password must be like: length and character classes from the configuration, and not easy to guess. */
import type { CharacterClass, IdentityConfig } from '../config';
import type { BreachedPasswords } from './breached-passwords';
import { type PasswordOwner, weakness } from './password-strength';

type PasswordRules = IdentityConfig['password'];

/** Longer texts cost time to hash and protect nobody further. */
const MAX_LENGTH = 256;

const CLASSES: Record<CharacterClass, { pattern: RegExp; name: string }> = {
  lowercase: { pattern: /\p{Ll}/u, name: 'a lower-case letter' },
  uppercase: { pattern: /\p{Lu}/u, name: 'an upper-case letter' },
  digit: { pattern: /\p{Nd}/u, name: 'a digit' },
  symbol: { pattern: /[^\p{L}\p{N}\s]/u, name: 'a symbol' },
};

/** One sentence that tells the rules before anything is typed. */
export function describePasswordRules({ minLength, classes }: PasswordRules): string {
  const wanted = classes.map((name) => CLASSES[name].name);
  return `At least ${minLength} characters${wanted.length > 0 ? `, with ${joinWords(wanted)}` : ''}.`;
}

/** What is wrong with a password, as one sentence; null if it is good. */
export async function passwordProblem(
  password: string,
  owner: PasswordOwner,
  { password: rules, brand }: Pick<IdentityConfig, 'password' | 'brand'>,
  breached: BreachedPasswords,
): Promise<string | null> {
  const { minLength, classes, strength } = rules;
  if (password === '') return 'Password cannot be empty';
  const length = [...password].length;
  if (length < minLength) return `The password needs at least ${minLength} characters`;
  if (length > MAX_LENGTH) return `The password may have at most ${MAX_LENGTH} characters`;
  const missing = classes.filter((name) => !CLASSES[name].pattern.test(password)).map((name) => CLASSES[name].name);
  if (missing.length > 0) return `The password needs ${joinWords(missing)}`;
  const weak = await weakness(password, strength, owner, brand);
  if (weak !== null) return weak;
  return (await breached.has(password))
    ? 'This password is known from a leak of another site. Please, choose one that you use nowhere else'
    : null;
}

const joinWords = (words: string[]) => (words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`);
