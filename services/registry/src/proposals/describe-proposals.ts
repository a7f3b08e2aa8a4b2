import type { Db } from '@site/platform/database';
import type { ProposalInJson } from '@site/release-model/proposal';
import { DEFAULT_RULES, type Rules } from '@site/release-model/rules';
import { approvalsNeeded } from '../environments/assert-permitted';
import { findRules } from '../environments/environment.repository';
import { listApprovals, type ProposalRow, stateOf } from './proposal.repository';

/** Proposals with their approvals, in the order given. */
export async function describeProposals(db: Db, rows: readonly ProposalRow[], now: Date): Promise<ProposalInJson[]> {
  const approvals = await listApprovals(
    db,
    rows.map(({ id }) => id),
  );
  const rules = new Map<string, Rules>();
  for (const name of new Set(rows.map(({ environment }) => environment))) rules.set(name, (await findRules(db, name)).rules);
  return rows.map((row) => ({
    id: row.id,
    environment: row.environment,
    state: stateOf(row, now),
    command: row.command,
    reason: row.reason,
    changes: row.changes,
    endsPlans: row.endsPlans,
    fromRevision: row.fromRevision,
    proposedBy: row.proposedBy,
    proposedAt: row.proposedAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    approvalsNeeded: Math.max(1, approvalsNeeded(rules.get(row.environment) ?? DEFAULT_RULES, row.command, now)),
    approvals: approvals.filter(({ proposal }) => proposal === row.id).map(({ by, at, reason }) => ({ by, at: at.toISOString(), reason })),
    closed:
      row.closedBy !== null && row.closedAt !== null
        ? { by: row.closedBy, at: row.closedAt.toISOString(), reason: row.closedReason }
        : null,
    revision: row.revision,
    plan: row.plan && { ...row.plan, id: row.planId },
  }));
}

export async function describeProposal(db: Db, row: ProposalRow, now: Date): Promise<ProposalInJson> {
  const [described] = await describeProposals(db, [row], now);
  return described as ProposalInJson;
}
