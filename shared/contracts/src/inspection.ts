/**
 * Inspection: what an edge says about the parts of a document, to browsers in a preview. Types alone: whoever reads it trusts the edge that gave the
 * document, and a schema would be in the scripts of all visitors.
 */

export const INSPECTION_PATH = '/_edge/inspection';

/** Why this visitor gets this release of a part. */
export type WhyShown =
  | { kind: 'stable' }
  /** `basisPoints` of 10,000 visitors are in the cohort, and this one is. */
  | { kind: 'candidate'; cohort: string; basisPoints: number }
  /** The version that would be shown did not start in this browser. */
  | { kind: 'fallback'; insteadOf: string }
  /** The link of the preview names it. */
  | { kind: 'preview' }
  /** A replay shows what this revision had. */
  | { kind: 'revision'; number: number; candidates: boolean }
  /** A development server on the visitor's machine, which nobody has verified. */
  | { kind: 'local'; origin: string };

export interface InspectedPart {
  name: string;
  /** Empty for a part whose release is not known. */
  team: string;
  version: string;
  /** Id of the release; null for what is no release. */
  id: string | null;
  /** Commit of the sources, where the release names it. */
  commit: string | null;
  why: WhyShown;
}

export interface Inspection {
  environment: string;
  /** Number of the revision that it is made of. */
  revision: number;
  parts: InspectedPart[];
}
