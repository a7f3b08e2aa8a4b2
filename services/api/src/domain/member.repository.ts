/** Members: players as the programme knows them. */
import { createHash } from 'node:crypto';
import type { Db } from '@site/platform/database';
import { createToken } from '@site/platform/tokens';
import { and, desc, eq, sql } from 'drizzle-orm';
import { erasedMember, member, type MemberRow, signup } from './tables';

/** What the identity provider knows of an account. */
export interface AccountFacts {
  email: string;
  fullName: string;
  phone: string;
}

export async function findMember(db: Db, subject: string): Promise<MemberRow | undefined> {
  const [row] = await db.select().from(member).where(eq(member.subject, subject));
  return row;
}

/** The same; nobody else changes it until the transaction ends. */
export async function holdMember(tx: Db, subject: string): Promise<MemberRow | undefined> {
  const [row] = await tx.select().from(member).where(eq(member.subject, subject)).for('update');
  return row;
}

/** Makes the member of an account, with what the person wrote when signing up. The member that exists, if there is one. */
export async function createMember(db: Db, subject: string, account: AccountFacts): Promise<MemberRow> {
  const email = account.email.toLowerCase();
  const [signedUp] = await db
    .select()
    .from(signup)
    .where(and(eq(signup.subject, subject), eq(signup.outcome, 'created')))
    .orderBy(desc(signup.id))
    .limit(1);
  const fresh = {
    subject,
    email,
    fullName: signedUp?.fullName ?? account.fullName,
    location: signedUp?.location ?? '',
    phone: signedUp?.phone ?? account.phone,
    peerGroupCode: signedUp?.code ?? null,
    unsubscribeToken: createToken('unsubscribe'),
  };
  const [created] = await db.insert(member).values(fresh).onConflictDoNothing().returning();
  if (signedUp)
    await db
      .update(signup)
      .set({ arrivedAt: sql`now()` })
      .where(eq(signup.id, signedUp.id));
  const row = created ?? (await findMember(db, subject));
  if (!row) throw new Error('a member vanished while it was created');
  return row;
}

export async function updateMember(db: Db, subject: string, change: Partial<MemberRow>): Promise<MemberRow | undefined> {
  const [row] = await db.update(member).set(change).where(eq(member.subject, subject)).returning();
  return row;
}

/** What stands for a member where it stays after an erasure. */
export const hashSubject = (subject: string) => createHash('sha256').update(subject).digest('hex');

export async function isErased(db: Db, subject: string): Promise<boolean> {
  const rows = await db
    .select()
    .from(erasedMember)
    .where(eq(erasedMember.subjectHash, hashSubject(subject)));
  return rows.length > 0;
}

export const markErased = (db: Db, subject: string) =>
  db
    .insert(erasedMember)
    .values({ subjectHash: hashSubject(subject) })
    .onConflictDoNothing();
