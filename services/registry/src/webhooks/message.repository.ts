/** What webhooks are to be told, and the log of the attempts. */
import type { Db } from '@site/platform/database';
import { and, asc, desc, eq, isNotNull, lt, lte } from 'drizzle-orm';
import { deleteOld } from '../delete-old';
import { registryError } from '../errors';
import { webhookAttempts, webhookMessages } from '../tables';

export type MessageRow = typeof webhookMessages.$inferSelect;
export type AttemptRow = typeof webhookAttempts.$inferSelect;

/** How long messages and their attempts are kept. */
const KEPT_DAYS = 30;

export async function findDueMessage(db: Db, webhook: string, now: Date): Promise<MessageRow | null> {
  const [due] = await db
    .select()
    .from(webhookMessages)
    .where(and(eq(webhookMessages.webhook, webhook), lte(webhookMessages.nextAttemptAt, now)))
    .orderBy(asc(webhookMessages.nextAttemptAt), asc(webhookMessages.number))
    .limit(1);
  return due ?? null;
}

/** Newest first. @param page.before Only messages with a lower number. */
export const listMessages = (db: Db, webhook: string, page: { before?: number | undefined; limit: number }): Promise<MessageRow[]> =>
  db
    .select()
    .from(webhookMessages)
    .where(and(eq(webhookMessages.webhook, webhook), page.before === undefined ? undefined : lt(webhookMessages.number, page.before)))
    .orderBy(desc(webhookMessages.number))
    .limit(page.limit);

/** @throws AppError `delivery-not-found`. */
export async function findMessage(db: Db, webhook: string, id: string): Promise<MessageRow> {
  const [found] = await db
    .select()
    .from(webhookMessages)
    .where(and(eq(webhookMessages.webhook, webhook), eq(webhookMessages.id, id)));
  if (!found)
    throw registryError('delivery-not-found', { message: `${webhook} was not told ${id}, or it is more than ${KEPT_DAYS} days ago.` });
  return found;
}

/** @returns false if it was removed meanwhile, with its webhook. */
export async function updateMessage(tx: Db, number: number, values: Partial<MessageRow>): Promise<boolean> {
  const updated = await tx
    .update(webhookMessages)
    .set(values)
    .where(eq(webhookMessages.number, number))
    .returning({ number: webhookMessages.number });
  return updated.length > 0;
}

/** Nothing of a webhook is tried any more. */
export const giveUpAll = async (tx: Db, webhook: string): Promise<void> =>
  void (await tx
    .update(webhookMessages)
    .set({ nextAttemptAt: null })
    .where(and(eq(webhookMessages.webhook, webhook), isNotNull(webhookMessages.nextAttemptAt))));

/** Oldest first. */
export const listAttempts = (db: Db, message: number): Promise<AttemptRow[]> =>
  db.select().from(webhookAttempts).where(eq(webhookAttempts.message, message)).orderBy(asc(webhookAttempts.id));

export async function noteAttempt(tx: Db, attempt: typeof webhookAttempts.$inferInsert): Promise<void> {
  await tx.insert(webhookAttempts).values(attempt);
  await deleteOld(tx, webhookMessages, webhookMessages.createdAt, KEPT_DAYS);
}
