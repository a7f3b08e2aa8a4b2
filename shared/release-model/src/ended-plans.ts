/** Plans that a change of what is live ends, because it takes the place of what they show. */
import { releaseNameSchema } from '@site/contracts/release';
import * as z from 'zod/mini';
import { isEnded, overtakenBy, type Plan } from './plan';
import { releaseRefSchema } from './release-id';
import type { Parts } from './target';

export const endedPlanSchema = z.object({
  id: z.int(),
  /** Whose plan it is. */
  createdBy: z.string(),
  releases: z.record(releaseNameSchema, releaseRefSchema),
  /** How many of its steps were carried out, and how many it has. */
  step: z.int(),
  steps: z.int(),
});

export type EndedPlan = z.infer<typeof endedPlanSchema>;

/** What is live before and after a revision. */
export interface PartsChange {
  before: Parts;
  after: Parts;
  /** Number of the plan whose step it is: that one goes on. */
  planId: number | null;
}

/** Those that went on before the change, and do not after it. */
export const endedPlans = (plans: readonly (Plan & { createdBy: string })[], { before, after, planId }: PartsChange): EndedPlan[] =>
  plans
    .filter((plan) => plan.id !== planId && !isEnded(plan) && overtakenBy(plan, before) === null && overtakenBy(plan, after) !== null)
    .map(({ id, createdBy, releases, step, steps }) => ({ id, createdBy, releases, step, steps: steps.length }));
