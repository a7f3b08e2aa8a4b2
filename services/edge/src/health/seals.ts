/** The seals of this edge's documents. Without the registry's key of a day, documents of that day have none. */
import type { Choice } from '@site/release-model/choice';
import { dayOf, makeSeal, type SealKeys } from '@site/release-model/seal';
import type { Target } from '@site/release-model/target';

export class Seals {
  readonly #now: () => Date;
  #keys = new Map<string, Buffer>();

  constructor({ now }: { now: () => Date }) {
    this.#now = now;
  }

  /** Takes the keys that the registry gives, in place of those before. */
  learn({ seals }: SealKeys): void {
    this.#keys = new Map(seals.map(({ day, key }) => [day, Buffer.from(key, 'base64url')]));
  }

  /** For the documents of a choice, today. */
  sealOf({ environment, epoch, number }: Target, { cohorts, shellFallback }: Choice): string | null {
    const day = dayOf(this.#now());
    const key = this.#keys.get(day);
    return key ? makeSeal({ environment, epoch, number, day, cohorts: [...cohorts], shellFallback }, key) : null;
  }
}
