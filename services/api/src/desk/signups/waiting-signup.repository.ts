/** Sign-ups that wait: for their account, or for their person. */
import type { WaitingSignup } from '@site/contracts/api/desk-members';
import type { Db } from '@site/platform/database';
import { and, desc, eq, getTableColumns, isNull, lt, or } from 'drizzle-orm';
import { member, signup } from '../../domain/tables';

const PAGE = 50;

/** Newest first. A member is made when an account is used for the first time; an earlier release did not say so in the sign-up. */
export async function listWaitingSignups(db: Db, before?: string): Promise<WaitingSignup[]> {
  const rows = await db
    .select(getTableColumns(signup))
    .from(signup)
    .leftJoin(member, eq(member.subject, signup.subject))
    .where(
      and(
        or(isNull(signup.outcome), and(eq(signup.outcome, 'created'), isNull(signup.arrivedAt))),
        isNull(member.subject),
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
