/**
 * Follows the target of one environment over HTTP, what may become live next, and which previews were revoked. The registry announces new ones by events, to those who have
 * a token; asking from time to time covers for events that are lost. While the registry does not answer, nothing happens: the edge serves what
 * it has.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { withFirstOf } from '@site/platform/time-limit';
import { serverSentEvents } from '@site/release-model/server-sent-events';
import { Followed } from './followed';
import type { RegistryAddress } from './registry-address';

export interface TargetFollowerOptions {
  registry: RegistryAddress;
  logger: FastifyBaseLogger;
  /** Called with the envelope of every new target, one at a time, in order. @returns Whether it is accepted; if not, it is fetched again. */
  onEnvelope(envelope: unknown): Promise<boolean>;
  /** The same for statements of prospects. */
  onProspects(envelope: unknown): Promise<boolean>;
  /** The same for statements of revoked previews. */
  onRevokedPreviews(envelope: unknown): Promise<boolean>;
}

/** How often to ask while events arrive, and while they do not. */
const POLL_CONNECTED_MS = 30_000;
const POLL_DISCONNECTED_MS = 2_000;
const RECONNECT_MS = [250, 500, 1_000, 2_000, 4_000, 8_000];
/** Between two questions for prospects: whoever builds several releases publishes one after the other, and none of them is live by that. */
const PROSPECTS_REST_MS = 1_000;
/** A connection over which nothing came for so long is taken for dead. */
const SILENCE_MS = 60_000;

export class TargetFollower {
  readonly #options: TargetFollowerOptions;
  readonly #closing = new AbortController();
  readonly #target: Followed;
  readonly #prospects: Followed;
  readonly #revokedPreviews: Followed;
  #connected = false;
  /** Whether prospects were announced that are not asked for yet. */
  #areProspectsNew = false;
  #isAskingForProspects = false;
  #reachedAt: Date | null = null;

  constructor(options: TargetFollowerOptions) {
    this.#options = options;
    const { registry, logger, onEnvelope, onProspects, onRevokedPreviews } = options;
    const { signal } = this.#closing;
    const onReached = () => (this.#reachedAt = new Date());
    this.#target = new Followed({ registry, path: 'target', logger, needsToken: false, onEnvelope, onReached }, signal);
    this.#prospects = new Followed({ registry, path: 'prospects', logger, needsToken: true, onEnvelope: onProspects }, signal);
    const ofRevoked = { path: 'revoked-previews', needsToken: false, onEnvelope: onRevokedPreviews };
    this.#revokedPreviews = new Followed({ registry, logger, ...ofRevoked }, signal);
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

  /** Asks for the target. */
  ask(): Promise<void> {
    return this.#target.ask();
  }

  /** Asks for what may become live next. */
  askForProspects(): Promise<void> {
    return this.#prospects.ask();
  }

  /** Asks for the previews that were revoked. */
  askForRevokedPreviews(): Promise<void> {
    return this.#revokedPreviews.ask();
  }

  async #poll(): Promise<void> {
    while (!this.#closing.signal.aborted) {
      await this.ask();
      await this.askForRevokedPreviews();
      await this.askForProspects();
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
      await withFirstOf([this.#closing.signal, dead.signal], async (signal) => {
        const headers = { accept: 'text/event-stream', ...authorization };
        const response = await fetch(registry.address('events'), { redirect: 'error', headers, signal });
        if (!response.ok || !response.body) throw new Error(`the registry answered ${response.status}`);
        this.#connected = true;
        // What happened before the connection stood was not announced over it.
        void this.askForRevokedPreviews();
        void this.ask().then(() => this.askForProspects());
        for await (const { event } of serverSentEvents(response.body, () => silence.refresh())) {
          if (event === 'revision') void this.ask();
          if (event === 'prospects') void this.#followProspects();
          if (event === 'previews') void this.askForRevokedPreviews();
        }
      });
    } finally {
      clearTimeout(silence);
    }
  }

  /** Asks at once for the first that are announced, and once for all that are while it rests. */
  async #followProspects(): Promise<void> {
    this.#areProspectsNew = true;
    if (this.#isAskingForProspects) return;
    this.#isAskingForProspects = true;
    while (this.#areProspectsNew && !this.#closing.signal.aborted) {
      this.#areProspectsNew = false;
      await this.askForProspects();
      await this.#pause(PROSPECTS_REST_MS);
    }
    this.#isAskingForProspects = false;
  }

  #pause(ms: number): Promise<void> {
    return delay(ms, undefined, { signal: this.#closing.signal, ref: false }).catch(() => undefined);
  }
}
