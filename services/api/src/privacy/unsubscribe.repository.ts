/** Notifications off, by the token in a mail. */
import type { Db } from '@site/platform/database';
import { eq } from 'drizzle-orm';
import { member } from '../domain/tables';

export async function isUnsubscribeToken(db: Db, token: string): Promise<boolean> {
  const rows = await db.select({ subject: member.subject }).from(member).where(eq(member.unsubscribeToken, token));
  return rows.length > 0;
}

/** False if the token is not known. */
export async function unsubscribe(db: Db, token: string): Promise<boolean> {
  const rows = await db
    .update(member)
    .set({ notifyOptIn: false })
    .where(eq(member.unsubscribeToken, token))
    .returning({ subject: member.subject });
  return rows.length > 0;
}
