/** Approvals of proposals; the last one that is needed carries the command out. */
import type { Database, Db } from '@site/platform/database';
import { type Change, changesBetween } from '@site/release-model/changes';
import { recordAudit } from '../audit/audit.repository';
import { approvalsNeeded } from '../environments/assert-permitted';
import { findRules, holdEnvironment } from '../environments/environment.repository';
import { registryError } from '../errors';
import type { Execute } from '../revisions/execute';
import { findCurrent, findRevision } from '../revisions/revision.repository';
import { subjectOf } from '../revisions/subject';
import { acting } from '../tokens/authorize';
import { findAgain } from '../tokens/find-again';
import type { Actor, Principal } from '../tokens/principal';
import { assertCoversProposal, assertMayReview, assertOpen, found } from './assert-reviewable';
import { addApproval, closeProposal, findProposal, holdProposal, listApprovals, type ProposalRow } from './proposal.repository';

export interface ApprovalRequest {
  id: number;
  actor: Principal;
  reason: string | null;
  /** Breaks a freeze. Whoever sets it has seen that the person may. */
  isForced: boolean;
  at: Date;
}

/**
 * Records an approval. With the last one the command is carried out in the same transaction, in its author's name: an approval that would carry
 * out what cannot be is refused, and does not count.
 * @throws AppError `proposal-not-found`, `proposal-closed`, `proposal-stale`, `proposal-author-gone`, `approval-of-own`, `approval-given`,
 * `forbidden`, or what {@link Execute} throws.
 */
export async function approve(database: Database, execute: Execute, request: ApprovalRequest): Promise<void> {
  const { id, actor, at } = request;
  const seen = found(await findProposal(database.db, id));
  assertMayReview(actor, seen);
  if (request.isForced) assertCoversProposal(actor, 'admin', seen);
  assertOpen(seen, at);
  await execute.prepare(await authorOf(database.db, seen, at), seen.command);
  const meanwhile = await database.transaction(async (tx) => {
    // In the order in which commands hold them too.
    await holdEnvironment(tx, seen.environment);
    const proposal = found(await holdProposal(tx, id));
    assertOpen(proposal, at);
    return count(tx, execute, proposal, request);
  });
  if (meanwhile.length > 0) throw registryError('proposal-stale', { details: { changes: meanwhile } });
}

/** @returns What has changed meanwhile, if that keeps the command from being carried out. */
async function count(tx: Db, execute: Execute, proposal: ProposalRow, { actor, reason, isForced, at }: ApprovalRequest): Promise<Change[]> {
  const { id, environment, command } = proposal;
  const author = await authorOf(tx, proposal, at);
  const isNew = await addApproval(tx, { proposal: id, principal: actor.key, by: actor.name, at, reason });
  if (!isNew) throw registryError('approval-given');
  const entry = { actor: actor.name, environment, subject: subjectOf(command, proposal.changes) };
  await recordAudit(tx, { ...entry, action: 'approve', reason, details: { proposal: id } });

  const approvedBy = (await listApprovals(tx, [id])).map(({ by }) => by);
  const { rules } = await findRules(tx, environment);
  if (approvedBy.length < approvalsNeeded(rules, command, at)) return [];
  const closing = { closedBy: actor.name, closedAt: at };
  const meanwhile = await changesSince(tx, proposal);
  if (meanwhile.length > 0) {
    await closeProposal(tx, id, { ...closing, state: 'stale' });
    await recordAudit(tx, { ...entry, action: 'stale', details: { proposal: id, changes: meanwhile } });
    return meanwhile;
  }
  const carriedOut = { environment, expectedRevision: null, command, reason: proposal.reason, approvedBy, isForced };
  const { number } = await execute.within(tx, author, carriedOut);
  await closeProposal(tx, id, { ...closing, state: 'carried-out', revision: number });
  return [];
}

/** The author may have lost the right since. @throws AppError `proposal-author-gone` or `forbidden`. */
async function authorOf(db: Db, { authorToken, authorAccount, proposedBy, environment }: ProposalRow, now: Date): Promise<Actor> {
  const author = await findAgain(db, { tokenId: authorToken, account: authorAccount }, now);
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
