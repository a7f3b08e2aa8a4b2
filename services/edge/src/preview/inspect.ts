/** Where each part of what a preview shows comes from, and why the visitor gets it. */
import type { InspectedPart, Inspection, WhyShown } from '@site/contracts/inspection';
import { SHELL_NAME } from '@site/contracts/release';
import { type Choice, type Chosen, chosenOf } from '@site/release-model/choice';
import { isReplay, type Shown } from '@site/release-model/preview';
import type { Part, Target } from '@site/release-model/target';
import type { Releases } from '../site/build-site';
import { type DevelopedRemote, DEVELOPMENT_VERSION } from '../site/developed-site';

interface Inspected {
  target: Target;
  choice: Choice;
  releases: Releases;
  local: readonly DevelopedRemote[];
}

export function inspectionOf(shown: Shown, { target, choice, releases, local }: Inspected): Inspection {
  const released = Object.entries(target.parts).map(([name, part]): InspectedPart => {
    const chosen = chosenOf(name, part, choice);
    const { id, version } = chosen.release;
    const release = releases.get(id);
    return { name, team: release?.team ?? '', version, id, commit: release?.commit ?? null, why: whyShown(shown, part, chosen) };
  });
  const parts = [...released, ...local.map(inspectLocal)].sort((one, other) => one.name.localeCompare(other.name));
  return { environment: target.environment, revision: target.number, parts };
}

function whyShown(shown: Shown, { stable, candidate }: Part, { part, release, cohort }: Chosen): WhyShown {
  if (isReplay(shown)) return { kind: 'revision', number: shown.revision.number, candidates: shown.candidates };
  if (shown.parts[part]?.id === release.id) return { kind: 'preview' };
  if (candidate && cohort !== '') return { kind: 'candidate', cohort, basisPoints: candidate.basisPoints };
  // Of the shell, the edge itself chooses the fallback; that of a remote is chosen in the browser.
  return part === SHELL_NAME && release.id !== stable.id ? { kind: 'fallback', insteadOf: stable.version } : { kind: 'stable' };
}

const inspectLocal = ({ name, team, entry }: DevelopedRemote): InspectedPart => ({
  ...{ name, team, version: DEVELOPMENT_VERSION, id: null, commit: null },
  why: { kind: 'local', origin: new URL(entry).origin },
});
