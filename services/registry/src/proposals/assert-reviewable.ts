import { registryError } from '../errors';
import type { Verb } from '../tables';
import { acting, assertCovers } from '../tokens/authorize';
import type { Principal } from '../tokens/principal';
import { type ProposalRow, stateOf } from './proposal.repository';

/** @throws AppError `proposal-not-found`. */
export function found(proposal: ProposalRow | null): ProposalRow {
  if (!proposal) throw registryError('proposal-not-found');
  return proposal;
}

/** @throws AppError `proposal-closed`. */
export function assertOpen(proposal: ProposalRow, now: Date): void {
  const state = stateOf(proposal, now);
  if (state === 'open') return;
  const { closedBy, revision, planId, expiresAt } = proposal;
  const messages = {
    'carried-out': `The proposal was carried out, ${planId === null ? `with revision ${revision}` : `as plan ${planId}`}.`,
    rejected: `${closedBy} has rejected the proposal.`,
    withdrawn: 'The proposal was withdrawn.',
    stale: 'What the proposal changes was changed in the meantime. Propose it anew.',
    expired: `The proposal has expired, on ${expiresAt.toISOString().slice(0, 10)}. Propose it anew.`,
  };
  throw registryError('proposal-closed', { message: messages[state], details: { state } });
}

/** @throws AppError `forbidden` or `approval-of-own`. */
export function assertMayReview(actor: Principal, proposal: ProposalRow): void {
  assertCoversProposal(actor, 'approve', proposal);
  if (actor.key === proposal.author) throw registryError('approval-of-own');
}

/** @throws AppError `forbidden` or `proposal-of-other`. */
export function assertMayWithdraw(actor: Principal, { environment, author }: ProposalRow): void {
  acting(actor, ['promote'], environment);
  if (actor.key !== author) throw registryError('proposal-of-other');
}

/** @throws AppError `forbidden` unless they may do this with all that the proposal touches. */
export function assertCoversProposal(actor: Principal, verb: Verb, { environment, touches }: ProposalRow): void {
  assertCovers(acting(actor, [verb], environment), touches);
}
