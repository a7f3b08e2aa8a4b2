/** Calls about plans. */
import { planSchema } from '@site/release-model/plan';
import { planProspectSchema } from '@site/release-model/registry-answers';
import type { PlanAct, PlanRequest } from '@site/release-model/registry-requests';
import * as z from 'zod/mini';
import type { EnvironmentTransport } from './transport';

/** The registry gives 200 at once. */
const MOST_PLANS = 200;

export const planCalls = ({ call, inJson, here }: EnvironmentTransport) => ({
  makePlan: (request: PlanRequest) => call(planSchema, `${here}/plans`, inJson('POST', request)),
  /** What making it would lead to, or would once others have approved it. */
  tryPlan: (request: PlanRequest, isProposed: boolean) =>
    call(planProspectSchema, `${here}/plans?dryRun=true${isProposed ? '&proposed=true' : ''}`, inJson('POST', request)),
  /** Newest first. */
  plans: async ({ unfinished = false }: { unfinished?: boolean } = {}) =>
    (await call(z.object({ plans: z.array(planSchema) }), `${here}/plans?limit=${MOST_PLANS}&unfinished=${unfinished}`)).plans,
  plan: (id: number) => call(planSchema, `${here}/plans/${id}`),
  /** @param step The one at which the plan was seen: at another the registry refuses it. */
  changePlan: (id: number, act: PlanAct, reason?: string, step?: number) =>
    call(planSchema, `${here}/plans/${id}/${act}`, inJson('POST', { reason, step })),
});
