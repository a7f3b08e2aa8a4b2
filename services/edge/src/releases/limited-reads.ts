/** A storage whose reads end: each has a time limit, is tried again, and fails at once while the storage has just failed several times. */
import { Readable } from 'node:stream';
import type { Storage } from '@site/platform/storage';
import {
  BrokenCircuitError,
  circuitBreaker,
  ConsecutiveBreaker,
  ExponentialBackoff,
  handleAll,
  handleWhen,
  retry,
  timeout,
  TimeoutStrategy,
  wrap,
} from 'cockatiel';

export interface ReadLimits {
  /** Longest time of one try, and longest silence in the middle of a file. */
  timeoutMs: number;
  /** Tries after the first. */
  retries: number;
  /** Failures in a row after which reads fail at once, and for how long they do. */
  breakAfter: number;
  breakMs: number;
}

export type ReadableStorage = Pick<Storage, 'get' | 'stat' | 'stream'>;

const DEFAULTS: ReadLimits = { timeoutMs: 3_000, retries: 2, breakAfter: 6, breakMs: 2_000 };

export function limitedReads(storage: ReadableStorage, given: Partial<ReadLimits> = {}): ReadableStorage {
  const limits = { ...DEFAULTS, ...given };
  const limit = timeout(limits.timeoutMs, TimeoutStrategy.Aggressive);
  const policy = wrap(
    retry(
      handleWhen((error) => !(error instanceof BrokenCircuitError)),
      { maxAttempts: limits.retries, backoff: new ExponentialBackoff({ initialDelay: 50, maxDelay: 500 }) },
    ),
    circuitBreaker(handleAll, { halfOpenAfter: limits.breakMs, breaker: new ConsecutiveBreaker(limits.breakAfter) }),
    limit,
  );
  // A signal of its own: by default all reads share one, and Node warns of a leak when more than ten listen to it at a time.
  const read = <T>(work: (late: AbortSignal) => Promise<T>): Promise<T> =>
    policy.execute(({ signal }) => work(signal), new AbortController().signal);
  return {
    get: (key) => read(() => storage.get(key)),
    stat: (key) => read(() => storage.stat(key)),
    stream: async (key) => {
      const stream = await read(async (late) => {
        const opened = await storage.stream(key);
        // Nobody reads what is opened after its time.
        if (late.aborted) opened?.on('error', () => undefined).destroy();
        return opened;
      });
      return (
        stream &&
        Readable.from(
          chunks(stream, (read) => limit.execute(read)),
          { objectMode: false },
        )
      );
    },
  };
}

/** Only the time counts in which the storage is waited for, and not that of a slow reader. */
async function* chunks(stream: Readable, limited: <T>(read: () => Promise<T>) => Promise<T>): AsyncGenerator<Buffer> {
  const iterator = stream[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  try {
    for (;;) {
      const next = await limited(() => iterator.next());
      if (next.done) return;
      yield next.value;
    }
  } finally {
    stream.destroy();
  }
}
