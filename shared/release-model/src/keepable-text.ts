/** Texts that databases and canonical JSON take: without the zero character and halves of surrogate pairs. */
const UNKEEPABLE = /\0|\p{Cs}/u;
/** Terminals obey them. */
const CONTROL = /\p{Cc}/u;

/** Of a text. No path is as long, and no name or title needs to be. */
export const MOST_CHARACTERS = 300;
const LONG = new RegExp(`^.{${MOST_CHARACTERS + 1}}`, 'su');

/** Whether every text in a value of JSON can be kept, keys included. */
export const isKeepable = (value: unknown): boolean => isWithout(UNKEEPABLE, value);

/** Whether every text in a value of JSON can be shown in one line, keys included. */
export const isShowable = (value: unknown): boolean => isWithout(CONTROL, value);

/** Whether no text in a value of JSON is too long for lists and documents that have texts of others beside it, keys included. */
export const isShort = (value: unknown): boolean => isWithout(LONG, value);

function isWithout(pattern: RegExp, value: unknown): boolean {
  if (typeof value === 'string') return !pattern.test(value);
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([key, member]) => !pattern.test(key) && isWithout(pattern, member));
}
