/**
 * Counts documents by minute and by the releases in them, until the registry has them. What the registry has not taken within an hour is
 * dropped, oldest minutes first. There are as many counts in a minute as its targets have releases.
 */
import { randomUUID } from 'node:crypto';
import type { Chosen } from '@site/release-model/choice';
import { type CountsBatch, type DocumentCount, MOST_COUNTS } from '@site/release-model/document-counts';

const MINUTE_MS = 60_000;
/** After the end of a minute. */
const KEPT_MS = 60 * MINUTE_MS;

export class DocumentCounts {
  readonly #now: () => Date;
  /** By the time at which the minute began, then by part, release and cohort. */
  readonly #minutes = new Map<number, Map<string, DocumentCount>>();
  /** What is on its way. It stays as it is until it has arrived, so that a registry which took it already knows it. */
  #batch: CountsBatch | null = null;
  #dropped = 0;
  /** Where those of a choice are counted in the last minute, so that a document costs no look for each of its releases. */
  #latest: { begin: number; counts: WeakMap<readonly Chosen[], DocumentCount[]> } = { begin: 0, counts: new WeakMap() };

  constructor({ now }: { now: () => Date }) {
    this.#now = now;
  }

  /** Counts of documents that were dropped. */
  get dropped(): number {
    return this.#dropped;
  }

  /**
   * One document with these releases.
   * @param releases The same list each time is counted sooner.
   */
  count(releases: readonly Chosen[]): void {
    const time = this.#now().getTime();
    const begin = time - (time % MINUTE_MS);
    if (this.#latest.begin !== begin) this.#latest = { begin, counts: new WeakMap() };
    const { counts } = this.#latest;
    let own = counts.get(releases);
    if (!own) counts.set(releases, (own = this.#countsOf(releases, begin)));
    for (const count of own) count.documents += 1;
  }

  /** How many batches there are to send of what is counted now. */
  get batches(): number {
    const counted = [...this.#minutes.values()].reduce((sum, minute) => sum + minute.size, 0);
    return (this.#batch ? 1 : 0) + Math.ceil(counted / MOST_COUNTS);
  }

  /** The batch to send, the same one until it is {@link taken}; null when there is nothing to send. */
  next(): CountsBatch | null {
    this.#dropOld();
    this.#batch ??= this.#collect();
    return this.#batch;
  }

  /** The registry has the batch, or never will. */
  taken(): void {
    this.#batch = null;
  }

  #countsOf(releases: readonly Chosen[], begin: number): DocumentCount[] {
    const minute = this.#minutes.get(begin) ?? new Map<string, DocumentCount>();
    this.#minutes.set(begin, minute);
    return releases.map(({ part, release, cohort }) => {
      const key = `${release.id} ${part} ${cohort}`;
      const count = minute.get(key) ?? { minute: new Date(begin).toISOString(), part, release: release.id, cohort, documents: 0 };
      minute.set(key, count);
      return count;
    });
  }

  #collect(): CountsBatch | null {
    // What is in a batch is counted no further.
    this.#latest = { begin: 0, counts: new WeakMap() };
    const counts: DocumentCount[] = [];
    for (const [begin, minute] of this.#minutes) {
      for (const [key, count] of minute) {
        if (counts.length === MOST_COUNTS) return { id: randomUUID(), counts };
        counts.push(count);
        minute.delete(key);
      }
      this.#minutes.delete(begin);
    }
    return counts.length > 0 ? { id: randomUUID(), counts } : null;
  }

  #dropOld(): void {
    const oldest = this.#now().getTime() - KEPT_MS - MINUTE_MS;
    for (const [begin, minute] of this.#minutes) {
      if (begin >= oldest) continue;
      this.#drop([...minute.values()]);
      this.#minutes.delete(begin);
    }
    if (this.#batch?.counts.every(({ minute }) => Date.parse(minute) < oldest)) {
      this.#drop(this.#batch.counts);
      this.#batch = null;
    }
  }

  #drop(counts: readonly DocumentCount[]): void {
    for (const { documents } of counts) this.#dropped += documents;
  }
}
