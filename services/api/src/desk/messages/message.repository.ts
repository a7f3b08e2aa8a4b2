/** Contact messages, as the desk works through them. */
import type { MessageStatus } from '@site/contracts/api/desk';
import type { Db } from '@site/platform/database';
import { and, asc, desc, eq, inArray, lt } from 'drizzle-orm';
import { nextVersion } from '../../domain/next-version';
import { contactMessage, messageAnswer } from '../../domain/tables';

const PAGE = 50;

type MessageRow = typeof contactMessage.$inferSelect;

/** A message with what was answered, oldest first. */
export type AnsweredMessage = MessageRow & { answers: { text: string; actor: string; sentAt: Date }[] };

export async function listMessages(
  db: Db,
  { status, before }: { status?: MessageStatus | undefined; before?: string | undefined },
): Promise<AnsweredMessage[]> {
  const rows = await db
    .select()
    .from(contactMessage)
    .where(and(status && eq(contactMessage.status, status), before ? lt(contactMessage.id, Number(before)) : undefined))
    .orderBy(desc(contactMessage.id))
    .limit(PAGE);
  return withAnswers(db, rows);
}

export async function lockMessage(tx: Db, id: number): Promise<AnsweredMessage | undefined> {
  const rows = await tx.select().from(contactMessage).where(eq(contactMessage.id, id)).for('update');
  return (await withAnswers(tx, rows))[0];
}

export async function changeMessage(
  tx: Db,
  id: number,
  change: Partial<Pick<MessageRow, 'status' | 'assignedTo'>>,
): Promise<AnsweredMessage> {
  const rows = await tx
    .update(contactMessage)
    .set({ ...change, version: nextVersion(contactMessage.version) })
    .where(eq(contactMessage.id, id))
    .returning();
  return (await withAnswers(tx, rows))[0] as AnsweredMessage;
}

export const addAnswer = (tx: Db, answer: { messageId: number; text: string; actor: string }) => tx.insert(messageAnswer).values(answer);

async function withAnswers(db: Db, rows: MessageRow[]): Promise<AnsweredMessage[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const answers = await db.select().from(messageAnswer).where(inArray(messageAnswer.messageId, ids)).orderBy(asc(messageAnswer.id));
  return rows.map((row) => ({ ...row, answers: answers.filter(({ messageId }) => messageId === row.id) }));
}
