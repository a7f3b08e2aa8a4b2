/** Targets of earlier revisions, as the registry has them. */
import { isNamedBy, type Replay } from '@site/release-model/replay';
import type { Target } from '@site/release-model/target';
import { LRUCache } from 'lru-cache';
import type { RegistryAddress } from '../target/registry-address';

const TARGETS_KEPT = 50;
const REQUEST_TIMEOUT_MS = 5_000;

export class RevisionTargets {
  /** By their hashes. */
  readonly #targets = new LRUCache<string, Target>({ max: TARGETS_KEPT });

  constructor(private readonly registry: RegistryAddress) {}

  /** @throws Error with a sentence while the registry does not answer, or when its target is not the one that the replay names. */
  async read(replay: Replay): Promise<Target> {
    const { number, hash } = replay.revision;
    const known = this.#targets.get(hash);
    if (known) return known;
    const answer = await this.#ask(number).catch((cause: unknown) => {
      throw new Error(`Revision ${number} cannot be read, because the registry does not answer.`, { cause });
    });
    if (!isNamedBy(replay, answer)) throw new Error(`Revision ${number} of the registry is not the one that this link was made for.`);
    this.#targets.set(hash, answer);
    return answer;
  }

  /** @returns Whatever the registry answers as the target; null for a revision that it does not have. */
  async #ask(number: number): Promise<unknown> {
    const response = await fetch(this.registry.address(`revisions/${number}`), {
      redirect: 'error',
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    });
    if (response.status === 404) {
      await response.body?.cancel();
      return null;
    }
    if (!response.ok) {
      await response.body?.cancel();
      throw new Error(`the registry answered ${response.status}`);
    }
    return ((await response.json()) as { target?: unknown }).target;
  }
}
