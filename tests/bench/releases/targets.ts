/** What is asked of promotions and of what they cost, beside what was measured. */
import { areMet, type Limit } from '../measure/limits';
import type { BesideCanary, BesidePublishing } from './documents-beside';
import type { Times } from './history';
import type { ManyRemotes } from './many-remotes';
import type { PreviewMemory } from './preview-memory';
import type { Promotions } from './promotion';
import type { UnderLoad } from './under-load';

/** Milliseconds, of 99 of 100 promotions, also with the connections cut over which the registry listens. */
const SERVED_MS = 100;
const SWITCHED_MS = 25;

/** How many times as long a document may take while something is the case. */
const CANARY_RATIO = 1.1;
const PUBLISHING_RATIO = 1.5;
const PUBLICATION_MS = 1_000;
/** What people ask for, with all revisions, and the start of an edge. Milliseconds. */
const ASKED_MS = 100;
const EDGE_START_MS = 3_000;
/** Compressed bytes that 200 remotes may add to a document, and how many times as long a promotion may take. */
const MORE_BYTES = 1_024;
const MANY_REMOTES_RATIO = 1.2;
/** MB that an edge may take more for any number of previews, and for the same ones again. */
const PREVIEWS_MB = 200;
const PREVIEWS_AGAIN_MB = 50;

export class Targets {
  readonly #limits: Limit[] = [];

  /** @param site In the table. */
  promotions(site: string, { ahead, unforeseen, cutAhead }: { ahead: Promotions; unforeseen: Promotions; cutAhead?: Promotions }): void {
    this.#add(`${site}, rendered ahead: served, p99 ms`, ahead.servedMs.p99, SERVED_MS);
    this.#add(`${site}, rendered ahead: switch, p99 ms`, ahead.switchedMs.p99, SWITCHED_MS);
    if (cutAhead) this.#add(`${site}, rendered ahead, listening cut off: served, p99 ms`, cutAhead.servedMs.p99, SERVED_MS);
    const first = [ahead, unforeseen, ...(cutAhead ? [cutAhead] : [])];
    const unrendered = first.reduce((sum, promotions) => sum + promotions.unrendered, 0);
    this.#add(`${site}: first documents left to the browser`, unrendered, 0);
  }

  underLoad(site: string, { documents, old, unrendered }: UnderLoad): void {
    this.#add(`${site}, under load: old ones after the command, of ${documents} documents`, old, 0);
    this.#add(`${site}, under load: documents left to the browser`, unrendered, 0);
  }

  beside({ again, first }: BesideCanary, publishing: BesidePublishing): void {
    this.#add('time of a document for a visitor of a canary, beside one without', 1 / again.ratio, CANARY_RATIO);
    this.#add('time of a document for the first visit during a canary, beside one without', 1 / first.ratio, CANARY_RATIO);
    this.#add('time of a document while releases are published, beside otherwise', 1 / publishing.ratio, PUBLISHING_RATIO);
    this.#add('publication of 60 files, ms', publishing.publicationMs, PUBLICATION_MS);
  }

  history({ status, history, edgeStart }: Times): void {
    this.#add('long history: status, ms', status, ASKED_MS);
    this.#add('long history: history, ms', history, ASKED_MS);
    this.#add('long history: start of an edge, ms', edgeStart, EDGE_START_MS);
  }

  manyRemotes({ few, many }: ManyRemotes): void {
    this.#add('200 remotes: bytes that a document of / has more, compressed', many.bytes - few.bytes, MORE_BYTES);
    this.#add('200 remotes: from a promotion to its first document, beside a few', many.servedMs / few.servedMs, MANY_REMOTES_RATIO);
  }

  previews({ beforeMb, openedMb, againMb }: PreviewMemory): void {
    this.#add('50 previews: MB of an edge more', openedMb - beforeMb, PREVIEWS_MB);
    this.#add('50 previews: MB more when they are opened again', againMb - openedMb, PREVIEWS_AGAIN_MB);
  }

  /** Prints the table. @returns Whether nothing is above its target. */
  areMet(): boolean {
    return areMet(this.#limits);
  }

  #add(what: string, measured: number, atMost: number): void {
    this.#limits.push({ what, measured, atMost });
  }
}
