/** What a person corrects about themselves at the identity provider, in every row that repeats it. */
import type { Db } from '@site/platform/database';
import { and, desc, eq } from 'drizzle-orm';
import { findMember, holdMember, updateMember } from '../domain/member.repository';
import { contactMessage, signup } from '../domain/tables';

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

/** Messages that are theirs by address and phone number go on being so. */
export async function correctMember(tx: Db, subject: string, correction: Correction): Promise<void> {
  const { email, phone } = correction;
  const before = await holdMember(tx, subject);
  if (before && (email ?? phone) !== undefined)
    await tx
      .update(contactMessage)
      .set({ ...(email !== undefined && { email }), ...(phone !== undefined && { phone }) })
      .where(and(eq(contactMessage.email, before.email), eq(contactMessage.phone, before.phone)));
  await updateMember(tx, subject, correction);
  await tx.update(signup).set(correction).where(ownSignup(subject));
}

const ownSignup = (subject: string) => and(eq(signup.subject, subject), eq(signup.outcome, 'created'));
