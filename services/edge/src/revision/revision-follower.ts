/**
 * Follows the revisions of one environment over HTTP. The registry announces a new one by an event; asking from time to time covers for
 * events that are lost. While the registry does not answer, nothing happens: the edge serves what it has.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { revisionSchema, type Revision } from '@site/contracts/revision';
import type { Logger } from '@site/platform/logging';
import { serverSentEvents } from './server-sent-events';

export interface RevisionFollowerOptions {
  /** Address of the registry, without a path. A function when it is known only once the process listens. */
  registryUrl: string | (() => string);
  environment: string;
  logger: Logger;
  /** Called for every new revision, one at a time, in order. */
  onRevision(revision: Revision): Promise<void>;
}

const REQUEST_TIMEOUT_MS = 5_000;
/** How often to ask while events arrive, and while they do not. */
const POLL_CONNECTED_MS = 30_000;
const POLL_DISCONNECTED_MS = 2_000;
const RECONNECT_MS = [250, 500, 1_000, 2_000, 4_000, 8_000];
/** A connection over which nothing came for so long is taken for dead. */
const SILENCE_MS = 60_000;

export class RevisionFollower {
  readonly #options: RevisionFollowerOptions;
  readonly #closing = new AbortController();
  #etag: string | null = null;
  #asking: Promise<void> | null = null;
  #askAgain = false;
  #connected = false;
  #reachedAt: Date | null = null;

  constructor(options: RevisionFollowerOptions) {
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

  /** Asks for the current revision. Calls during an ongoing request lead to one more, so no announcement is lost. */
  ask(): Promise<void> {
    this.#askAgain = true;
    this.#asking ??= this.#askWhileAsked().finally(() => (this.#asking = null));
    return this.#asking;
  }

  async #askWhileAsked(): Promise<void> {
    while (this.#askAgain) {
      this.#askAgain = false;
      await this.#fetchCurrent().catch((err: unknown) => this.#options.logger.debug({ err }, 'registry does not answer'));
    }
  }

  async #fetchCurrent(): Promise<void> {
    const response = await fetch(this.#address('revisions/current'), {
      headers: this.#etag === null ? {} : { 'if-none-match': this.#etag },
      signal: AbortSignal.any([this.#closing.signal, AbortSignal.timeout(REQUEST_TIMEOUT_MS)]),
    });
    if (response.status === 304 || response.status === 404) {
      await response.body?.cancel();
      this.#reachedAt = new Date();
      return;
    }
    if (!response.ok) throw new Error(`the registry answered ${response.status}`);
    const revision = revisionSchema.parse(await response.json());
    this.#reachedAt = new Date();
    await this.#options.onRevision(revision);
    this.#etag = response.headers.get('etag');
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
    const dead = new AbortController();
    const silence = setTimeout(() => dead.abort(), SILENCE_MS);
    silence.unref();
    try {
      const response = await fetch(this.#address('events'), {
        headers: { accept: 'text/event-stream' },
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

  #address(path: string): string {
    const { registryUrl, environment } = this.#options;
    return `${typeof registryUrl === 'string' ? registryUrl : registryUrl()}/registry/v1/environments/${environment}/${path}`;
  }

  #pause(ms: number): Promise<void> {
    return delay(ms, undefined, { signal: this.#closing.signal, ref: false }).catch(() => undefined);
  }
}
