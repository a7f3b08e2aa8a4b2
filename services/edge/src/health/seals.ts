/** The seals of this edge's documents. Without the registry's key of a day, documents of that day have none. */
import type { Choice } from '@site/release-model/choice';
import { dayOf, makeSeal, type SealKeys } from '@site/release-model/seal';
import type { Target } from '@site/release-model/target';

export class Seals {
  readonly #now: () => Date;
  #keys = new Map<string, Buffer>();
  /** What was made of a target on a day, by choice: as many as a target has choices. */
  #made: { target: Target; day: string; seals: Map<string, string> } | null = null;

  constructor({ now }: { now: () => Date }) {
    this.#now = now;
  }

  /** Takes the keys that the registry gives, in place of those before. */
  learn({ seals }: SealKeys): void {
    this.#keys = new Map(seals.map(({ day, key }) => [day, Buffer.from(key, 'base64url')]));
    this.#made = null;
  }

  /** For the documents of a choice, today. */
  sealOf(target: Target, { cohorts, shellFallback }: Choice): string | null {
    const day = dayOf(this.#now());
    const key = this.#keys.get(day);
    if (!key) return null;
    if (this.#made?.target !== target || this.#made.day !== day) this.#made = { target, day, seals: new Map() };
    const { seals } = this.#made;
    const choice = `${shellFallback} ${cohorts.join()}`;
    const made = seals.get(choice);
    if (made !== undefined) return made;
    const { environment, epoch, number } = target;
    const seal = makeSeal({ environment, epoch, number, day, cohorts: [...cohorts], shellFallback }, key);
    seals.set(choice, seal);
    return seal;
  }
}
