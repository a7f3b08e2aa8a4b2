/**
 * Compresses with brotli, in threads of its own. Node's own thread pool, which has four, also reads files, looks up names and checks passwords for the
 * rest of the process: the best compression would keep all of that waiting.
 */
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';

/** Where there are several processors, one is left to the rest of the process: documents are answered meanwhile. */
const MOST_THREADS = Math.max(1, availableParallelism() - 1);

export class Compressor {
  readonly #closing = new AbortController();
  readonly #idle: Worker[] = [];
  readonly #waiting: { resolve: (worker: Worker) => void; reject: (reason: unknown) => void }[] = [];
  #threads = 0;

  /** @throws Error if the thread breaks, or once this is closed. */
  async compress(bytes: Uint8Array): Promise<Uint8Array> {
    const worker = await this.#borrow();
    try {
      worker.postMessage(bytes);
      const [compressed] = (await once(worker, 'message', { signal: this.#closing.signal })) as [Uint8Array];
      this.#giveBack(worker);
      return compressed;
    } catch (error) {
      this.#replace(worker);
      throw error;
    }
  }

  /** Ends the threads; what is being compressed fails. */
  async close(): Promise<void> {
    this.#closing.abort();
    for (const { reject } of this.#waiting.splice(0)) reject(this.#closing.signal.reason);
    await Promise.all(this.#idle.splice(0).map((worker) => worker.terminate()));
  }

  #borrow(): Promise<Worker> | Worker {
    this.#closing.signal.throwIfAborted();
    const idle = this.#idle.pop();
    if (idle) return idle;
    if (this.#threads < MOST_THREADS) return this.#start();
    return new Promise((resolve, reject) => this.#waiting.push({ resolve, reject }));
  }

  #start(): Worker {
    this.#threads += 1;
    const worker = new Worker(new URL('./compress-worker.mjs', import.meta.url), { execArgv: [] });
    // An idle thread keeps no process alive.
    worker.unref();
    return worker;
  }

  #giveBack(worker: Worker): void {
    const next = this.#waiting.shift();
    if (next) next.resolve(worker);
    else if (this.#closing.signal.aborted) void worker.terminate();
    else this.#idle.push(worker);
  }

  /** A thread that broke is not used again; who waits for one gets a new one. */
  #replace(worker: Worker): void {
    void worker.terminate();
    this.#threads -= 1;
    const next = this.#waiting.shift();
    if (next) next.resolve(this.#start());
  }
}
