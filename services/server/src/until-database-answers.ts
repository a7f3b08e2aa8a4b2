import { setTimeout as sleep } from 'node:timers/promises';
import { isDatabaseDown } from '@site/platform/database-down';
import type { Logger } from '@site/platform/logging';

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 10_000;

export interface WaitOptions {
  logger: Logger;
  /** Ends the waiting. */
  signal: AbortSignal;
  /** Called after each attempt that met a database that is away. */
  onAway?: () => void;
  pause?: (ms: number, signal: AbortSignal) => Promise<void>;
}

/**
 * Repeats `work`, with growing pauses, for as long as it fails because the database is away.
 * @returns Null if the waiting was ended.
 * @throws whatever else it fails with, such as a wrong password: that does not pass by waiting.
 */
export async function untilDatabaseAnswers<T>(
  work: () => Promise<T>,
  { logger, signal, onAway, pause = pauseFor }: WaitOptions,
): Promise<T | null> {
  for (let pauseMs = FIRST_PAUSE_MS; !signal.aborted; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
    try {
      return await work();
    } catch (error) {
      if (!isDatabaseDown(error)) throw error;
      logger.warn({ err: error, nextAttemptMs: pauseMs }, 'the database is away; what needs it opens when it answers');
      onAway?.();
      await pause(pauseMs, signal);
    }
  }
  return null;
}

const pauseFor = (ms: number, signal: AbortSignal): Promise<void> => sleep(ms, undefined, { signal }).catch(() => undefined);
