/** reCAPTCHA v3: the token is checked by Google. */
import { createHash } from 'node:crypto';
import { platformError } from '@site/platform/errors';
import { z } from 'zod';
import type { BotCheck } from './bot-check';

export interface RecaptchaOptions {
  secret: string;
  /** Lowest score that passes, 0 to 1. */
  minScore: number;
  verifyUrl: string;
  /** Host of the site, where tokens have to come from. */
  host: string;
}

const TIMEOUT_MS = 5_000;
/** Google keeps a token for two minutes; it is remembered as spent for longer than that. */
const REMEMBERED_MS = 10 * 60_000;

const verdictSchema = z.object({
  success: z.boolean(),
  action: z.string().optional(),
  score: z.number().optional(),
  hostname: z.string().optional(),
});

/** When Google cannot be asked, `check` throws `service-unavailable`: the person is told to try again, not that they are a bot. */
export function createRecaptchaCheck({ secret, minScore, verifyUrl, host }: RecaptchaOptions): BotCheck {
  return {
    createChallenge: async () => null,
    check: async (token, action) => {
      const verdict = await ask(token).catch((cause: unknown) => {
        throw platformError('service-unavailable', { headers: { 'retry-after': '5' }, cause });
      });
      const isHere = verdict.hostname === host && verdict.action === action;
      const passes = verdict.success && isHere && (verdict.score ?? 0) >= minScore;
      if (!passes) return null;
      const hash = createHash('sha256').update(`recaptcha ${token}`).digest('hex');
      return { hash, expiresAt: new Date(Date.now() + REMEMBERED_MS) };
    },
  };

  async function ask(token: string) {
    const body = new URLSearchParams({ secret, response: token });
    // A redirect would carry the secret elsewhere.
    const response = await fetch(verifyUrl, { method: 'POST', body, redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (!response.ok) throw new Error(`the bot check answered ${response.status}`);
    return verdictSchema.parse(await response.json());
  }
}
