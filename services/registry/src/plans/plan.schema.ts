import { guardSchema } from '@site/release-model/guard';
import { kindOf, type PlanInJson, stepsSchema } from '@site/release-model/plan';
import { z } from 'zod';
import { environmentParams } from '../environments/environment.schema';
import { reasonSchema } from '../reason';
import { requestedReleasesSchema } from '../revisions/requested-command';
import type { PlanRow } from './plan.repository';

export const planParams = environmentParams.extend({ id: z.coerce.number().int().positive().max(2_147_483_647) });

export const planRequestSchema = z.object({
  releases: requestedReleasesSchema,
  steps: stepsSchema,
  /** Null for none. By default plans of more than one step have that of the rules of the environment. */
  guard: z.nullish(guardSchema),
  /** When the first step is due; by default at once. */
  startsAt: z.iso.datetime({ offset: true }).optional(),
  expectedRevision: z.int32().min(0),
  reason: reasonSchema.nullish(),
  /** Also if the guard aborted a plan of one of the releases. */
  again: z.boolean().default(false),
});

/** What of a plan is kept while it is proposed. */
export const proposedPlanRequestSchema = planRequestSchema.omit({ expectedRevision: true, reason: true });

export type PlanRequest = z.infer<typeof planRequestSchema>;

const iso = (time: Date | null): string | null => time?.toISOString() ?? null;

export const planInJson = (row: PlanRow): PlanInJson => ({
  id: row.id,
  environment: row.environment,
  kind: kindOf(row.steps),
  state: row.state,
  releases: row.releases,
  steps: row.steps,
  step: row.step,
  guard: row.guard,
  startsAt: row.startsAt.toISOString(),
  startedAt: iso(row.startedAt),
  dueAt: iso(row.dueAt),
  note: row.note,
  reason: row.reason,
  createdBy: row.createdBy,
  createdAt: row.createdAt.toISOString(),
  endedBy: row.endedBy,
  endedAt: iso(row.endedAt),
  approvedBy: row.approvedBy,
});
