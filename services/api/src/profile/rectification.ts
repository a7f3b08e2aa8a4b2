/** What a person corrects about themselves at the identity provider, in every row that repeats it. */
import type { Db } from '@site/platform/database';
import { readdressBulkMails } from '@site/platform/outbox';
import { and, desc, eq, ne, notExists } from 'drizzle-orm';
import { findMember, holdMember, updateMember } from '../domain/member.repository';
import { contactMessage, member, type MemberRow, signup } from '../domain/tables';

export interface Correction {
  email?: string;
  fullName?: string;
  /** E.164, such as +12125550100. */
  phone?: string;
  /** City and state. */
  location?: string;
}

/** City and state of a member, or of somebody who signed up and has not been here since; null for an account of neither kind. */
export async function readLocation(db: Db, subject: string): Promise<string | null> {
  const member = await findMember(db, subject);
  if (member) return member.location;
  const [signedUp] = await db.select().from(signup).where(ownSignup(subject)).orderBy(desc(signup.id)).limit(1);
  return signedUp?.location ?? null;
}

/** Messages, and mails to the group that wait, go with the address; what is theirs by address and phone number goes on being so. */
export async function correctMember(tx: Db, subject: string, correction: Correction): Promise<void> {
  const { email, phone } = correction;
  const before = await holdMember(tx, subject);
  if (before && phone !== undefined)
    await tx
      .update(contactMessage)
      .set({ phone })
      .where(and(eq(contactMessage.email, before.email), eq(contactMessage.phone, before.phone)));
  if (before && email !== undefined) {
    await tx.update(contactMessage).set({ email }).where(everyMessage(tx, before));
    await readdressBulkMails(tx, before.email, email);
  }
  await updateMember(tx, subject, correction);
  await tx.update(signup).set(correction).where(ownSignup(subject));
}

/** Two members may have one address: what the other one wrote is the other's. */
function everyMessage(tx: Db, { subject, email }: MemberRow) {
  const ofOther = tx
    .select({ subject: member.subject })
    .from(member)
    .where(and(eq(member.email, email), eq(member.phone, contactMessage.phone), ne(member.subject, subject)));
  return and(eq(contactMessage.email, email), notExists(ofOther));
}

const ownSignup = (subject: string) => and(eq(signup.subject, subject), eq(signup.outcome, 'created'));
