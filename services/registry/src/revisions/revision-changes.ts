/** What a promotion makes of the entries of a revision. */
import type { RevisionChange, RevisionEntry } from '@site/contracts/revision';

export type Entries = Record<string, RevisionEntry>;

export interface Difference {
  name: string;
  /** Version that was live; null if the name was not. */
  from: string | null;
  /** Version that is live now; null if the name is no longer. */
  to: string | null;
}

/** Entries after the changes. An entry keeps its `previous` while its own version stays. */
export function applyChanges(entries: Entries, changes: RevisionChange[]): Entries {
  const next = { ...entries };
  for (const { name, version } of changes) {
    const live = entries[name]?.version ?? null;
    if (live !== version) next[name] = { version, previous: live };
  }
  return next;
}

/** Which names have another version, sorted by name. */
export function differences(before: Entries, after: Entries): Difference[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  return names
    .map((name) => ({ name, from: before[name]?.version ?? null, to: after[name]?.version ?? null }))
    .filter(({ from, to }) => from !== to);
}
