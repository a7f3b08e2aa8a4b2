/** The seals of this edge's documents. Without the registry's key of a day, documents of that day have none. */
import type { Choice } from '@site/release-model/choice';
import { dayOf, makeSeal, type SealKeys } from '@site/release-model/seal';
import type { Target } from '@site/release-model/target';

const DAY_MS = 24 * 60 * 60 * 1000;

/** What was made of a target on a day. */
interface Made {
  target: Target;
  day: string;
  /** Days since 1970, in UTC, which is told sooner than the name of a day. */
  dayNumber: number;
  /** Null while it is not known. */
  key: Buffer | null;
  /** By choice: as many as a target has choices. */
  seals: Map<string, string>;
}

export class Seals {
  readonly #now: () => Date;
  #keys = new Map<string, Buffer>();
  #made: Made | null = null;

  constructor({ now }: { now: () => Date }) {
    this.#now = now;
  }

  /** Takes the keys that the registry gives. Its day may begin before that of this edge, whose key of today is kept then. */
  learn({ seals }: SealKeys): void {
    const today = dayOf(this.#now());
    const kept = [...this.#keys].filter(([day]) => day === today);
    this.#keys = new Map([...kept, ...seals.map(({ day, key }) => [day, Buffer.from(key, 'base64url')] as const)]);
    this.#made = null;
  }

  /** For the documents of a choice, today. */
  sealOf(target: Target, { cohorts, shellFallback }: Choice): string | null {
    const { day, key, seals } = this.#madeToday(target);
    if (!key) return null;
    const choice = `${shellFallback} ${cohorts.join()}`;
    const known = seals.get(choice);
    if (known !== undefined) return known;
    const { environment, epoch, number } = target;
    const seal = makeSeal({ environment, epoch, number, day, cohorts: [...cohorts], shellFallback }, key);
    seals.set(choice, seal);
    return seal;
  }

  #madeToday(target: Target): Made {
    const now = this.#now();
    const dayNumber = Math.floor(now.getTime() / DAY_MS);
    if (this.#made?.target === target && this.#made.dayNumber === dayNumber) return this.#made;
    const day = dayOf(now);
    this.#made = { target, day, dayNumber, key: this.#keys.get(day) ?? null, seals: new Map() };
    return this.#made;
  }
}
