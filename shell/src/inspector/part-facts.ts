/** What is known of the parts of a document: from the document, from the edge, and from this browser. */
import type { ComposedRemote } from '@site/contracts/composition';
import type { InspectedPart, Inspection, WhyShown } from '@site/contracts/inspection';
import type { PreviewProps, ShellKnowledge } from '../preview/preview-outlet';

/** `browser-fallback`: the version that the document names did not load here. */
export type Why = WhyShown | { kind: 'browser-fallback'; insteadOf: string } | { kind: 'disabled'; message: string };

export interface PartFacts {
  name: string;
  /** Null where nobody says. */
  team: string | null;
  /** The one that runs in this browser. */
  version: string;
  /** Null until the edge has said. */
  why: Why | null;
  id: string | null;
  commit: string | null;
  /** Whether a new document would have another version than this one. */
  isOutdated: boolean;
}

/** @param inspection Null until the edge has answered. */
export function inspectedParts({ composition, map, knowledge }: PreviewProps, inspection: Inspection | null): PartFacts[] {
  const { shell } = composition;
  const { shellName } = knowledge;
  const inspected = new Map(inspection?.parts.map((part) => [part.name, part]));
  return [
    factsOf({ name: shellName, version: shell.version }, inspected.get(shellName)),
    ...map.remotes.map((remote) => remoteFacts(remote, inspected.get(remote.name), knowledge)),
  ];
}

function factsOf({ name, version }: { name: string; version: string }, part: InspectedPart | undefined): PartFacts {
  const isOutdated = part !== undefined && part.version !== version;
  const { id = null, commit = null, why = null } = isOutdated ? {} : (part ?? {});
  return { name, team: part?.team || null, version, why, id, commit, isOutdated };
}

function remoteFacts(remote: ComposedRemote, part: InspectedPart | undefined, { registeredEntry }: ShellKnowledge): PartFacts {
  const facts = { ...factsOf(remote, part), team: remote.team };
  const { fallback, disabled } = remote;
  if (disabled) return { ...facts, why: { kind: 'disabled', ...disabled } };
  if (fallback === null || registeredEntry(remote.name) !== fallback.entry) return facts;
  // The edge speaks of the version that it gave, and nothing is known of this one but its number.
  return { ...facts, version: fallback.version, id: null, commit: null, why: { kind: 'browser-fallback', insteadOf: remote.version } };
}
