/** Contact messages, as the desk works through them. */
import type { DeskMessage, MessageStatus } from '@site/contracts/api/desk';
import type { Db } from '@site/platform/database';
import { and, desc, eq, lt } from 'drizzle-orm';
import { contactMessage } from '../../domain/tables';

const PAGE = 50;

const messageOf = ({ receivedAt, ...row }: typeof contactMessage.$inferSelect): DeskMessage => ({
  ...row,
  received_at: receivedAt.toISOString(),
});

export async function listMessages(
  db: Db,
  filter: { status?: MessageStatus | undefined; before?: string | undefined },
): Promise<DeskMessage[]> {
  const conditions = [
    filter.status && eq(contactMessage.status, filter.status),
    filter.before && lt(contactMessage.id, Number(filter.before)),
  ].filter((condition) => typeof condition === 'object');
  const rows = await db
    .select()
    .from(contactMessage)
    .where(and(...conditions))
    .orderBy(desc(contactMessage.id))
    .limit(PAGE);
  return rows.map(messageOf);
}

export async function setMessageStatus(db: Db, id: number, status: MessageStatus): Promise<DeskMessage | undefined> {
  const [row] = await db.update(contactMessage).set({ status }).where(eq(contactMessage.id, id)).returning();
  return row && messageOf(row);
}
