/** Members, as the desk evaluates them. */
import type { DeskDemo, Member, MemberDetails, MemberQuery, MemberUpdate } from '@site/contracts/api/desk-members';
import { GOALS, PERSONAL_GOALS } from '@site/contracts/api/profile';
import type { Db } from '@site/platform/database';
import { and, asc, eq, gt, inArray, isNull, lte, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { findMember, holdMember } from '../../domain/member.repository';
import { nextVersion } from '../../domain/next-version';
import { playbookState, playerReader } from '../../domain/playbook-state';
import { member, type MemberRow, peerGroup, playbook, playerDemo, playerPlaybook } from '../../domain/tables';

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

/** How many of those who match a search are looked at, so that one that many match costs no more than another. */
const MOST_FOUND = 1_000;

/** Columns of the table, or of those found in it. */
type Place = Record<'tesseraRank' | 'email' | 'subject', AnyPgColumn>;

/** By rank, the highest first and in the words of the index, or by email. Of members with one address, who may be two, each has a place of its own. */
const inOrder = (place: Place, order: 'email' | 'rank') => [
  ...(order === 'rank' ? [sql`-${place.tesseraRank}`] : []),
  ...[place.email, place.subject],
];

/** @returns no one, if there is no member with the id after which the page begins. */
export async function listMembers(db: Db, { search, code, subscription, order = 'email', after }: MemberQuery): Promise<Member[]> {
  const conditions = and(code ? eq(member.peerGroupCode, code.toUpperCase()) : undefined, subscription && SUBSCRIPTIONS[subscription]);
  const last = after === undefined ? undefined : await findMember(db, after);
  if (after !== undefined && !last) return [];
  const behind = (place: Place) => {
    if (!last) return undefined;
    const seen = [...(order === 'rank' ? [-last.tesseraRank] : []), last.email, last.subject].map((value) => sql`${value}`);
    return sql`(${sql.join(inOrder(place, order), sql`, `)}) > (${sql.join(seen, sql`, `)})`;
  };
  const sorted = (place: Place) => inOrder(place, order).map((column) => asc(column));
  if (search === undefined) {
    const page = db
      .select()
      .from(member)
      .where(and(conditions, behind(member)));
    return withDemos(db, await page.orderBy(...sorted(member)).limit(PAGE));
  }
  // Put in order afterwards: in the order of the list, all who do not match would be looked at on the way.
  const found = db
    .select()
    .from(member)
    .where(and(conditions, matches(search)))
    .limit(MOST_FOUND)
    .as('found');
  return withDemos(
    db,
    await db
      .select()
      .from(found)
      .where(behind(found))
      .orderBy(...sorted(found))
      .limit(PAGE),
  );
}

/** Each word begins a word of the name or the address; one with an @ begins the address. The signs that part words are those of the index. */
function matches(search: string): SQL {
  const words = search.split(/\s+/).flatMap((word) => (word.includes('@') ? word : word.split(/[ .,:;@+_()/'"-]+/)));
  const query = words.filter(Boolean).map((word) => `'${word.replace(/['\\]/g, '\\$&')}':*`);
  return sql`api.member_words(${member.email}, ${member.fullName}) @@ lower(${query.join(' & ')})::tsquery`;
}

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
  const held = await holdMember(tx, subject);
  return held && (await withDemos(tx, [held]))[0];
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
