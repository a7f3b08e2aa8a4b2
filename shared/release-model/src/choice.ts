/** Choice: what of a target a visitor gets. All visitors with the same choice get the same site. */
import { SHELL_NAME } from '@site/contracts/release';
import type { ReleaseRef } from './release-id';
import type { Part, Parts } from './target';

export interface Choice {
  /** Cohorts that the visitor is in, sorted. */
  cohorts: readonly string[];
  /** Whether the shell's fallback is used in place of its stable release. */
  shellFallback: boolean;
}

/** A release of a part that a choice gives. */
export interface Chosen {
  part: string;
  release: ReleaseRef;
  /** Of the candidate, if it is one; else empty. */
  cohort: string;
  /** What takes over in a browser where the release does not load. */
  fallback: ReleaseRef | null;
}

/** The release of a part that those in the cohorts get. */
export const releaseIn = ({ stable, candidate }: Part, cohorts: Choice['cohorts']): ReleaseRef =>
  candidate && cohorts.includes(candidate.cohort) ? candidate.release : stable;

/** What a choice gives of every part that is not switched off. */
export const chosenReleases = (parts: Parts, choice: Choice): Chosen[] =>
  Object.entries(parts).flatMap(([name, part]) => (part.disabled ? [] : [chosenOf(name, part, choice)]));

export function chosenOf(name: string, part: Part, { cohorts, shellFallback }: Choice): Chosen {
  const release = releaseIn(part, cohorts);
  if (release !== part.stable) return { part: name, release, cohort: part.candidate?.cohort ?? '', fallback: part.stable };
  if (name === SHELL_NAME && shellFallback && part.fallback) return { part: name, release: part.fallback, cohort: '', fallback: null };
  return { part: name, release, cohort: '', fallback: part.fallback };
}
