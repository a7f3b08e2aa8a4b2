/** Calls about plans. */
import type { Guard } from '@site/release-model/guard';
import { planSchema, type Step } from '@site/release-model/plan';
import * as z from 'zod/mini';
import type { Versions } from './revision-calls';
import type { EnvironmentTransport } from './transport';

/** A plan as people give it: releases by version. */
export interface PlanRequest {
  releases: Versions;
  steps: Step[];
  /** Null for none; by default the registry decides. */
  guard?: Guard | null;
  /** ISO 8601 time of the first step; by default at once. */
  startsAt?: string | undefined;
  /** Number of the live revision as the caller knows it; 0 if there is none. */
  expectedRevision: number;
  reason?: string | undefined;
  /** Also after the guard aborted a plan of one of the releases. */
  again?: boolean | undefined;
}

export type PlanAct = 'pause' | 'resume' | 'continue' | 'abort';

export const planCalls = ({ call, inJson, here }: EnvironmentTransport) => ({
  makePlan: (request: PlanRequest) => call(planSchema, `${here}/plans`, inJson('POST', request)),
  /** Newest first. */
  plans: async ({ limit, unfinished = false }: { limit: number; unfinished?: boolean }) =>
    (await call(z.object({ plans: z.array(planSchema) }), `${here}/plans?limit=${limit}&unfinished=${unfinished}`)).plans,
  plan: (id: number) => call(planSchema, `${here}/plans/${id}`),
  changePlan: (id: number, act: PlanAct, reason?: string) => call(planSchema, `${here}/plans/${id}/${act}`, inJson('POST', { reason })),
});
