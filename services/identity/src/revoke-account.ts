import type { Db } from '@site/platform/database';
import { eq } from 'drizzle-orm';
import { isAccountName } from './accounts/account.repository';
import { oidcRecord, session } from './tables';

/** Ends every session, grant and token of an account. A sign-in that is under way belongs to nobody yet and goes on. */
export async function revokeAccount(db: Db, sub: string): Promise<void> {
  if (!isAccountName(sub)) return;
  await db.delete(oidcRecord).where(eq(oidcRecord.accountId, sub));
  await db.delete(session).where(eq(session.sub, sub));
}
