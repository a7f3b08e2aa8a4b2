/** Members, as the desk evaluates them. */
import type { DeskDemo, Member, MemberDetails, MemberQuery, MemberUpdate } from '@site/contracts/api/desk-members';
import { GOALS, PERSONAL_GOALS } from '@site/contracts/api/profile';
import type { Db } from '@site/platform/database';
import { and, asc, desc, eq, gt, ilike, inArray, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import { playbookState, playerReader } from '../../domain/playbook-state';
import { member, type MemberRow, peerGroup, playbook, playerDemo, playerPlaybook } from '../../domain/tables';
import { nextVersion } from '../desk-write';

const PAGE = 50;

const demoColumns = {
  id: playerDemo.id,
  demo_kind_id: playerDemo.demoKindId,
  url: playerDemo.url,
  description: playerDemo.description,
  endorsements: playerDemo.endorsements,
  version: playerDemo.version,
};

const SUBSCRIPTIONS = {
  active: gt(member.subscriptionUntil, sql`now()`),
  ended: lte(member.subscriptionUntil, sql`now()`),
  none: isNull(member.subscriptionUntil),
};

export async function listMembers(db: Db, { search, code, subscription, order = 'email', after }: MemberQuery): Promise<Member[]> {
  const conditions: (SQL | undefined)[] = [];
  if (search) conditions.push(or(ilike(member.email, contains(search)), ilike(member.fullName, contains(search))));
  if (code) conditions.push(eq(member.peerGroupCode, code.toUpperCase()));
  if (subscription) conditions.push(SUBSCRIPTIONS[subscription]);
  if (after) conditions.push(order === 'email' ? gt(member.email, after) : behindInRank(after));
  const rows = await db
    .select()
    .from(member)
    .where(and(...conditions))
    .orderBy(...(order === 'email' ? [asc(member.email)] : [desc(member.tesseraRank), asc(member.email)]))
    .limit(PAGE);
  return withDemos(db, rows);
}

/** Behind the member with this email, by rank and email. Nobody, if there is no such member. */
function behindInRank(email: string): SQL {
  const rank = sql`(select tessera_rank from api.member where email = ${email} limit 1)`;
  return sql`(${member.tesseraRank} < ${rank} or (${member.tesseraRank} = ${rank} and ${member.email} > ${email}))`;
}

const contains = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

export async function findMemberDetails(db: Db, subject: string): Promise<MemberDetails | undefined> {
  const [row] = await db.select().from(member).where(eq(member.subject, subject));
  if (!row) return undefined;
  const [listed] = await withDemos(db, [row]);
  const playbooks = await db
    .select({ playbook, role: playerPlaybook.role })
    .from(playbook)
    .leftJoin(playerPlaybook, and(eq(playerPlaybook.playbookId, playbook.id), eq(playerPlaybook.subject, subject)))
    .orderBy(asc(playbook.id));
  const reader = playerReader(row);
  return {
    ...(listed as Member),
    location: row.location,
    phone: row.phone,
    joined_at: row.joinedAt.toISOString(),
    profile_visibility: row.profileVisibility,
    goals: GOALS.map(({ key }) => key).filter((key) => row.goals[key]),
    goals_personal: PERSONAL_GOALS.map(({ key }) => key).filter((key) => row.goalsPersonal[key]),
    playbooks: playbooks
      .filter(({ playbook: { isListed }, role }) => isListed || role !== null)
      .map(({ playbook: one, role }) => ({ id: one.id, name: one.name, state: playbookState(one, reader), role })),
  };
}

export async function lockMember(tx: Db, subject: string): Promise<Member | undefined> {
  const rows = await tx.select().from(member).where(eq(member.subject, subject)).for('update');
  return (await withDemos(tx, rows))[0];
}

/** Keeps the group until the transaction ends. Whether there is one. */
export async function keepPeerGroup(tx: Db, code: string): Promise<boolean> {
  const groups = await tx.select({ code: peerGroup.code }).from(peerGroup).where(eq(peerGroup.code, code)).for('key share');
  return groups.length > 0;
}

export async function saveMember(tx: Db, subject: string, { tessera_rank, subscription_until, code }: MemberUpdate): Promise<Member> {
  const rows = await tx
    .update(member)
    .set({
      tesseraRank: tessera_rank,
      subscriptionUntil: subscription_until === null ? null : new Date(subscription_until),
      ...(code !== undefined && { peerGroupCode: code && code.toUpperCase() }),
      version: nextVersion(member.version),
    })
    .where(eq(member.subject, subject))
    .returning();
  return (await withDemos(tx, rows))[0] as Member;
}

/** A player's demo, with the subject of the player. */
export async function lockDemo(tx: Db, id: number): Promise<(DeskDemo & { subject: string }) | undefined> {
  const [row] = await tx
    .select({ ...demoColumns, subject: playerDemo.subject })
    .from(playerDemo)
    .where(eq(playerDemo.id, id))
    .for('update');
  return row;
}

export async function endorseDemo(tx: Db, id: number, endorsements: string[]): Promise<DeskDemo & { subject: string }> {
  const [row] = await tx
    .update(playerDemo)
    .set({ endorsements, version: nextVersion(playerDemo.version) })
    .where(eq(playerDemo.id, id))
    .returning({ ...demoColumns, subject: playerDemo.subject });
  return row as DeskDemo & { subject: string };
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
    version: row.version,
  }));
}
