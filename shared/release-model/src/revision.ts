/** Revision: one change of what is live in an environment, append-only, with who made it and why. Its target is what edges serve. */
import * as z from 'zod/mini';
import { changeSchema } from './changes';
import { endedPlanSchema } from './ended-plans';
import { namedRehearsalSchema } from './rehearsal';
import { hashSchema } from './release-id';
import { targetSchema } from './target';

export const causeSchema = z.enum([
  'promote',
  'canary',
  'end-canary',
  'rollback',
  'disable',
  'enable',
  'retire',
  'yank',
  'restore',
  'params',
  'policy',
  'epoch',
]);

export const revisionSummarySchema = z.object({
  environment: z.string(),
  /** Counts up from 1 within the environment. */
  number: z.int().check(z.positive()),
  epoch: z.int().check(z.positive()),
  cause: causeSchema,
  /** For a rollback, the number of the revision whose parts it has. */
  restores: z.nullable(z.int()),
  /** Whether what a promotion replaced was bad. */
  fixes: z.boolean(),
  /** Hash of the target. */
  hash: hashSchema,
  /** Against the revision before. */
  changes: z.array(changeSchema),
  /** Who made it: the name of a token or a person. */
  createdBy: z.string(),
  /** ISO 8601 time. */
  createdAt: z.iso.datetime(),
  reason: z.nullable(z.string()),
  /** Who approved it beside its author; nobody where the rules did not ask for it. */
  approvedBy: z.array(z.string()),
  /** The plan that it belongs to, and the number of the step, from 1. */
  plan: z.nullable(z.object({ id: z.int(), step: z.int() })),
  /** The newest one of exactly its releases when it was made. */
  rehearsal: z._default(z.nullable(namedRehearsalSchema), null),
});

export const revisionSchema = z.object({ ...revisionSummarySchema.shape, target: targetSchema });

/** What a command is answered with: the revision that it made, or would make. */
export const decidedRevisionSchema = z.object({
  ...revisionSchema.shape,
  /** Plans that end by it, whoever made them. */
  endsPlans: z._default(z.array(endedPlanSchema), []),
});

export type Cause = z.infer<typeof causeSchema>;
export type RevisionSummary = z.infer<typeof revisionSummarySchema>;
export type Revision = z.infer<typeof revisionSchema>;
export type DecidedRevision = z.infer<typeof decidedRevisionSchema>;
/** As it comes from a registry: one of before does not say which plans end. */
export type AnsweredRevision = z.input<typeof decidedRevisionSchema>;
