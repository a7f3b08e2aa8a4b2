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

  constructor({ now }: { now: () => Date }) {
    this.#now = now;
  }

  /** Counts of documents that were dropped. */
  get dropped(): number {
    return this.#dropped;
  }

  /** One document with these releases. */
  count(releases: readonly Chosen[]): void {
    const time = this.#now().getTime();
    const begin = time - (time % MINUTE_MS);
    const counts = this.#minutes.get(begin) ?? new Map<string, DocumentCount>();
    this.#minutes.set(begin, counts);
    for (const { part, release, cohort } of releases) {
      const key = `${release.id} ${part} ${cohort}`;
      const known = counts.get(key);
      if (known) known.documents += 1;
      else counts.set(key, { minute: new Date(begin).toISOString(), part, release: release.id, cohort, documents: 1 });
    }
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

  #collect(): CountsBatch | null {
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
