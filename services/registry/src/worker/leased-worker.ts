/**
 * A worker of which every registry of a database has one: it takes what is due, each thing for itself alone, works on it, and sleeps until
 * something else is due or somebody wakes it, for a minute at most.
 */
import type { FastifyBaseLogger } from 'fastify';

const RETRY_MS = 5_000;
/** Nobody may have been told of what is due: an announcement can be lost, and a machine that was suspended sleeps for longer than it meant to. */
const LONGEST_SLEEP_MS = 60_000;

export interface LeasedWorkerOptions<T> {
  /** What it works on, for the log. */
  what: string;
  /** Takes one thing that is due, so that no other worker takes it; null if nothing is. */
  lease: () => Promise<T | null>;
  work: (item: T) => Promise<void>;
  /** When something is due next; null if nothing will be. */
  findNextLook: () => Promise<Date | null>;
  /** How many things it works on at the same time. Default 1. */
  atOnce?: number;
  now: () => Date;
  logger: FastifyBaseLogger;
}

export interface LeasedWorker {
  /** Works on what is due now, one after the other. */
  look(): Promise<void>;
  /** Looks from now on by itself. */
  start(): void;
  /** Something may be due. Does nothing unless it is started. */
  wake(): void;
  isRunning(): boolean;
  /** Resolves when what is worked on is done. */
  stop(): Promise<void>;
}

export function createLeasedWorker<T>(options: LeasedWorkerOptions<T>): LeasedWorker {
  const { what, lease, work, findNextLook, atOnce = 1, now, logger } = options;
  let isStarted = false;
  let isStopped = false;
  let isAgain = false;
  let timer: NodeJS.Timeout | undefined;
  const underWay = new Set<Promise<void>>();

  const isRunning = () => isStarted && !isStopped;
  const next = async (): Promise<T | null> => (isStopped ? null : lease());

  async function look(): Promise<void> {
    for (let item = await next(); item !== null; item = await next()) {
      // There may be more of it for others meanwhile.
      if (underWay.size < atOnce) wake();
      await work(item);
    }
  }

  async function lookAndSleep(): Promise<void> {
    await look();
    const at = await findNextLook();
    sleep(at ? Math.min(Math.max(at.getTime() - now().getTime(), 0), LONGEST_SLEEP_MS) : LONGEST_SLEEP_MS);
  }

  function sleep(ms: number): void {
    clearTimeout(timer);
    if (!isStopped) timer = setTimeout(wake, ms).unref();
  }

  function wake(): void {
    if (!isRunning()) return;
    if (underWay.size >= atOnce) {
      isAgain = true;
      return;
    }
    const looking = lookAndSleep()
      .catch((err: unknown) => {
        logger.warn({ err }, `${what} cannot be read`);
        sleep(RETRY_MS);
      })
      .finally(() => {
        underWay.delete(looking);
        if (isAgain) {
          isAgain = false;
          wake();
        }
      });
    underWay.add(looking);
  }

  return {
    look,
    start() {
      isStarted = true;
      wake();
    },
    wake,
    isRunning,
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await Promise.all(underWay);
    },
  };
}
