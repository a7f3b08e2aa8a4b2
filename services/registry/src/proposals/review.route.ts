/** Proposals of all environments: listed, approved, rejected and withdrawn. */
import { refusals } from '@site/platform/http';
import { proposalSchema, proposalStateSchema } from '@site/release-model/proposal';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { recordAudit } from '../audit/audit.repository';
import { reasonSchema } from '../reason';
import { subjectOf } from '../revisions/subject';
import { actorOf, assertMayForce, requireToken } from '../tokens/authorize';
import type { Principal } from '../tokens/principal';
import { approve, type ApprovalOptions } from './approve';
import { assertMayReview, assertMayWithdraw, assertOpen, found } from './assert-reviewable';
import { describeProposal, describeProposals } from './describe-proposals';
import { closeProposal, findProposal, holdProposal, listProposals, type ProposalRow } from './proposal.repository';

const params = z.object({ id: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER) });
const response = { 200: proposalSchema, ...refusals(400, 401, 403, 404, 409, 422, 423) };
const reviewSchema = { params, body: z.object({ reason: reasonSchema.nullish() }), response };
const approveSchema = {
  params,
  /**
   * `force` breaks a freeze; for tokens with the verb admin, and not for a plan. With `carryOut: false` an approval that would carry the proposal out is refused: its sender was
   * not told that it does.
   */
  body: z.object({ reason: reasonSchema.nullish(), force: z.boolean().default(false), carryOut: z.boolean().default(true) }),
  response,
};
const readSchema = { params, response: { 200: proposalSchema, ...refusals(400, 401, 403, 404) } };
const listSchema = {
  querystring: z.object({
    state: z.optional(proposalStateSchema),
    environment: z.string().optional(),
    /** Of a page that is not the first: the number of the last proposal that was seen. */
    before: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER).optional(),
    limit: z.coerce.number().int().min(1).max(200).default(50),
  }),
  response: { 200: z.object({ proposals: z.array(proposalSchema) }), ...refusals(400, 401, 403) },
};

interface Ending {
  actor: Principal;
  reason: string | null;
  state: 'rejected' | 'withdrawn';
  action: 'reject' | 'withdraw';
  /** @throws AppError if the person may not. */
  assertMay: (actor: Principal, proposal: ProposalRow) => void;
}

export const reviewRoute: FastifyPluginAsyncZod<ApprovalOptions> = async (fastify, { database, execute, now, groupsOf }) => {
  const toReview = requireToken(database.db, 'approve');
  const toWithdraw = requireToken(database.db, 'promote');
  const mayView = requireToken(database.db, 'view');

  const show = async (id: number) => describeProposal(database.db, found(await findProposal(database.db, id)), now());

  const end = (id: number, { actor, reason, state, action, assertMay }: Ending) =>
    database.transaction(async (tx) => {
      const proposal = found(await holdProposal(tx, id));
      const at = now();
      assertMay(actor, proposal);
      assertOpen(proposal, at);
      await closeProposal(tx, proposal, { state, closedBy: actor.name, closedAt: at, closedReason: reason });
      const { environment, command, changes } = proposal;
      const subject = subjectOf(command, changes);
      await recordAudit(tx, { actor: actor.name, action, environment, subject, reason, details: { proposal: id } });
    });

  fastify.get('/proposals', { schema: listSchema, onRequest: mayView }, async ({ query }) => ({
    proposals: await describeProposals(database.db, await listProposals(database.db, query, now()), now()),
  }));

  fastify.get('/proposals/:id', { schema: readSchema, onRequest: mayView }, ({ params: { id } }) => show(id));

  fastify.post('/proposals/:id/approve', { schema: approveSchema, onRequest: toReview }, async (request) => {
    const { id } = request.params;
    const { reason = null, force: isForced, carryOut: mayCarryOut } = request.body;
    const actor = actorOf(request);
    if (isForced) assertMayForce(actor, reason);
    await approve({ database, execute, now, groupsOf }, { id, actor, reason, isForced, mayCarryOut, at: now() });
    return show(id);
  });

  fastify.post('/proposals/:id/reject', { schema: reviewSchema, onRequest: toReview }, async (request) => {
    const { id } = request.params;
    const { reason = null } = request.body;
    await end(id, { actor: actorOf(request), reason, state: 'rejected', action: 'reject', assertMay: assertMayReview });
    return show(id);
  });

  fastify.post('/proposals/:id/withdraw', { schema: reviewSchema, onRequest: toWithdraw }, async (request) => {
    const { id } = request.params;
    const { reason = null } = request.body;
    await end(id, { actor: actorOf(request), reason, state: 'withdrawn', action: 'withdraw', assertMay: assertMayWithdraw });
    return show(id);
  });
};
