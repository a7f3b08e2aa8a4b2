/** What is asked of promotions, beside what was measured. */
import type { Promotions } from './promotion';
import type { UnderLoad } from './under-load';

/** Milliseconds, of 99 of 100 promotions. */
const SERVED_MS = 100;
const SWITCHED_MS = 25;
/** With the connections cut over which the registry listens: 250 ms until the edges learn of it, and the rest. */
const SERVED_AFTER_CUT_MS = 350;

interface Row {
  what: string;
  measured: number;
  most: number;
}

export class Targets {
  readonly #rows: Row[] = [];

  /** @param site In the table. */
  promotions(site: string, { ahead, unforeseen, cutAhead }: { ahead: Promotions; unforeseen: Promotions; cutAhead?: Promotions }): void {
    this.#add(`${site}, rendered ahead: served, p99 ms`, ahead.servedMs.p99, SERVED_MS);
    this.#add(`${site}, rendered ahead: switch, p99 ms`, ahead.switchedMs.p99, SWITCHED_MS);
    if (cutAhead) this.#add(`${site}, rendered ahead, listening cut off: served, p99 ms`, cutAhead.servedMs.p99, SERVED_AFTER_CUT_MS);
    const first = [ahead, unforeseen, ...(cutAhead ? [cutAhead] : [])];
    const unrendered = first.reduce((sum, promotions) => sum + promotions.unrendered, 0);
    this.#add(`${site}: first documents left to the browser`, unrendered, 0);
  }

  underLoad(site: string, { documents, old, unrendered }: UnderLoad): void {
    this.#add(`${site}, under load: old ones after the command, of ${documents} documents`, old, 0);
    this.#add(`${site}, under load: documents left to the browser`, unrendered, 0);
  }

  /** Prints the table. @returns Whether nothing is above its target. */
  areMet(): boolean {
    if (this.#rows.length > 0) {
      console.log('\nTargets');
      console.table(this.#rows.map((row) => ({ ...row, measured: Math.round(row.measured * 10) / 10, met: isMet(row) })));
    }
    return this.#rows.every(isMet);
  }

  #add(what: string, measured: number, most: number): void {
    this.#rows.push({ what, measured, most });
  }
}

const isMet = ({ measured, most }: Row): boolean => measured <= most;
