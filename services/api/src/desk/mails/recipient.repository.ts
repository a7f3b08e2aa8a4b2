/** Who is reached by a mail to a peer group: its members with notifications on. */
import type { Db } from '@site/platform/database';
import { and, asc, count, eq, gt, sql } from 'drizzle-orm';
import { member, peerGroup } from '../../domain/tables';

export interface Recipient {
  subject: string;
  email: string;
  unsubscribeToken: string;
}

const isRecipient = (code: string) => and(eq(member.peerGroupCode, code), sql`${member.notifyOptIn}`);

/** How many they are. Undefined if there is no such group. */
export async function countRecipients(db: Db, code: string): Promise<number | undefined> {
  const group = code.toUpperCase();
  const groups = await db.select({ code: peerGroup.code }).from(peerGroup).where(eq(peerGroup.code, group));
  if (groups.length === 0) return undefined;
  const [counted] = await db.select({ recipients: count() }).from(member).where(isRecipient(group));
  return counted?.recipients ?? 0;
}

/** In the order of subjects, those behind one. Until the transaction ends nobody of them unsubscribes or is erased: then mails that wait are taken back. */
export const listRecipients = (tx: Db, code: string, { after, limit }: { after: string; limit: number }): Promise<Recipient[]> =>
  tx
    .select({ subject: member.subject, email: member.email, unsubscribeToken: member.unsubscribeToken })
    .from(member)
    .where(and(isRecipient(code), gt(member.subject, after)))
    .orderBy(asc(member.subject))
    .limit(limit)
    .for('share');
