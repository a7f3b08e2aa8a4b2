/** Which choice a visitor has, and which choices are foreseen. */
import { SHELL_NAME } from '@site/contracts/release';
import { type Choice, releaseIn } from '@site/release-model/choice';
import { cohortsOf } from '@site/release-model/cohort';
import type { ReleaseRef } from '@site/release-model/release-id';
import type { Parts } from '@site/release-model/target';

export interface Visitor {
  /** Random id; null for a visitor who has none. */
  id: string | null;
  /** Whether the id was made for this answer, and the browser told nothing of one. */
  isNew: boolean;
  /** Versions of the shell that did not start in the visitor's browser. */
  failedShells: readonly string[];
}

/** What most visitors get. */
export const STABLE: Choice = { cohorts: [], shellFallback: false };

export function choiceOf(parts: Parts, { id, failedShells }: Omit<Visitor, 'isNew'>): Choice {
  if (failedShells.length === 0) return { cohorts: cohortsOf(id, parts), shellFallback: false };
  const shell = parts[SHELL_NAME];
  const hasFailed = (release: ReleaseRef | null | undefined) => Boolean(release && failedShells.includes(release.version));
  const left = hasFailed(shell?.candidate?.release) ? shell?.candidate?.cohort : undefined;
  // Without the candidate of the shell, nobody gets those that came together with it and may need it.
  const cohorts = cohortsOf(id, parts).filter((cohort) => cohort !== left);
  const isStable = shell !== undefined && releaseIn(shell, cohorts) === shell.stable;
  return { cohorts, shellFallback: isStable && shell.fallback !== null && hasFailed(shell.stable) && !hasFailed(shell.fallback) };
}

/** The choices whose pages are rendered ahead: what most visitors get, and each cohort by itself. */
export function foreseenChoices(parts: Parts): Choice[] {
  const cohorts = Object.values(parts).flatMap(({ candidate }) => (candidate && candidate.basisPoints > 0 ? [candidate.cohort] : []));
  return [STABLE, ...[...new Set(cohorts)].sort().map((cohort) => ({ cohorts: [cohort], shellFallback: false }))];
}
