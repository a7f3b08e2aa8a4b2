import { useSyncExternalStore } from 'react';
import { Box } from '@site/ui';
import { withCommas } from './figures';

const TICK_MS = 30_000;
/** With the length of the next smaller one: what is to come is rounded to that. A link that lasts a week from now ends in 7 days. */
const UNITS = [
  ['day', 86_400_000, 3_600_000],
  ['hour', 3_600_000, 60_000],
  ['minute', 60_000, 60_000],
] as const;

// Not those of Intl: the first formatter that a page makes keeps its main thread busy for 35 to 110 ms on a small machine, where the console loads.
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

let now = 0;

function subscribe(listener: () => void): () => void {
  if (Date.now() - now > TICK_MS) now = Date.now();
  const timer = setInterval(() => {
    now = Date.now();
    listener();
  }, TICK_MS);
  return () => clearInterval(timer);
}

/** Read once for all moments of a page, and again with each tick. */
const read = (): number => (now ||= Date.now());

/** `3 days ago`, `in 10 minutes`, with the exact time of this browser behind it. @param at ISO 8601 time. */
export function Moment({ at }: { at: string }) {
  const difference = Date.parse(at) - useSyncExternalStore(subscribe, read, read);
  return (
    <Box as="span" whiteSpace="nowrap">
      <time dateTime={at} title={exactTime(at)}>
        {relative(difference)}
      </time>
    </Box>
  );
}

function relative(difference: number): string {
  for (const [unit, length, smaller] of UNITS) {
    const rounded = difference > 0 ? Math.round(difference / smaller) * smaller : difference;
    const count = Math.trunc(rounded / length);
    if (count !== 0) return count < 0 ? `${counted(-count, unit)} ago` : `in ${counted(count, unit)}`;
  }
  return 'just now';
}

const counted = (count: number, unit: string): string => `${withCommas(count)} ${unit}${count === 1 ? '' : 's'}`;

/** By the clock of this browser: `Nov 22, 2026, 2:30 PM`. What is behind the time goes with it into the next line. */
export function exactTime(at: string): string {
  const time = new Date(at);
  const hours = time.getHours();
  const minutes = String(time.getMinutes()).padStart(2, '0');
  return `${dayText(time.getFullYear(), time.getMonth(), time.getDate())}, ${hours % 12 || 12}:${minutes}\u00a0${hours < 12 ? 'AM' : 'PM'}`;
}

const dayText = (year: number, month: number, day: number): string => `${MONTHS[month]} ${day}, ${year}`;

const dayOf = (time: Date): string => dayText(time.getUTCFullYear(), time.getUTCMonth(), time.getUTCDate());

/** `Nov 20, 2026`. @param date A day of UTC, such as `2026-11-20`. */
export const Day = ({ date }: { date: string }) => (
  <Box as="span" whiteSpace="nowrap">
    <time dateTime={date}>{dayOf(new Date(date))}</time>
  </Box>
);
