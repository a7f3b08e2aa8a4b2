import type { Database, Db } from '@site/platform/database';
import { eq, isNotNull, sql } from 'drizzle-orm';
import { isAccountName } from './accounts/account.repository';
import { deleteRecords } from './sessions/session.repository';
import { oidcRecord, securityEvent, session } from './tables';

/**
 * Ends every session, grant and token of an account, and what a finished sign-in has not given out yet. A sign-in that is under way belongs to nobody
 * yet and goes on.
 */
export async function revokeAccount(db: Db, sub: string): Promise<void> {
  if (!isAccountName(sub)) return;
  await deleteRecords(db, eq(oidcRecord.accountId, sub));
  await db.delete(session).where(eq(session.sub, sub));
}

/** Ends every session, grant and token of all accounts, and writes it down for each that had one. @returns how many sign-ins were ended. */
export function revokeEverybody({ transaction }: Pick<Database, 'transaction'>): Promise<number> {
  return transaction(async (tx) => {
    await tx.execute(sql`
      insert into ${securityEvent} (sub, kind, actor) select distinct sub, 'all-sign-ins-ended', 'administrator' from ${session}`);
    await deleteRecords(tx, isNotNull(oidcRecord.accountId));
    return (await tx.delete(session).returning({ id: session.id })).length;
  });
}
