import type { Db } from '@site/platform/database';
import type { ProposalState } from '@site/release-model/proposal';
import { and, asc, desc, eq, gt, inArray, lte, type SQL } from 'drizzle-orm';
import { approvals, proposals } from '../tables';

export type ProposalRow = typeof proposals.$inferSelect;
export type Approval = typeof approvals.$inferSelect;

export async function insertProposal(db: Db, values: typeof proposals.$inferInsert): Promise<ProposalRow> {
  const [added] = await db.insert(proposals).values(values).returning();
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
  limit: number;
}

/** Newest first. */
export function listProposals(db: Db, { state, environment, limit }: Wanted, now: Date): Promise<ProposalRow[]> {
  const here = environment === undefined ? undefined : eq(proposals.environment, environment);
  return db
    .select()
    .from(proposals)
    .where(and(here, state && inState(state, now)))
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

export type Closing = Pick<ProposalRow, 'state' | 'closedBy' | 'closedAt'> &
  Partial<Pick<ProposalRow, 'closedReason' | 'revision' | 'planId'>>;

export async function closeProposal(tx: Db, id: number, closing: Closing): Promise<void> {
  await tx.update(proposals).set(closing).where(eq(proposals.id, id));
}

/** @returns false if the principal has approved it already. */
export async function addApproval(tx: Db, approval: Approval): Promise<boolean> {
  const added = await tx.insert(approvals).values(approval).onConflictDoNothing().returning({ by: approvals.by });
  return added.length > 0;
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
