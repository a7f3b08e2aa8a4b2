/** When a message that was not delivered is tried again. */

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** Waits after each failed attempt, as Standard Webhooks suggests: ten attempts in about three days. */
const WAITS_MS = [
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  24 * HOUR_MS,
];

/** So that what failed together does not come back together. */
const JITTER = 0.1;

/** @param attempts How many were made. @param random From 0 to 1. @returns Null when it is given up. */
export function nextAttempt(attempts: number, now: Date, random: number): Date | null {
  const wait = WAITS_MS[attempts - 1];
  return wait === undefined ? null : new Date(now.getTime() + wait * (1 + JITTER * random));
}
