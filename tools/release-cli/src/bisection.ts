/** Binary search for the first bad one of a sequence of revisions. */

/** `skip`: nobody can say. */
export type Verdict = 'good' | 'bad' | 'skip';

export class Bisection {
  readonly #skipped = new Set<number>();

  /**
   * @param good The highest number that is known to be good.
   * @param bad The lowest number that is known to be bad, and everything after it: higher than `good`.
   */
  constructor(
    private good: number,
    private bad: number,
  ) {}

  /** The number to look at next: the middle of those about which nothing is known. Null when there is none left. */
  get next(): number | null {
    const open = this.#open();
    return open[Math.floor(open.length / 2)] ?? null;
  }

  /** Most verdicts that are still needed, unless one of them is `skip`. */
  get stepsLeft(): number {
    return Math.ceil(Math.log2(this.#open().length + 1));
  }

  /** The numbers of which one is the first bad one: it alone, once nothing is left to look at, unless others were skipped. */
  get suspects(): number[] {
    return between(this.good, this.bad).concat(this.bad);
  }

  judge(number: number, verdict: Verdict): void {
    if (verdict === 'skip') this.#skipped.add(number);
    else if (verdict === 'good') this.good = Math.max(this.good, number);
    else this.bad = Math.min(this.bad, number);
  }

  #open(): number[] {
    return between(this.good, this.bad).filter((number) => !this.#skipped.has(number));
  }
}

/** Both exclusive. */
const between = (low: number, high: number): number[] => Array.from({ length: Math.max(0, high - low - 1) }, (_, index) => low + 1 + index);
