/** One signed document of the registry, which is asked for again and again. */
import type { FastifyBaseLogger } from 'fastify';
import { withTimeLimit } from '@site/platform/time-limit';
import type { RegistryAddress } from './registry-address';

export interface FollowedOptions {
  registry: RegistryAddress;
  /** Path of the document in its environment. */
  path: string;
  logger: FastifyBaseLogger;
  /** Whether only holders of a token get it. Without one it is not asked for. */
  needsToken: boolean;
  /** Called with every new one, one at a time, in order. @returns Whether it is accepted; if not, it is fetched again. */
  onEnvelope(envelope: unknown): Promise<boolean>;
  /** Called when the registry has answered. */
  onReached?: () => void;
}

const REQUEST_TIMEOUT_MS = 5_000;

export class Followed {
  readonly #options: FollowedOptions;
  readonly #closing: AbortSignal;
  #etag: string | null = null;
  #asking: Promise<void> | null = null;
  #askAgain = false;

  constructor(options: FollowedOptions, closing: AbortSignal) {
    this.#options = options;
    this.#closing = closing;
  }

  /** Calls during an ongoing request lead to one more, so no announcement is lost. */
  ask(): Promise<void> {
    this.#askAgain = true;
    this.#asking ??= this.#askWhileAsked();
    return this.#asking;
  }

  async #askWhileAsked(): Promise<void> {
    while (this.#askAgain) {
      this.#askAgain = false;
      await this.#fetch().catch((err: unknown) => this.#options.logger.debug({ err }, 'registry does not answer'));
    }
    // With the last look at what was asked, so that nobody asks in between.
    this.#asking = null;
  }

  async #fetch(): Promise<void> {
    const { registry, path, needsToken, onEnvelope, onReached } = this.#options;
    const authorization = needsToken ? await registry.authorization() : {};
    if (!authorization) return;
    const answer = await withTimeLimit(REQUEST_TIMEOUT_MS, [this.#closing], async (signal) => {
      const response = await fetch(registry.address(path), {
        redirect: 'error',
        headers: { ...authorization, ...(this.#etag !== null && { 'if-none-match': this.#etag }) },
        signal,
      });
      if (response.ok) return { envelope: (await response.json()) as unknown, etag: response.headers.get('etag') };
      await response.body?.cancel();
      if (response.status === 304 || response.status === 404) return null;
      throw new Error(`the registry answered ${response.status}`);
    });
    onReached?.();
    if (!answer) return;
    const isAccepted = await onEnvelope(answer.envelope);
    this.#etag = isAccepted ? answer.etag : null;
  }
}
