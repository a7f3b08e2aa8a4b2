/** Plans of an environment: made, read, paused, resumed, continued and aborted. */
import { refusals } from '@site/platform/http';
import { planSchema } from '@site/release-model/plan';
import { planProspectSchema } from '@site/release-model/registry-answers';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { environmentParams } from '../environments/environment.schema';
import { registryError } from '../errors';
import { reasonSchema } from '../reason';
import { actorOf, requireToken } from '../tokens/authorize';
import { abortPlan, ACT_NAMES, changePlan } from './change-plan';
import { createPlan, type PlanningOptions, tryPlan } from './create-plan';
import { findPlan, listPlans } from './plan.repository';
import { planInJson, planParams, planRequestSchema } from './plan.schema';

const createSchema = {
  params: environmentParams,
  /** `dryRun`: says what the plan would lead to, and makes none; `proposed`: once others have approved it. */
  querystring: z.object({ dryRun: z.enum(['true', 'false']).default('false'), proposed: z.enum(['true', 'false']).default('false') }),
  body: planRequestSchema,
  response: { 200: planProspectSchema, 201: planSchema, ...refusals(400, 401, 403, 404, 409, 422, 503) },
};
const listSchema = {
  params: environmentParams,
  querystring: z.object({
    before: z.coerce.number().int().positive().max(2_147_483_647).optional(),
    limit: z.coerce.number().int().min(1).max(200).default(20),
    unfinished: z.enum(['true', 'false']).default('false'),
  }),
  response: { 200: z.object({ plans: z.array(planSchema) }), ...refusals(400, 401, 403, 404) },
};
const oneSchema = { params: planParams, response: { 200: planSchema, ...refusals(400, 401, 403, 404) } };
const changeSchema = {
  params: planParams,
  /** `step`: the one at which the plan was seen; at another one it is left as it is. */
  body: z.object({ reason: reasonSchema.nullish(), step: z.int32().min(0).optional() }),
  response: { 200: planSchema, ...refusals(400, 401, 403, 404, 409, 422, 503) },
};
const abortSchema = { ...changeSchema, body: z.object({ reason: reasonSchema.nullish() }) };

export const plansRoute: FastifyPluginAsyncZod<PlanningOptions> = async (fastify, options) => {
  const { db } = options.database;
  const toView = requireToken(db, 'view');
  const toPromote = requireToken(db, 'promote');

  fastify.post('/plans', { schema: createSchema, onRequest: toPromote }, async (request, reply) => {
    const { params, query, body } = request;
    if (query.dryRun === 'true') {
      const whole = await tryPlan(options, params.environment, actorOf(request), body, query.proposed === 'true');
      const refusals = whole.refusals.map(({ code, message }) => ({ code, error: message }));
      return reply.code(200).send({ revision: whole.revision, refusals });
    }
    const plan = await createPlan(options, params.environment, actorOf(request), body);
    return reply.code(201).send(planInJson(plan));
  });

  fastify.get('/plans', { schema: listSchema, onRequest: toView }, async ({ params, query }) => {
    const { before, limit, unfinished } = query;
    const plans = await listPlans(db, params.environment, { before, limit, unfinished: unfinished === 'true' });
    return { plans: plans.map(planInJson) };
  });

  fastify.get('/plans/:id', { schema: oneSchema, onRequest: toView }, async ({ params }) => {
    const plan = await findPlan(db, params.environment, params.id);
    if (!plan) throw registryError('plan-not-found');
    return planInJson(plan);
  });

  for (const name of ACT_NAMES) {
    fastify.post(`/plans/:id/${name}`, { schema: changeSchema, onRequest: toPromote }, async (request) => {
      const { params, body } = request;
      const { reason = null, step } = body;
      return planInJson(await changePlan(options, name, { ...params, actor: actorOf(request), reason, step }));
    });
  }

  fastify.post('/plans/:id/abort', { schema: abortSchema, onRequest: toPromote }, async (request) => {
    const { params, body } = request;
    return planInJson(await abortPlan(options, { ...params, actor: actorOf(request), reason: body.reason ?? null }));
  });
};
