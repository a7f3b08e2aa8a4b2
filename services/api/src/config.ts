/** Environment variables of the product API. `README.md` describes them. */
import { z } from 'zod';

const count = (fallback: number) => z.coerce.number().int().min(1).default(fallback);

export const apiConfigSchema = z
  .object({
    NODE_ENV: z.string().default('development'),
    /** Origin of the site as people reach it, for links in mails. */
    SITE_URL: z.url({ protocol: /^https?$/ }).default('http://localhost:8080'),
    BRAND: z.string().min(1).default('Cloud practice'),
    /** Mailbox of the practice: contact messages arrive here. */
    CONTACT_EMAIL: z.email().default('hello@example.com'),
    /** Signs the challenges of the bot check. */
    BOT_CHECK_SECRET: z.string().min(32).optional(),
    /** Other secrets whose challenges are accepted while the present one is being replaced, by commas. */
    BOT_CHECK_ACCEPTED_SECRETS: z
      .string()
      .default('')
      .transform((text) => text.split(',').flatMap((one) => one.trim() || []))
      .pipe(z.array(z.string().min(32))),
    BOT_CHECK_WORK: count(100_000),
    BOT_CHECK_SECONDS: count(600),
    /** With a secret, reCAPTCHA v3 takes the place of the proof of work. */
    RECAPTCHA_SECRET: z.string().min(1).optional(),
    RECAPTCHA_MIN_SCORE: z.coerce.number().min(0).max(1).default(0.5),
    RECAPTCHA_VERIFY_URL: z.url().default('https://www.google.com/recaptcha/api/siteverify'),
    DELETION_GRACE_DAYS: count(14),
    /** Submissions of one form per network and hour. */
    FORM_LIMIT: count(30),
    /** Submissions of one form per e-mail address in it and hour: the address gets a mail for each. */
    RECIPIENT_LIMIT: count(10),
    /** Demos that one member may have. */
    DEMO_QUOTA: count(200),
    /** `on` adds the fault switch, with NODE_ENV=test only. */
    FAULTS: z.enum(['on', 'off']).default('off'),
  })
  .refine((config) => config.NODE_ENV !== 'production' || config.RECAPTCHA_SECRET || config.BOT_CHECK_SECRET, {
    path: ['BOT_CHECK_SECRET'],
    message: 'In production it must be set, to the same value on every replica',
  })
  .refine((config) => config.FAULTS === 'off' || config.NODE_ENV === 'test', {
    path: ['FAULTS'],
    message: 'The fault switch exists with NODE_ENV=test only',
  });

export type ApiConfig = z.output<typeof apiConfigSchema>;
