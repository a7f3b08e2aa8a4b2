/** Sign-ups, their consents, and the queue of accounts to create. */
import { LEGAL_VERSION, type SignupRequest } from '@site/contracts/api/signup';
import type { Db } from '@site/platform/database';
import { and, asc, eq, isNull, lte, sql } from 'drizzle-orm';
import { consent, peerGroup, signup, type SignupRow } from '../domain/tables';

/** Whether people may sign up with this code. */
export async function isOpenCode(db: Db, code: string): Promise<boolean> {
  const [group] = await db.select({ isOpen: peerGroup.isOpen }).from(peerGroup).where(eq(peerGroup.code, code.toUpperCase()));
  return group?.isOpen ?? false;
}

/** Stores a sign-up with its consents to the legal texts as they are now. The account follows, see `signup-worker.ts`. */
export async function storeSignup(db: Db, form: SignupRequest): Promise<void> {
  const [row] = await db
    .insert(signup)
    .values({
      email: form.email.toLowerCase(),
      fullName: form.full_name,
      phone: form.phone,
      location: form.location,
      code: form.code.toUpperCase(),
    })
    .returning({ id: signup.id });
  if (!row) throw new Error('the sign-up was not stored');
  await db.insert(consent).values([
    { signupId: row.id, document: 'privacy', version: LEGAL_VERSION },
    { signupId: row.id, document: 'terms', version: LEGAL_VERSION },
  ]);
}

/**
 * Takes the oldest sign-up whose account is due, and puts off its next attempt, so that no other worker takes it meanwhile and a
 * failure is tried again later. What is due is told by the clock of the database, which also says when a sign-up came.
 */
export async function takeDueSignup(db: Db): Promise<SignupRow | undefined> {
  const due = db
    .select({ id: signup.id })
    .from(signup)
    .where(and(isNull(signup.outcome), lte(signup.attemptAfter, sql`now()`)))
    .orderBy(asc(signup.id))
    .limit(1)
    .for('update', { skipLocked: true });
  const [row] = await db
    .update(signup)
    .set({
      attempts: sql`${signup.attempts} + 1`,
      attemptAfter: sql`now() + least(interval '1 hour', interval '15 seconds' * power(2, least(${signup.attempts}, 12)))`,
    })
    .where(eq(signup.id, due))
    .returning();
  return row;
}

export async function hasSettledSignup(db: Db, subject: string): Promise<boolean> {
  const rows = await db.select({ id: signup.id }).from(signup).where(eq(signup.subject, subject)).limit(1);
  return rows.length > 0;
}

/** The first to settle it does: an attempt that took so long that another one came first finds only its account, and changes nothing. */
export const settleSignup = (db: Db, id: number, subject: string, outcome: 'created' | 'known') =>
  db
    .update(signup)
    .set({ subject, outcome })
    .where(and(eq(signup.id, id), isNull(signup.outcome)));
