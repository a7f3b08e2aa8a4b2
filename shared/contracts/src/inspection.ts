/** Inspection: what an edge says about the parts of a document, to browsers in a preview. The inspector shows it. */
import * as z from 'zod/mini';
import { releaseNameSchema, semverSchema } from './release';

export const INSPECTION_PATH = '/_edge/inspection';

/** Why this visitor gets this release of a part. */
export const whyShownSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('stable') }),
  /** `basisPoints` of 10,000 visitors are in the cohort, and this one is. */
  z.object({ kind: z.literal('candidate'), cohort: z.string(), basisPoints: z.int() }),
  /** The stable version did not start in this browser. */
  z.object({ kind: z.literal('fallback'), insteadOf: semverSchema }),
  z.object({ kind: z.literal('preview') }),
  z.object({ kind: z.literal('revision'), number: z.int(), candidates: z.boolean() }),
  /** A development server on the visitor's machine, which nobody has verified. */
  z.object({ kind: z.literal('local'), origin: z.string() }),
]);

export const inspectedPartSchema = z.object({
  name: releaseNameSchema,
  team: z.string(),
  version: semverSchema,
  /** Id of the release; null for what is no release. */
  id: z.nullable(z.string()),
  /** Commit of the sources, where the release names it. */
  commit: z.nullable(z.string()),
  why: whyShownSchema,
});

export const inspectionSchema = z.object({
  environment: z.string(),
  /** Number of the revision that it is made of. */
  revision: z.int(),
  parts: z.array(inspectedPartSchema),
});

export type WhyShown = z.infer<typeof whyShownSchema>;
export type InspectedPart = z.infer<typeof inspectedPartSchema>;
export type Inspection = z.infer<typeof inspectionSchema>;
