import type { Db } from '@site/platform/database';
import { notifyQuery } from '@site/platform/notify-query';
import type { ProposalState } from '@site/release-model/proposal';
import { and, asc, desc, eq, gt, inArray, lt, lte, type SQL } from 'drizzle-orm';
import { PROPOSAL_CHANNEL } from '../revisions/channels';
import { approvals, proposals } from '../tables';

export type ProposalRow = typeof proposals.$inferSelect;
export type Approval = typeof approvals.$inferSelect;

export async function insertProposal(db: Db, values: typeof proposals.$inferInsert): Promise<ProposalRow> {
  const [added] = await db.insert(proposals).values(values).returning();
  await db.execute(notifyQuery(PROPOSAL_CHANNEL, values.environment));
  return added as ProposalRow;
}

export async function findProposal(db: Db, id: number): Promise<ProposalRow | null> {
  const [found] = await db.select().from(proposals).where(eq(proposals.id, id));
  return found ?? null;
}

/** Until the transaction ends, nobody else approves, rejects or withdraws it. */
export async function holdProposal(tx: Db, id: number): Promise<ProposalRow | null> {
  const [found] = await tx.select().from(proposals).where(eq(proposals.id, id)).for('update');
  return found ?? null;
}

export interface Wanted {
  state?: ProposalState | undefined;
  environment?: string | undefined;
  /** Number of the last one of the page before. */
  before?: number | undefined;
  limit: number;
}

/** Newest first. */
export function listProposals(db: Db, { state, environment, before, limit }: Wanted, now: Date): Promise<ProposalRow[]> {
  const here = environment === undefined ? undefined : eq(proposals.environment, environment);
  const older = before === undefined ? undefined : lt(proposals.id, before);
  return db
    .select()
    .from(proposals)
    .where(and(here, older, state && inState(state, now)))
    .orderBy(desc(proposals.id))
    .limit(limit);
}

export const stateOf = ({ state, expiresAt }: ProposalRow, now: Date): ProposalState =>
  state === 'open' && expiresAt <= now ? 'expired' : state;

function inState(state: ProposalState, now: Date): SQL | undefined {
  if (state === 'open') return and(eq(proposals.state, 'open'), gt(proposals.expiresAt, now));
  if (state === 'expired') return and(eq(proposals.state, 'open'), lte(proposals.expiresAt, now));
  return eq(proposals.state, state);
}

type Named = Pick<ProposalRow, 'id' | 'environment'>;

export type Closing = Pick<ProposalRow, 'state' | 'closedBy' | 'closedAt'> &
  Partial<Pick<ProposalRow, 'closedReason' | 'revision' | 'endsPlans' | 'planId'>>;

export async function closeProposal(tx: Db, { id, environment }: Named, closing: Closing): Promise<void> {
  await tx.update(proposals).set(closing).where(eq(proposals.id, id));
  await tx.execute(notifyQuery(PROPOSAL_CHANNEL, environment));
}

/** @returns false if the principal has approved it already. */
export async function addApproval(tx: Db, { id, environment }: Named, approval: Omit<Approval, 'proposal'>): Promise<boolean> {
  const values = { proposal: id, ...approval };
  const added = await tx.insert(approvals).values(values).onConflictDoNothing().returning({ by: approvals.by });
  if (added.length === 0) return false;
  await tx.execute(notifyQuery(PROPOSAL_CHANNEL, environment));
  return true;
}

/** Oldest first. */
export function listApprovals(db: Db, ids: readonly number[]): Promise<Approval[]> {
  if (ids.length === 0) return Promise.resolve([]);
  return db
    .select()
    .from(approvals)
    .where(inArray(approvals.proposal, [...ids]))
    .orderBy(asc(approvals.at), asc(approvals.principal));
}
