/** Proposes commands, and plans that lead to them, that need approval. */
import type { Database } from '@site/platform/database';
import { refusals } from '@site/platform/http';
import { proposalSchema } from '@site/release-model/proposal';
import type { ProposedPlan } from '@site/release-model/plan';
import type { Rules } from '@site/release-model/rules';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { recordAudit } from '../audit/audit.repository';
import { approvalsNeeded } from '../environments/assert-permitted';
import { findRules } from '../environments/environment.repository';
import { environmentParams } from '../environments/environment.schema';
import { registryError } from '../errors';
import { assertUnplanned, beginningOf, plannedGuard } from '../plans/create-plan';
import { judgeProposed, type TryOut } from '../plans/judge-plan';
import { proposedPlanRequestSchema } from '../plans/plan.schema';
import { reasonSchema } from '../reason';
import { type Execute, namedParts } from '../revisions/execute';
import { type RequestedCommand, requestedCommandSchema, resolveReleases } from '../revisions/requested-command';
import { findLive } from '../revisions/revision.repository';
import { subjectOf } from '../revisions/subject';
import { actorOf, requireToken } from '../tokens/authorize';
import { originOf } from '../tokens/principal';
import { describeProposal } from './describe-proposals';
import { insertProposal } from './proposal.repository';

/** For how long a proposal can be approved. */
const LASTS_MS = 7 * 86_400_000;

const common = { expectedRevision: z.int32().min(0).nullish(), reason: reasonSchema };

const schema = {
  params: environmentParams,
  /** Either a command or a plan. */
  body: z.union([z.object({ ...common, command: requestedCommandSchema }), z.object({ ...common, plan: proposedPlanRequestSchema })]),
  response: { 201: proposalSchema, ...refusals(400, 401, 403, 404, 409, 422, 423) },
};

interface ProposalsOptions {
  database: Database;
  execute: Execute;
  now: () => Date;
}

export const proposalsRoute: FastifyPluginAsyncZod<ProposalsOptions> = async (fastify, { database, execute, now }) => {
  fastify.post('/proposals', { schema, onRequest: requireToken(database.db, 'promote') }, async (request, reply) => {
    const actor = actorOf(request);
    const origin = originOf(actor);
    const { environment } = request.params;
    const { expectedRevision = null, reason } = request.body;
    const proposedAt = now();
    const command = await resolveReleases(database.db, 'plan' in request.body ? endOf(request.body.plan) : request.body.command);
    const { rules } = await findRules(database.db, environment);
    if (approvalsNeeded(rules, command, proposedAt) === 0) throw registryError('approval-not-needed');

    const decided = { environment, expectedRevision, reason, purpose: 'propose' } as const;
    const tryOut: TryOut = (step, more) => execute(actor, { ...decided, command: step, ...more });
    const plan = 'plan' in request.body ? request.body.plan : null;
    const proposedPlan = plan && proposedPlanOf(plan, rules, proposedAt);
    const releases = 'releases' in command ? command.releases : {};
    const { number, changes, endsPlans } = plan
      ? (await judgeProposed(tryOut, { ...plan, releases, startsAt: null }, await findLive(database.db, environment))).revision
      : await tryOut(command, {});
    const touches = [...new Set([...namedParts(command), ...changes.map(({ name }) => name)])];
    const proposed = await database.transaction(async (tx) => {
      if (plan) await assertUnplanned(tx, { environment, ...plan, releases });
      const row = await insertProposal(tx, {
        ...{ environment, command, plan: proposedPlan, reason, touches, changes, endsPlans, fromRevision: number - 1, proposedAt },
        ...{ author: actor.key, authorToken: origin.tokenId, authorAccount: origin.account, proposedBy: actor.name },
        expiresAt: new Date(proposedAt.getTime() + LASTS_MS),
      });
      const details = { proposal: row.id, changes };
      await recordAudit(tx, { actor: actor.name, action: 'propose', environment, subject: subjectOf(command, changes), reason, details });
      return describeProposal(tx, row, proposedAt);
    });
    return reply.code(201).send(proposed);
  });
};

type PlanRequest = z.infer<typeof proposedPlanRequestSchema>;

/** What a plan leads to. */
const endOf = ({ releases }: PlanRequest): RequestedCommand => ({ kind: 'promote', releases, fixes: false });

/** @throws AppError `plan-in-the-past`. */
const proposedPlanOf = (plan: PlanRequest, rules: Rules, now: Date): ProposedPlan => ({
  ...{ steps: plan.steps, guard: plannedGuard(plan, rules), again: plan.again },
  startsAt: beginningOf(plan, now)?.toISOString() ?? null,
});
