/** Revision: a numbered, immutable snapshot of what is live in one environment. A rollback is a new revision that copies an old one. */
import * as z from 'zod/mini';
import { releaseNameSchema, semverSchema } from './release';

export const revisionEntrySchema = z.object({
  version: semverSchema,
  /** The version that was live before this one: what a browser falls back to when this one does not load. */
  previous: z.nullable(semverSchema),
});

export const revisionSchema = z.object({
  environment: z.string(),
  /** Counts up from 1 within the environment. */
  number: z.int().check(z.positive()),
  kind: z.enum(['promotion', 'rollback']),
  /** For a rollback, the number of the revision that it copies. */
  copies: z.nullable(z.int()),
  /** The live version of the shell and of each remote, by name. */
  entries: z.record(releaseNameSchema, revisionEntrySchema),
  /** Who made it: the name of a token or a person. */
  createdBy: z.string(),
  /** ISO 8601 time. */
  createdAt: z.iso.datetime(),
  reason: z.nullable(z.string()),
});

/** One change of a promotion: make `version` of `name` live. */
export const revisionChangeSchema = z.object({ name: releaseNameSchema, version: semverSchema });

export type RevisionEntry = z.infer<typeof revisionEntrySchema>;
export type Revision = z.infer<typeof revisionSchema>;
export type RevisionChange = z.infer<typeof revisionChangeSchema>;
