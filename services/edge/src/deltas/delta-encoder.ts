/** Has deltas made in a thread of its own, which is started when needed and ended when it fails or takes too long. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { withTimeLimit } from '@site/platform/time-limit';
import { dcz } from './dcz';

/** What the thread is sent. It answers with a Zstandard frame. */
export interface Pair {
  dictionary: Uint8Array;
  bytes: Uint8Array;
}

export interface DeltaEncoderOptions {
  /** Longest time for one delta. */
  timeoutMs?: number;
  startWorker?: () => Worker;
}

const DEFAULT_TIMEOUT_MS = 20_000;

function startWorker(): Worker {
  // Of what the process was started with, the thread needs nothing.
  return new Worker(new URL('./delta-worker.mjs', import.meta.url), {
    execArgv: [],
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: 64 },
  });
}

export class DeltaEncoder {
  readonly #timeoutMs: number;
  readonly #startWorker: () => Worker;
  #worker: Worker | null = null;

  constructor({ timeoutMs = DEFAULT_TIMEOUT_MS, startWorker: start = startWorker }: DeltaEncoderOptions = {}) {
    this.#timeoutMs = timeoutMs;
    this.#startWorker = start;
  }

  /**
   * One at a time.
   * @returns The file as `dcz`: decoded once with the dictionary, and found to be the file.
   * @throws Error when the thread fails or takes too long, or `signal` is aborted.
   */
  async encode({ dictionary, bytes }: Pair, signal: AbortSignal): Promise<Buffer> {
    const worker = (this.#worker ??= this.#start());
    try {
      const [frame] = await withTimeLimit(this.#timeoutMs, [signal], (limit) => {
        const answered = once(worker, 'message', { signal: limit }) as Promise<[Uint8Array]>;
        worker.postMessage({ dictionary, bytes } satisfies Pair);
        return answered;
      });
      return dcz(dictionary, frame);
    } catch (error) {
      this.rest();
      throw error;
    }
  }

  /** Ends the thread, and gives its memory back. The next delta starts another one. */
  rest(): void {
    void this.#worker?.terminate();
    this.#worker = null;
  }

  #start(): Worker {
    const worker = this.#startWorker();
    worker.unref();
    // Whoever waits for an answer hears of an error by itself. The next delta has another thread, also where this one ended unasked.
    const forget = () => {
      if (this.#worker === worker) this.#worker = null;
    };
    worker.on('error', forget).on('exit', forget);
    return worker;
  }
}
