/** Who is reached by a mail to a peer group. */
import type { Db } from '@site/platform/database';
import { and, asc, eq } from 'drizzle-orm';
import { member, peerGroup } from '../../domain/tables';

export interface Recipient {
  email: string;
  unsubscribeToken: string;
}

/** Members of the group with notifications on. Undefined if there is no such group. */
export async function listRecipients(db: Db, code: string): Promise<Recipient[] | undefined> {
  const group = code.toUpperCase();
  const groups = await db.select({ code: peerGroup.code }).from(peerGroup).where(eq(peerGroup.code, group));
  if (groups.length === 0) return undefined;
  return db
    .select({ email: member.email, unsubscribeToken: member.unsubscribeToken })
    .from(member)
    .where(and(eq(member.peerGroupCode, group), eq(member.notifyOptIn, true)))
    .orderBy(asc(member.email));
}
