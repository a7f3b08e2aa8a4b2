/** Notifications off, by the token in a mail. */
import type { Db } from '@site/platform/database';
import { withdrawBulkMails } from '@site/platform/outbox';
import { eq } from 'drizzle-orm';
import { member } from '../domain/tables';

export async function isUnsubscribeToken(db: Db, token: string): Promise<boolean> {
  const rows = await db.select({ subject: member.subject }).from(member).where(eq(member.unsubscribeToken, token));
  return rows.length > 0;
}

/** Mails to the group that wait to be sent are not sent any more. @returns false if the token is not known. */
export async function unsubscribe(tx: Db, token: string): Promise<boolean> {
  const [found] = await tx
    .update(member)
    .set({ notifyOptIn: false })
    .where(eq(member.unsubscribeToken, token))
    .returning({ email: member.email });
  if (found) await withdrawBulkMails(tx, found.email);
  return found !== undefined;
}
