/** Approvals of proposals; the last one that is needed carries the command out. */
import type { Db } from '@site/platform/database';
import { type Change, changesBetween } from '@site/release-model/changes';
import type { ProposedPlan } from '@site/release-model/plan';
import type { DecidedRevision } from '@site/release-model/revision';
import { recordAudit } from '../audit/audit.repository';
import { approvalsNeeded } from '../environments/assert-permitted';
import { findRules, holdEnvironment, holdEnvironments } from '../environments/environment.repository';
import { registryError } from '../errors';
import { type PlanningOptions, planWithin } from '../plans/create-plan';
import { judgeBeginning, type TryOut } from '../plans/judge-plan';
import type { CommandRequest } from '../revisions/execute';
import { findCurrent, findLive, findRevision } from '../revisions/revision.repository';
import { subjectOf } from '../revisions/subject';
import { acting, type Caller } from '../tokens/authorize';
import { findAgain, type FindOptions } from '../tokens/find-again';
import type { Principal } from '../tokens/principal';
import { assertCoversProposal, assertMayReview, assertOpen, found } from './assert-reviewable';
import { addApproval, closeProposal, findProposal, holdProposal, listApprovals, type ProposalRow } from './proposal.repository';

export interface ApprovalRequest {
  id: number;
  actor: Principal;
  reason: string | null;
  /** Breaks a freeze or links, or does without a rehearsal; not for a plan. Whoever sets it has seen that the person may. */
  isForced: boolean;
  /** Otherwise it is refused where it would carry the proposal out. */
  mayCarryOut: boolean;
  at: Date;
}

export interface ApprovalOptions extends PlanningOptions, Pick<FindOptions, 'groupsOf'> {}

/**
 * Records an approval. With the last one the command is carried out, or the plan made, in the same transaction, in its author's name: an approval that would carry
 * out what cannot be, or what it must not, is refused, and does not count.
 * @throws AppError `proposal-not-found`, `proposal-closed`, `proposal-stale`, `proposal-author-gone`, `approval-of-own`, `approval-given`,
 * `plan-not-forced`, `last-approval`, `forbidden`, or what {@link PlanningOptions.execute} and {@link planWithin} throw.
 */
export async function approve(options: ApprovalOptions, request: ApprovalRequest): Promise<void> {
  const { database, execute, groupsOf } = options;
  const { id, actor, at } = request;
  const seen = found(await findProposal(database.db, id));
  assertMayReview(actor, seen);
  if (request.isForced) assertCoversProposal(actor, 'admin', seen);
  assertOpen(seen, at);
  if (request.isForced && seen.plan) throw registryError('plan-not-forced');
  await execute.prepare(await authorOf(database.db, seen, { now: at, groupsOf }), seen.command);
  const meanwhile = await database.transaction(async (tx) => {
    // In the order in which the command would: two that each wait for what the other holds would never end.
    await ('release' in seen.command ? holdEnvironments(tx) : holdEnvironment(tx, seen.environment));
    const proposal = found(await holdProposal(tx, id));
    assertOpen(proposal, at);
    return count(tx, options, proposal, request);
  });
  if (meanwhile.length > 0) throw registryError('proposal-stale', { details: { changes: meanwhile } });
}

interface Approved extends Pick<CommandRequest, 'environment' | 'command' | 'reason'> {
  approvedBy: string[];
}

/** @returns What has changed meanwhile, if that keeps the command from being carried out. */
async function count(tx: Db, options: ApprovalOptions, proposal: ProposalRow, request: ApprovalRequest): Promise<Change[]> {
  const { execute } = options;
  const { actor, reason, isForced, mayCarryOut, at } = request;
  const { id, environment, command } = proposal;
  const author = await authorOf(tx, proposal, { now: at, groupsOf: options.groupsOf });
  const isNew = await addApproval(tx, proposal, { principal: actor.key, by: actor.name, at, reason });
  const approvedBy = (await listApprovals(tx, [id])).map(({ by }) => by);
  const { rules } = await findRules(tx, environment);
  const isEnough = approvedBy.length >= approvalsNeeded(rules, command, at);
  // It may be enough without a new one, since the rules were lowered: who has approved carries it out then.
  if (!isNew && !isEnough) throw registryError('approval-given');
  const entry = { actor: actor.name, environment, subject: subjectOf(command, proposal.changes) };
  await recordAudit(tx, { ...entry, action: 'approve', reason, details: { proposal: id } });
  if (!isEnough) return [];

  const closing = { closedBy: actor.name, closedAt: at };
  const meanwhile = await changesSince(tx, proposal);
  if (meanwhile.length > 0) {
    await closeProposal(tx, proposal, { ...closing, state: 'stale' });
    await recordAudit(tx, { ...entry, action: 'stale', details: { proposal: id, changes: meanwhile } });
    return meanwhile;
  }
  if (!mayCarryOut) throw registryError('last-approval');
  const approved = { environment, expectedRevision: null, command, reason: proposal.reason, approvedBy };
  const became = proposal.plan
    ? { planId: await becomePlan(tx, options, proposal.plan, author, approved) }
    : changed(await execute.within(tx, author, { ...approved, isForced }));
  await closeProposal(tx, proposal, { ...closing, state: 'carried-out', ...became });
  return [];
}

const changed = ({ number: revision, endsPlans }: DecidedRevision) => ({ revision, endsPlans });

/** Its first step is tried out: a plan that could not begin is not approved. @returns Its number. */
async function becomePlan(
  tx: Db,
  options: PlanningOptions,
  { startsAt, ...plan }: ProposedPlan,
  author: Caller,
  { environment, command, reason, approvedBy }: Approved,
): Promise<number> {
  const { execute, now } = options;
  const releases = 'releases' in command ? command.releases : {};
  // It was to begin while it waited: it begins now.
  const begins = startsAt === null || new Date(startsAt) < now() ? null : new Date(startsAt);
  const tryOut: TryOut = (step, more) =>
    execute.within(tx, author, {
      environment,
      expectedRevision: null,
      command: step,
      reason,
      approvedBy,
      purpose: 'try',
      ...more,
    });
  await judgeBeginning(tryOut, { ...plan, releases, startsAt: begins }, await findLive(tx, environment));
  const wanted = { ...plan, environment, releases, startsAt: begins ?? now(), reason, approvedBy };
  return (await planWithin(options, tx, author, wanted)).id;
}

/** The author may have lost the right since. @throws AppError `proposal-author-gone` or `forbidden`. */
async function authorOf(
  db: Db,
  { authorToken, authorAccount, proposedBy, environment }: ProposalRow,
  options: FindOptions,
): Promise<Caller> {
  const author = await findAgain(db, { tokenId: authorToken, account: authorAccount }, options);
  if (typeof author !== 'string') return acting(author, ['promote'], environment);
  const lost =
    author === 'no-grants'
      ? `${proposedBy}, who made the proposal, is not known to have a grant any more.`
      : `The token of ${proposedBy}, which made the proposal, is not valid any more.`;
  throw registryError('proposal-author-gone', { message: `${lost} Propose it anew.` });
}

/** What is live now of what the proposal touches, against what it was decided on. */
async function changesSince(tx: Db, { environment, fromRevision, touches }: ProposalRow): Promise<Change[]> {
  const [before, now] = [await findRevision(tx, environment, fromRevision), await findCurrent(tx, environment)];
  if (!now || now.number === fromRevision) return [];
  return changesBetween(before?.target ?? null, now.target).filter(({ name }) => touches.includes(name));
}
