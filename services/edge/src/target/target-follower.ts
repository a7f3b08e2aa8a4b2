/**
 * Follows the target of one environment over HTTP. The registry announces a new one by an event, to those who have a token; asking from time
 * to time covers for events that are lost. While the registry does not answer, nothing happens: the edge serves what it has.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from '@site/platform/logging';
import { serverSentEvents } from '@site/release-model/server-sent-events';
import type { RegistryAddress } from './registry-address';

export interface TargetFollowerOptions {
  registry: RegistryAddress;
  logger: Logger;
  /** Called with the envelope of every new target, one at a time, in order. @returns Whether it is accepted; if not, it is fetched again. */
  onEnvelope(envelope: unknown): Promise<boolean>;
}

const REQUEST_TIMEOUT_MS = 5_000;
/** How often to ask while events arrive, and while they do not. */
const POLL_CONNECTED_MS = 30_000;
const POLL_DISCONNECTED_MS = 2_000;
const RECONNECT_MS = [250, 500, 1_000, 2_000, 4_000, 8_000];
/** A connection over which nothing came for so long is taken for dead. */
const SILENCE_MS = 60_000;

export class TargetFollower {
  readonly #options: TargetFollowerOptions;
  readonly #closing = new AbortController();
  #etag: string | null = null;
  #asking: Promise<void> | null = null;
  #askAgain = false;
  #connected = false;
  #reachedAt: Date | null = null;

  constructor(options: TargetFollowerOptions) {
    this.#options = options;
  }

  /** Whether announcements arrive at once. */
  get connected(): boolean {
    return this.#connected;
  }

  /** When the registry answered last. */
  get reachedAt(): Date | null {
    return this.#reachedAt;
  }

  start(): void {
    void this.#poll();
    void this.#listen();
  }

  close(): void {
    this.#closing.abort();
  }

  /** Asks for the target. Calls during an ongoing request lead to one more, so no announcement is lost. */
  ask(): Promise<void> {
    this.#askAgain = true;
    this.#asking ??= this.#askWhileAsked().finally(() => (this.#asking = null));
    return this.#asking;
  }

  async #askWhileAsked(): Promise<void> {
    while (this.#askAgain) {
      this.#askAgain = false;
      await this.#fetchTarget().catch((err: unknown) => this.#options.logger.debug({ err }, 'registry does not answer'));
    }
  }

  async #fetchTarget(): Promise<void> {
    const response = await fetch(this.#options.registry.address('target'), {
      headers: this.#etag === null ? {} : { 'if-none-match': this.#etag },
      signal: AbortSignal.any([this.#closing.signal, AbortSignal.timeout(REQUEST_TIMEOUT_MS)]),
    });
    if (response.status === 304 || response.status === 404) {
      await response.body?.cancel();
      this.#reachedAt = new Date();
      return;
    }
    if (!response.ok) throw new Error(`the registry answered ${response.status}`);
    const envelope: unknown = await response.json();
    this.#reachedAt = new Date();
    const isAccepted = await this.#options.onEnvelope(envelope);
    this.#etag = isAccepted ? response.headers.get('etag') : null;
  }

  async #poll(): Promise<void> {
    while (!this.#closing.signal.aborted) {
      await this.ask();
      await this.#pause(this.#connected ? POLL_CONNECTED_MS : POLL_DISCONNECTED_MS);
    }
  }

  async #listen(): Promise<void> {
    for (let attempt = 0; !this.#closing.signal.aborted; attempt += 1) {
      const connectedAt = Date.now();
      await this.#readEvents().catch((err: unknown) => this.#options.logger.debug({ err }, 'no events from the registry'));
      this.#connected = false;
      if (Date.now() - connectedAt > SILENCE_MS) attempt = 0;
      await this.#pause(RECONNECT_MS[Math.min(attempt, RECONNECT_MS.length - 1)] ?? 0);
    }
  }

  async #readEvents(): Promise<void> {
    const { registry } = this.#options;
    const authorization = await registry.authorization();
    if (!authorization) throw new Error('there is no token for events');
    const dead = new AbortController();
    const silence = setTimeout(() => dead.abort(), SILENCE_MS);
    silence.unref();
    try {
      const response = await fetch(registry.address('events'), {
        headers: { accept: 'text/event-stream', ...authorization },
        signal: AbortSignal.any([this.#closing.signal, dead.signal]),
      });
      if (!response.ok || !response.body) throw new Error(`the registry answered ${response.status}`);
      this.#connected = true;
      // What happened before the connection stood was not announced over it.
      void this.ask();
      for await (const { event } of serverSentEvents(response.body, () => silence.refresh())) if (event === 'revision') void this.ask();
    } finally {
      clearTimeout(silence);
    }
  }

  #pause(ms: number): Promise<void> {
    return delay(ms, undefined, { signal: this.#closing.signal, ref: false }).catch(() => undefined);
  }
}
