/** Sends what was counted to the registry, every ten seconds and when this edge ends. Nothing waits for it but the end. */
import type { FastifyBaseLogger } from 'fastify';
import { withTimeLimit } from '@site/platform/time-limit';
import type { CountsBatch } from '@site/release-model/document-counts';
import type { RegistryAddress } from '../target/registry-address';
import type { DocumentCounts } from './document-counts';

export interface CountsSenderOptions {
  registry: RegistryAddress;
  edgeId: string;
  counts: DocumentCounts;
  logger: FastifyBaseLogger;
  /** Longest time in which the last counts are sent. */
  farewellMs?: number | undefined;
}

const INTERVAL_MS = 10_000;
const REQUEST_TIMEOUT_MS = 5_000;
const DEFAULT_FAREWELL_MS = 1_000;

export class CountsSender {
  readonly #options: CountsSenderOptions;
  readonly #closing = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #sending: Promise<void> | null = null;
  #reportedDrops = 0;

  constructor(options: CountsSenderOptions) {
    this.#options = options;
  }

  start(): void {
    this.#timer = setInterval(() => void this.send(), INTERVAL_MS);
    this.#timer.unref();
  }

  /** Sends all that is counted now, or what of it the registry takes. A call during another one is that one. */
  send(): Promise<void> {
    this.#sending ??= this.#sendAll((post) => withTimeLimit(REQUEST_TIMEOUT_MS, [this.#closing.signal], post)).finally(
      () => (this.#sending = null),
    );
    return this.#sending;
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#closing.abort();
    await this.#sending;
    const limit = AbortSignal.timeout(this.#options.farewellMs ?? DEFAULT_FAREWELL_MS);
    await this.#sendAll((post) => post(limit));
  }

  /** @param limited Does one request with the signal that ends it. */
  async #sendAll(limited: (post: (signal: AbortSignal) => Promise<boolean>) => Promise<boolean>): Promise<void> {
    const { counts, logger } = this.#options;
    try {
      // What is counted while they are sent is for the next time: on a busy edge there is always something.
      for (let left = counts.batches; left > 0; left -= 1) {
        const batch = counts.next();
        if (!batch || !(await limited((signal) => this.#post(batch, signal)))) break;
        counts.taken();
      }
    } catch (err) {
      logger.debug({ err }, 'registry does not take the counts of documents');
    }
    if (counts.dropped === this.#reportedDrops) return;
    logger.warn({ documents: counts.dropped - this.#reportedDrops }, 'counts of documents are dropped: the registry did not take them');
    this.#reportedDrops = counts.dropped;
  }

  /** @returns false when nothing can be sent. @throws Error when the registry did not answer, or cannot take it now. */
  async #post(batch: CountsBatch, signal: AbortSignal): Promise<boolean> {
    const { registry, edgeId, logger } = this.#options;
    const authorization = await registry.authorization();
    if (!authorization) return false;
    const response = await fetch(registry.address(`edges/${edgeId}/counts`), {
      redirect: 'error',
      method: 'POST',
      headers: { ...authorization, 'content-type': 'application/json' },
      body: JSON.stringify(batch),
      signal,
    });
    await response.body?.cancel();
    if (response.ok) return true;
    // What it finds malformed, it will never take.
    if (response.status !== 400) throw new Error(`the registry answered ${response.status}`);
    logger.error({ batch: batch.id }, 'registry refuses the counts of documents');
    return true;
  }
}
