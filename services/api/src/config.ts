/** Environment variables of the product API. `README.md` describes them. */
import { commaList, httpOrigin, numberFrom, wholeNumberFrom } from '@site/platform/config';
import { z } from 'zod';

const count = (fallback: number) => wholeNumberFrom(1).default(fallback);

export const apiConfigSchema = z
  .object({
    NODE_ENV: z.string().default('development'),
    /** Origin of the site as people reach it, for links in mails. */
    SITE_URL: z.url({ protocol: /^https?$/ }).default('http://localhost:8080'),
    /** Origin at which browsers reach the API, when it is another one than that of the site. */
    API_ORIGIN: httpOrigin.optional(),
    /** Other origins whose pages may call the API and read its answers, by commas. */
    ALLOWED_ORIGINS: commaList
      .refine(
        (all) => all.every((one) => httpOrigin.safeParse(one).success),
        'it must name origins by commas, such as https://www.example.com',
      )
      .transform((all) => all.map((one) => httpOrigin.parse(one)))
      .default([]),
    BRAND: z.string().min(1).default('Cloud practice'),
    /** Mailbox of the practice: contact messages arrive here. */
    CONTACT_EMAIL: z.email().default('hello@example.com'),
    /** Signs the challenges of the bot check. */
    BOT_CHECK_SECRET: z.string().min(32).optional(),
    /** Other secrets whose challenges are accepted while the present one is being replaced, by commas. */
    BOT_CHECK_ACCEPTED_SECRETS: commaList.pipe(z.array(z.string().min(32))).default([]),
    BOT_CHECK_WORK: count(100_000),
    BOT_CHECK_SECONDS: count(600),
    /** With a secret, reCAPTCHA v3 takes the place of the proof of work. */
    RECAPTCHA_SECRET: z.string().min(1).optional(),
    RECAPTCHA_MIN_SCORE: numberFrom(0, 1).default(0.5),
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

/** Origin at which browsers reach the API. */
export const apiOriginOf = ({ SITE_URL, API_ORIGIN }: ApiConfig): string => API_ORIGIN ?? new URL(SITE_URL).origin;

/** Origins whose pages may read answers across origins: the site's own, where the API is not at it, and those that are named. */
export function readingOrigins(config: ApiConfig): string[] {
  const site = new URL(config.SITE_URL).origin;
  return [...new Set([...(apiOriginOf(config) === site ? [] : [site]), ...config.ALLOWED_ORIGINS])];
}
