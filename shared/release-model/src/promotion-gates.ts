/** The gates of a promotion by their names, for whoever asks before there is one. `decide` has the same checks, and stops at the first refusal. */
import { assertNoneBroken, brokenLinks } from './links';
import { type Finding, finding } from './release-checks';
import { assertModulesMet, assertPathsOwnedOnce, type ReadDescriptor } from './solver';
import type { Parts } from './target';

/** What each gate says of the parts that would be live in the place of others, in every combination that a visitor can get. */
export const promotionFindings = (before: Parts, after: Parts, read: ReadDescriptor): Finding[] => [
  finding('shared-modules', () => assertModulesMet(after, read)),
  finding('paths', () => assertPathsOwnedOnce(after, read)),
  finding('links', () => assertNoneBroken(brokenLinks(before, after, read))),
];
