/**
 * Whether a password is known from a leak, by the range query of Have I Been Pwned: the server that the operator names is told the first five
 * digits of the SHA-1, and answers with the rest of every hash that begins so. Neither the password nor its hash leaves.
 */
import { createHash } from 'node:crypto';

const PREFIX_DIGITS = 5;
const TIMEOUT_MS = 2_000;
/** An answer has some 50 KB. */
const LONGEST_ANSWER = 1_000_000;

export type BreachOutcome = 'known' | 'unknown' | 'failed';

export interface BreachedPasswords {
  /** Whether it is known. False where nobody can be asked: a password is not refused because of it. */
  has(password: string): Promise<boolean>;
}

export const NOBODY_ASKED: BreachedPasswords = { has: async () => false };

export interface BreachOptions {
  /** To which the five digits are appended, such as `https://api.pwnedpasswords.com/range/`. Null asks nobody. */
  rangeUrl: string | null;
  /** Hears of every question. */
  onOutcome?: (outcome: BreachOutcome) => void;
  /** Hears why a question failed. */
  onFailure?: (cause: unknown) => void;
  timeoutMs?: number;
}

export function createBreachedPasswords({ rangeUrl, onOutcome, onFailure, timeoutMs = TIMEOUT_MS }: BreachOptions): BreachedPasswords {
  if (rangeUrl === null) return NOBODY_ASKED;
  return {
    async has(password) {
      const hash = createHash('sha1').update(password).digest('hex').toUpperCase();
      try {
        const isKnown = names(await ask(hash.slice(0, PREFIX_DIGITS)), hash.slice(PREFIX_DIGITS));
        onOutcome?.(isKnown ? 'known' : 'unknown');
        return isKnown;
      } catch (cause) {
        onOutcome?.('failed');
        onFailure?.(cause);
        return false;
      }
    },
  };

  async function ask(prefix: string): Promise<string> {
    const response = await fetch(`${rangeUrl}${prefix}`, {
      // With lines that count nothing among the others, the length of the answer does not tell which range was asked for.
      headers: { 'add-padding': 'true' },
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (!response.ok) throw new Error(`the list of breached passwords answered ${response.status}`);
    return (await response.text()).slice(0, LONGEST_ANSWER);
  }
}

/** Lines are `<rest of the hash>:<how often it was seen>`. */
const names = (lines: string, rest: string): boolean => new RegExp(`^${rest}:0*[1-9]`, 'm').test(lines);
