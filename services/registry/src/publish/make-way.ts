import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';

/** Share of the time in which the event loop is at work. Above that, somebody else has to wait for it. */
const BUSY = 0.5;
/** Of the time that the work took. */
const REST = 1.5;
/** A store that is slow to answer takes nothing away from others. */
const LONGEST_REST_MS = 100;
/** A timer takes a millisecond at least. What pieces take less than this is rested together. */
const SHORTEST_REST_MS = 5;

/** Rest that is due for small pieces of work, of all publications. */
let owedMs = 0;

/** @returns The share of the time since, from 0 to 1, in which the event loop was at work. */
function measureLoop(): () => number {
  const before = performance.eventLoopUtilization();
  return () => performance.eventLoopUtilization(before).utilization;
}

/**
 * Does a piece of work that can wait a little. While the event loop is busy it ends after a rest, in which the process answers to visitors, so that
 * work of many such pieces takes less than half of the time.
 */
export async function makingWay(
  work: () => Promise<void>,
  measure = measureLoop,
  rest: (ms: number) => Promise<unknown> = delay,
): Promise<void> {
  const [began, share] = [performance.now(), measure()];
  await work();
  if (share() <= BUSY) return;
  owedMs += Math.min(REST * (performance.now() - began), LONGEST_REST_MS);
  if (owedMs < SHORTEST_REST_MS) return;
  const restMs = owedMs;
  owedMs = 0;
  await rest(restMs);
}
