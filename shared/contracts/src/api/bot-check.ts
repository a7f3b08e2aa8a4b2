/**
 * Bot check of the two public forms. By default the server hands out a proof-of-work challenge (ALTCHA, version 2) at
 * `GET /bot-check/challenge?action=...`; the solved challenge, `btoa(JSON.stringify({ challenge, solution }))`, is the form's
 * `recaptchaToken`. With reCAPTCHA configured, the token comes from Google and there is no challenge to fetch (404).
 */
import * as z from 'zod/mini';

export const botActionSchema = z.enum(['contact', 'signup']);

const hex = z.string().check(z.regex(/^[0-9a-f]+$/i), z.maxLength(256));

/** Parameters of a challenge, in ALTCHA's words. */
export const botChallengeSchema = z.object({
  parameters: z.object({
    algorithm: z.literal('SHA-256'),
    cost: z.int(),
    data: z.object({ action: botActionSchema }),
    /** Seconds since 1970. */
    expiresAt: z.int(),
    keyLength: z.int(),
    keyPrefix: hex,
    keySignature: hex,
    nonce: hex,
    salt: hex,
  }),
  signature: hex,
});

export const botSolutionSchema = z.object({ counter: z.int().check(z.nonnegative()), derivedKey: hex, time: z.optional(z.number()) });

/** What a token decodes to. */
export const botTokenPayloadSchema = z.object({ challenge: botChallengeSchema, solution: botSolutionSchema });

export type BotAction = z.infer<typeof botActionSchema>;
export type BotChallenge = z.infer<typeof botChallengeSchema>;
