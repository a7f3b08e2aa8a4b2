import { useSyncExternalStore } from 'react';
import { Box } from '@site/ui';

const TICK_MS = 30_000;
const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

const words = new Intl.RelativeTimeFormat('en', { numeric: 'always' });
const day = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' });
const exact = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });

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
      <time dateTime={at} title={exact.format(new Date(at))}>
        {relative(difference)}
      </time>
    </Box>
  );
}

function relative(difference: number): string {
  for (const [unit, length] of UNITS) {
    const count = Math.trunc(difference / length);
    if (count !== 0) return words.format(count, unit);
  }
  return 'just now';
}

/** As this browser writes a time: `Nov 22, 2026, 2:30 PM`. */
export const exactTime = (at: string): string => exact.format(new Date(at));

/** `Nov 20, 2026`. @param date A day of UTC, such as `2026-11-20`. */
export const Day = ({ date }: { date: string }) => (
  <Box as="span" whiteSpace="nowrap">
    <time dateTime={date}>{day.format(new Date(date))}</time>
  </Box>
);
