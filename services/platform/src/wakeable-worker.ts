/** Work that waits in the database: done when somebody says that there is some, and looked for every so often. */
import type { Logger } from './logging';

export interface WakeableWorker {
  /** Looks for work now. */
  wake(): void;
  /** Resolves when what is in progress is done. */
  stop(): Promise<void>;
}

interface Work {
  /** Does all that is there; leaves the rest once it is stopped. */
  work: (isStopped: () => boolean) => Promise<unknown>;
  logger: Logger;
  /** Of the log, when it fails. It is tried again. */
  failure: string;
  pollMs?: number;
}

export function startWakeableWorker({ work, logger, failure, pollMs = 10_000 }: Work): WakeableWorker {
  let running: Promise<unknown> = Promise.resolve();
  let waiting = false;
  let stopped = false;

  function wake(): void {
    if (waiting || stopped) return;
    waiting = true;
    running = running
      .then(() => {
        waiting = false;
        return stopped ? undefined : work(() => stopped);
      })
      .catch((err: unknown) => logger.warn({ err }, failure));
  }

  const timer = setInterval(wake, pollMs);
  timer.unref();
  wake();
  return {
    wake,
    stop: async () => {
      stopped = true;
      clearInterval(timer);
      await running;
    },
  };
}
