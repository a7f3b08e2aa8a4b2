/** The public keys of the registry, read again when something is signed with none of those known. */
import type { Envelope, TrustedKeys } from '@site/release-model/envelope';

export class KeyRing {
  #keys: TrustedKeys = new Map();
  /** When the last reading began. */
  #readAt = -Infinity;
  #reading = Promise.resolve(this.#keys);

  constructor(private readonly read: () => Promise<TrustedKeys>) {}

  /**
   * @param restMs How long to make do with the last reading, whose end is waited for. Whatever strangers may send needs one, or they could have the
   *   keys read without end.
   * @throws Error with a sentence when the keys cannot be read.
   */
  async for({ signatures }: Envelope, restMs = 0): Promise<TrustedKeys> {
    const isKnown = signatures.some(({ keyid }) => this.#keys.has(keyid));
    if (isKnown) return this.#keys;
    if (performance.now() - this.#readAt >= restMs) {
      this.#readAt = performance.now();
      this.#reading = this.#readKeys();
    }
    return this.#reading;
  }

  async #readKeys(): Promise<TrustedKeys> {
    this.#keys = await this.read().catch((cause: unknown) => {
      // Visitors can read the sentence, so what exactly went wrong is only logged.
      throw new Error('The trusted keys cannot be read.', { cause });
    });
    return this.#keys;
  }
}
