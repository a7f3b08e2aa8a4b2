/** What clocks of a time zone show, and when. Local times are counted as if they were UTC, in milliseconds. */

const SECOND_MS = 1_000;
export const MINUTE_MS = 60_000;
export const DAY_MS = 86_400_000;

/** Of an ISO time, as `Date.parse` reads it; NaN also for a day that no month has, which that takes for one of the next month. */
export function parseInstant(text: string): number {
  const day = text.slice(0, 10);
  const begins = Date.parse(day);
  return !Number.isNaN(begins) && new Date(begins).toISOString().startsWith(day) ? Date.parse(text) : NaN;
}

/** As sentences say it that are read in many places: `2026-11-29 23:59 UTC`. */
export const utcText = (time: Date): string => `${time.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

const formats = new Map<string, Intl.DateTimeFormat>();

/** @throws RangeError for a name that is no time zone. */
export function formatOf(timeZone: string): Intl.DateTimeFormat {
  const numeric = 'numeric' as const;
  const date = { year: numeric, month: numeric, day: numeric };
  const format =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat('en-US', { timeZone, hourCycle: 'h23', ...date, hour: numeric, minute: numeric, second: numeric });
  formats.set(timeZone, format);
  return format;
}

/** What clocks show at an instant, to the second. @param instant Milliseconds since 1970, UTC. */
export function localTime(instant: number, timeZone: string): number {
  const shown: Record<string, number> = {};
  for (const { type, value } of formatOf(timeZone).formatToParts(instant)) shown[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = shown;
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

export type LocalTime = typeof localTime;

/**
 * {@link localTime} for many instants: each day of UTC is looked up once, unless clocks are changed on it. No time zone has ever changed its clocks
 * and changed them back on one day.
 */
export function localTimes(): LocalTime {
  const offsets = new Map<string, number>();
  const offsetAt = (day: number, timeZone: string): number => {
    const key = `${timeZone} ${day}`;
    const known = offsets.get(key);
    if (known !== undefined) return known;
    const offset = localTime(day, timeZone) - day;
    offsets.set(key, offset);
    return offset;
  };
  return (instant, timeZone) => {
    const day = Math.floor(instant / DAY_MS) * DAY_MS;
    const offset = offsetAt(day, timeZone);
    if (offset !== offsetAt(day + DAY_MS, timeZone)) return localTime(instant, timeZone);
    return Math.floor(instant / SECOND_MS) * SECOND_MS + offset;
  };
}

/**
 * When clocks show a local time. Where they are put back and show it twice, `which` says the first or the last time; where they are put forward
 * and never show it, it is the moment at which they pass it.
 */
export function instantOf(local: number, timeZone: string, which: 'first' | 'last', localTimeAt: LocalTime = localTime): number {
  const guesses = [local - DAY_MS, local + DAY_MS].map((near) => local - (localTimeAt(near, timeZone) - near));
  const exact = guesses.filter((guess) => localTimeAt(guess, timeZone) === local);
  if (exact.length > 0) return which === 'first' ? Math.min(...exact) : Math.max(...exact);
  let [before, after] = [Math.min(...guesses), Math.max(...guesses)];
  while (after - before > MINUTE_MS) {
    const middle = before + Math.round((after - before) / MINUTE_MS / 2) * MINUTE_MS;
    if (localTimeAt(middle, timeZone) < local) before = middle;
    else after = middle;
  }
  return after;
}
