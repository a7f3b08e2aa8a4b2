/** Building blocks of the request schemas: texts, addresses and ids, with the messages that people read. */
import * as z from 'zod/mini';

export const PHONE_MESSAGE = 'Enter a full phone number starting with a plus sign';
export const CODE_MESSAGE = 'English alphabet, digits or dashes: 2-10 characters';
/** A plus sign followed by 11 to 15 digits: an input of 12 to 16 characters. */
export const PHONE_PATTERN = /^\+[0-9]{11,15}$/;
export const CODE_PATTERN = /^[A-Za-z0-9_-]{2,10}$/;

const tooLong = (maxLength: number) => `Keep this to ${maxLength} characters`;
const UNREADABLE = 'Remove the characters that cannot be shown';

/** Whether there is more to see than spaces and what takes no room. */
const isVisible = (text: string): boolean => /[^\p{Z}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u.test(text);

/**
 * One line of text, trimmed, with something to see in it. It has no control characters, which terminals obey, nor other ends of a line, nor halves of
 * surrogate pairs, which databases refuse.
 */
export const lineSchema = (message: string, maxLength = 200) =>
  z.string(message).check(
    z.trim(),
    z.minLength(1, { error: message, abort: true }),
    z.maxLength(maxLength, tooLong(maxLength)),
    // eslint-disable-next-line no-control-regex -- control characters are what the pattern keeps out
    z.regex(/^[^\u0000-\u001f\u007f-\u009f\u2028\u2029\ud800-\udfff]*$/u, UNREADABLE),
    z.refine(isVisible, message),
  );

/**
 * Text of several lines, trimmed, with something to see in it. Tabs and line breaks are its only control characters; it has no halves of surrogate pairs
 * either.
 */
export const paragraphsSchema = (message: string, maxLength: number) =>
  z.string(message).check(
    z.trim(),
    z.minLength(1, { error: message, abort: true }),
    z.maxLength(maxLength, tooLong(maxLength)),
    // eslint-disable-next-line no-control-regex -- control characters are what the pattern keeps out
    z.regex(/^[^\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ud800-\udfff]*$/u, UNREADABLE),
    z.refine(isVisible, message),
  );

/** In front of the @ whatever needs no quotes (RFC 5322, a dot-atom), behind it the name of a domain, whose last part may be one of another alphabet. */
const EMAIL_PATTERN =
  /^(?!\.)(?!.*\.\.)[A-Za-z0-9!#$%&'*+/=?^_`{|}~.-]*[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]@([A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?\.)+([A-Za-z]{2,}|[Xx][Nn]--[A-Za-z0-9-]*[A-Za-z0-9])$/;
export const emailSchema = z.email({ pattern: EMAIL_PATTERN, error: 'Enter a valid email address' }).check(z.maxLength(254, tooLong(254)));

export const phoneSchema = z.string(PHONE_MESSAGE).check(z.regex(PHONE_PATTERN, PHONE_MESSAGE));

export const codeSchema = z.string(CODE_MESSAGE).check(z.regex(CODE_PATTERN, CODE_MESSAGE));

/** Address of a page on the web: http or https, nothing that a browser would execute. */
export const webUrlSchema = z.string('Enter a valid URL').check(
  z.trim(),
  z.maxLength(2000, tooLong(2000)),
  // eslint-disable-next-line no-control-regex -- control characters are what the pattern keeps out
  z.regex(/^[Hh][Tt][Tt][Pp][Ss]?:\/\/[^\s\u0000-\u001f\u007f"<>\\\ud800-\udfff]+$/u, {
    error: 'Enter a valid URL that starts with http:// or https://',
    abort: true,
  }),
  z.refine((value) => URL.canParse(value), 'Enter a valid URL'),
);

/** Number of a row. Fits the database's integer. */
export const idSchema = z.int().check(z.positive(), z.maximum(2_147_483_647));

/** A moment: ISO 8601 in UTC. */
export const momentSchema = z.iso.datetime();

/** Token of the bot check, as the check that is configured makes it. */
const BOT_TOKEN_MISSING = 'The form was sent without its bot check. Please, try again';
export const botTokenSchema = z.string(BOT_TOKEN_MISSING).check(z.minLength(1, BOT_TOKEN_MISSING), z.maxLength(8000, BOT_TOKEN_MISSING));

/** The path parameter of calls that name one row. */
export const idParamsSchema = z.object({ id: z.string().check(z.regex(/^[1-9][0-9]{0,8}$/, 'an id is a positive number')) });
