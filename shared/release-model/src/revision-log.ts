/** What the revisions of an environment say about each other. */
import type { Cause } from './revision';

/** What is remembered of a revision. */
export interface LogEntry {
  number: number;
  cause: Cause;
  /** For a rollback, the number of the revision whose parts it has. */
  restores: number | null;
  /** Whether what a promotion replaced was bad. */
  fixes: boolean;
  createdBy: string;
  createdAt: Date;
  /** Ids of the stable releases, by name. */
  stable: Readonly<Record<string, string>>;
  /** Ids of the candidates, by name. */
  candidates: Readonly<Record<string, string>>;
}

/** What a change makes live, and how. */
export type Move = Pick<LogEntry, 'cause' | 'restores' | 'fixes' | 'stable' | 'candidates'>;

/** The revisions of an environment, oldest first. Grows by {@link add}; everything else is read. */
export class RevisionLog {
  readonly #entries: LogEntry[] = [];
  /** For each entry the number of the revision that its parts come from: of a rollback, where what it restores comes from. */
  readonly #origins: number[] = [];
  /** Ids of releases that somebody left because they were bad. */
  readonly #withdrawn = new Set<string>();
  /** Ids of the releases of a part that were stable, the one that was live last at the end. */
  readonly #wasLive = new Map<string, Set<string>>();

  constructor(entries: Iterable<LogEntry> = []) {
    for (const entry of entries) this.add(entry);
  }

  get last(): LogEntry | null {
    return this.#entries.at(-1) ?? null;
  }

  /** @throws Error unless the entry is the next one. */
  add(entry: LogEntry): void {
    const before = this.last;
    if (entry.number !== (before?.number ?? 0) + 1) throw new Error(`revision ${entry.number} does not follow ${before?.number ?? 0}`);
    for (const id of this.leftBy(entry)) this.#withdrawn.add(id);
    for (const [name, id] of Object.entries(entry.stable)) {
      // Whoever makes a release stable again has decided that it is good.
      this.#withdrawn.delete(id);
      const live = this.#wasLive.get(name) ?? new Set();
      live.delete(id);
      this.#wasLive.set(name, live.add(id));
    }
    this.#origins.push(this.#origin(entry.restores ?? 0) || entry.number);
    this.#entries.push(entry);
  }

  find(number: number): LogEntry | null {
    return this.#entries[number - 1] ?? null;
  }

  /** Number of the newest revision in which a part was live; null if there is none. */
  lastWith(name: string): number | null {
    return this.#entries.findLast(({ stable }) => name in stable)?.number ?? null;
  }

  isWithdrawn(id: string): boolean {
    return this.#withdrawn.has(id);
  }

  /** Ids of releases of a part that were stable and not withdrawn, the one that was live last first. */
  wasLive(name: string): string[] {
    return [...(this.#wasLive.get(name) ?? [])].reverse().filter((id) => !this.#withdrawn.has(id));
  }

  /**
   * Ids of the releases that are withdrawn with a change: by a promotion that fixes, what it replaces; by a rollback, whatever was live since
   * what it goes back to. A rollback that only undoes another one withdraws nothing.
   */
  leftBy({ cause, restores, fixes, stable, candidates }: Move): Set<string> {
    const live = new Set([...Object.values(stable), ...Object.values(candidates)]);
    const entries = cause === 'rollback' ? this.#since(restores ?? 0) : fixes && this.last ? [this.last] : [];
    const ids = entries.flatMap((entry) => [...Object.values(entry.stable), ...Object.values(entry.candidates)]);
    return new Set(ids.filter((id) => !live.has(id)));
  }

  /**
   * The newest revision to return to: other stable releases than now, none of them withdrawn, or the same ones without the candidates that
   * there are now. After a rollback it is further back, never what was rolled back from.
   */
  rollbackTarget(isUsable: (id: string) => boolean = () => true): LogEntry | null {
    const current = this.last;
    if (!current) return null;
    const hasCandidates = Object.keys(current.candidates).length > 0;
    for (let entry = this.#before(current.number); entry; entry = this.#before(entry.number)) {
      const names = changedNames(current.stable, entry.stable);
      if (names.length === 0) {
        if (hasCandidates && Object.keys(entry.candidates).length === 0) return entry;
        continue;
      }
      const others = names.flatMap((name) => entry.stable[name] ?? []);
      if (others.every((id) => !this.#withdrawn.has(id) && isUsable(id))) return entry;
    }
    return null;
  }

  /** Number of the revision that the parts of another come from; 0 for none. */
  #origin(number: number): number {
    return this.#origins[number - 1] ?? 0;
  }

  /** What was live before the parts of a revision became live for the first time. */
  #before(number: number): LogEntry | null {
    return this.find(this.#origin(this.#origin(number) - 1));
  }

  /** Revisions from which the present parts come, down to the first one from which those of the other come as well. */
  #since(number: number): LogEntry[] {
    const since: LogEntry[] = [];
    let [mine, other] = [this.find(this.#origin(this.last?.number ?? 0)), this.find(this.#origin(number))];
    while (mine && mine !== other) {
      if (other && other.number > mine.number) other = this.#before(other.number);
      else {
        since.push(mine);
        mine = this.#before(mine.number);
      }
    }
    return since;
  }
}

/** Names of the parts whose stable release differs, sorted. */
export function changedNames(one: Readonly<Record<string, string>>, other: Readonly<Record<string, string>>): string[] {
  const names = [...new Set([...Object.keys(one), ...Object.keys(other)])].sort();
  return names.filter((name) => one[name] !== other[name]);
}
