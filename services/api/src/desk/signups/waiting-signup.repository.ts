/** Sign-ups that wait: for their account, or for their person. */
import type { WaitingSignup } from '@site/contracts/api/desk-members';
import type { Db } from '@site/platform/database';
import { and, desc, eq, isNull, lt, notExists, or } from 'drizzle-orm';
import { member, signup } from '../../domain/tables';

const PAGE = 50;

/** Newest first. A member is made when an account is used for the first time. */
export async function listWaitingSignups(db: Db, before?: string): Promise<WaitingSignup[]> {
  const isHere = db.select({ subject: member.subject }).from(member).where(eq(member.subject, signup.subject));
  const rows = await db
    .select()
    .from(signup)
    .where(
      and(
        or(isNull(signup.outcome), and(eq(signup.outcome, 'created'), notExists(isHere))),
        before ? lt(signup.id, Number(before)) : undefined,
      ),
    )
    .orderBy(desc(signup.id))
    .limit(PAGE);
  return rows.map(({ id, subject, fullName, email, code, receivedAt, attempts, attemptAfter }) => ({
    id,
    account: subject,
    full_name: fullName,
    email,
    code,
    received_at: receivedAt.toISOString(),
    attempts,
    next_attempt_at: attemptAfter.toISOString(),
  }));
}
