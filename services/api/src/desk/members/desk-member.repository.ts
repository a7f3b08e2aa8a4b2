/** Members, as the desk evaluates them. */
import type { PlayerDemo } from '@site/contracts/api/demos';
import type { Member, MemberUpdate } from '@site/contracts/api/desk';
import type { Db } from '@site/platform/database';
import { and, asc, eq, gt, ilike, inArray, or, type SQL } from 'drizzle-orm';
import { member, type MemberRow, playerDemo } from '../../domain/tables';

const PAGE = 50;

const demoColumns = {
  id: playerDemo.id,
  demo_kind_id: playerDemo.demoKindId,
  url: playerDemo.url,
  description: playerDemo.description,
  endorsements: playerDemo.endorsements,
};

export interface MemberFilter {
  search?: string | undefined;
  code?: string | undefined;
  after?: string | undefined;
}

export async function listMembers(db: Db, { search, code, after }: MemberFilter): Promise<Member[]> {
  const conditions: (SQL | undefined)[] = [];
  if (search) conditions.push(or(ilike(member.email, contains(search)), ilike(member.fullName, contains(search))));
  if (code) conditions.push(eq(member.peerGroupCode, code.toUpperCase()));
  if (after) conditions.push(gt(member.email, after));
  const rows = await db
    .select()
    .from(member)
    .where(and(...conditions))
    .orderBy(asc(member.email))
    .limit(PAGE);
  return withDemos(db, rows);
}

const contains = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

export async function findDeskMember(db: Db, subject: string): Promise<Member | undefined> {
  const rows = await db.select().from(member).where(eq(member.subject, subject));
  return (await withDemos(db, rows))[0];
}

/** Undefined if there is no such member. */
export async function saveMember(db: Db, subject: string, { tessera_rank, subscription_until }: MemberUpdate): Promise<Member | undefined> {
  const rows = await db
    .update(member)
    .set({ tesseraRank: tessera_rank, subscriptionUntil: subscription_until === null ? null : new Date(subscription_until) })
    .where(eq(member.subject, subject))
    .returning();
  return (await withDemos(db, rows))[0];
}

/** Undefined if there is no such demo. */
export async function endorseDemo(db: Db, id: number, endorsements: string[]): Promise<PlayerDemo | undefined> {
  const [row] = await db.update(playerDemo).set({ endorsements }).where(eq(playerDemo.id, id)).returning(demoColumns);
  return row;
}

async function withDemos(db: Db, rows: MemberRow[]): Promise<Member[]> {
  if (rows.length === 0) return [];
  const subjects = rows.map((row) => row.subject);
  const demos = await db
    .select({ subject: playerDemo.subject, demo: demoColumns })
    .from(playerDemo)
    .where(inArray(playerDemo.subject, subjects))
    .orderBy(asc(playerDemo.id));
  return rows.map((row) => ({
    id: row.subject,
    full_name: row.fullName,
    email: row.email,
    code: row.peerGroupCode,
    tessera_rank: row.tesseraRank,
    notify_opt_in: row.notifyOptIn,
    subscription_until: row.subscriptionUntil?.toISOString() ?? null,
    deletion_due_at: row.deletionDueAt?.toISOString() ?? null,
    demos: demos.filter(({ subject }) => subject === row.subject).map(({ demo }) => demo),
  }));
}
