/** Texts that databases and canonical JSON take: without the zero character and halves of surrogate pairs. */
const UNKEEPABLE = /\0|\p{Cs}/u;

/** Whether every text in a value of JSON can be kept, keys included. */
export function isKeepable(value: unknown): boolean {
  if (typeof value === 'string') return !UNKEEPABLE.test(value);
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([key, member]) => !UNKEEPABLE.test(key) && isKeepable(member));
}
