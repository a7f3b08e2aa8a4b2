/** Tells the registry what this edge serves: at once when it changes, and every ten seconds. Nothing waits for it. */
import type { FastifyBaseLogger } from 'fastify';
import { withTimeLimit } from '@site/platform/time-limit';
import { toldDefects } from '@site/release-model/edge-report';
import { sealKeysSchema, type SealKeys } from '@site/release-model/seal';
import type { Position } from '@site/release-model/target';
import type { RegistryAddress } from './registry-address';

export interface EdgeReport extends Position {
  /** Pages rendered ahead. */
  pages: { planned: number; rendered: number; failed: number; done: boolean };
  defects: string[];
}

export interface HeartbeatOptions {
  /** Of this process, until it ends. */
  edgeId: string;
  registry: RegistryAddress;
  logger: FastifyBaseLogger;
  /** Null while nothing is served. */
  report: () => EdgeReport | null;
  /** Called with the keys for the seals of documents, which the registry answers. */
  onSealKeys: (keys: SealKeys) => void;
  /** Longest time of the request that tells of the end. */
  farewellMs?: number | undefined;
}

const INTERVAL_MS = 10_000;
const REQUEST_TIMEOUT_MS = 3_000;
const DEFAULT_FAREWELL_MS = 1_000;
/** Characters of a refusal. */
const MOST_LOGGED = 1_000;

export class Heartbeat {
  readonly #options: HeartbeatOptions;
  readonly #closing = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #sending: Promise<void> = Promise.resolve();
  #isSending = false;
  #sendAgain = false;
  #isKnown = false;
  #isRefused = false;

  constructor(options: HeartbeatOptions) {
    this.#options = options;
  }

  start(): void {
    this.#timer = setInterval(() => this.beat(), INTERVAL_MS);
    this.#timer.unref();
    this.beat();
  }

  /** Reports what is served now. Calls during an ongoing request lead to one more, so the last word is the present. */
  beat(): void {
    if (!this.#timer || this.#closing.signal.aborted) return;
    this.#sendAgain = true;
    if (!this.#isSending) this.#sending = this.#send();
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#closing.abort();
    await this.#sending;
    if (this.#isKnown) await this.#request('DELETE', this.#options.farewellMs ?? DEFAULT_FAREWELL_MS).catch(() => undefined);
  }

  async #send(): Promise<void> {
    this.#isSending = true;
    while (this.#sendAgain && !this.#closing.signal.aborted) {
      this.#sendAgain = false;
      const report = this.#options.report();
      if (!report) break;
      await this.#request('PUT', REQUEST_TIMEOUT_MS, { ...report, defects: toldDefects(report.defects) }).catch((err: unknown) =>
        this.#options.logger.debug({ err }, 'registry does not hear what is served'),
      );
    }
    // With the last look at what was asked, so that no beat comes in between.
    this.#isSending = false;
  }

  async #request(method: 'PUT' | 'DELETE', timeoutMs: number, body?: EdgeReport): Promise<void> {
    const { registry, edgeId, onSealKeys } = this.#options;
    const authorization = await registry.authorization();
    if (!authorization) return;
    // What was begun may have arrived, so a request that fails counts as well.
    this.#isKnown = true;
    await withTimeLimit(timeoutMs, method === 'PUT' ? [this.#closing.signal] : [], async (signal) => {
      const response = await fetch(registry.address(`edges/${edgeId}`), {
        redirect: 'error',
        method,
        headers: { ...authorization, ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
        signal,
      });
      if (response.status >= 400 && response.status < 500) return this.#noteRefusal(response);
      this.#isRefused = false;
      if (response.status === 200) return onSealKeys(sealKeysSchema.parse(await response.json()));
      // An older registry answers 204.
      await response.body?.cancel();
      if (!response.ok) throw new Error(`the registry answered ${response.status}`);
    });
  }

  /** Once, until the registry takes what this edge says: it is not seen there, and its documents have no seals. */
  async #noteRefusal(response: Response): Promise<void> {
    const answer = await response.text();
    if (this.#isRefused) return;
    this.#isRefused = true;
    this.#options.logger.error(
      { status: response.status, answer: answer.slice(0, MOST_LOGGED) },
      'the registry refuses what this edge says',
    );
  }
}
