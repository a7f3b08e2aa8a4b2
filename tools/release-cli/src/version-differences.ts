/** What is different between two revisions. */
import type { Revision } from '@site/contracts/revision';

export interface Difference {
  name: string;
  from: string | null;
  to: string | null;
}

type Entries = Revision['entries'];

/** Sorted by name. */
export function versionDifferences(before: Entries, after: Entries): Difference[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  return names
    .map((name) => ({ name, from: before[name]?.version ?? null, to: after[name]?.version ?? null }))
    .filter(({ from, to }) => from !== to);
}

/** `mf-marketing 1.0.0 -> 1.0.1` */
export const describeDifference = ({ name, from, to }: Difference): string => `${name} ${from ?? '(none)'} -> ${to ?? '(none)'}`;
