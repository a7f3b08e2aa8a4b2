import type { Db } from '@site/platform/database';
import { and, asc, eq, exists, isNull, lte, or, sql } from 'drizzle-orm';
import { registryError } from '../errors';
import { webhookMessages, webhooks } from '../tables';

export type WebhookRow = typeof webhooks.$inferSelect;

/** Longer than an attempt may take, so that another worker takes over only from one that has ended. */
const LEASE_MS = 60_000;

/** @returns Null if there is one of this name. */
export async function insertWebhook(tx: Db, row: typeof webhooks.$inferInsert): Promise<WebhookRow | null> {
  const [added] = await tx.insert(webhooks).values(row).onConflictDoNothing().returning();
  return added ?? null;
}

/** By name. */
export const listWebhooks = (db: Db): Promise<WebhookRow[]> => db.select().from(webhooks).orderBy(asc(webhooks.name));

/** @throws AppError `webhook-not-found`. */
export async function findWebhook(db: Db, name: string): Promise<WebhookRow> {
  const [found] = await db.select().from(webhooks).where(eq(webhooks.name, name));
  if (!found) throw registryError('webhook-not-found', { message: `There is no webhook named ${name}.` });
  return found;
}

/** Until the transaction ends, nobody else changes it. Whoever changes messages of it as well holds it first. */
export const holdWebhook = async (tx: Db, name: string): Promise<void> =>
  void (await tx.select({ name: webhooks.name }).from(webhooks).where(eq(webhooks.name, name)).for('no key update'));

/** @throws AppError `webhook-not-found`. */
export async function updateWebhook(tx: Db, name: string, values: Partial<WebhookRow>): Promise<WebhookRow> {
  await tx.update(webhooks).set(values).where(eq(webhooks.name, name));
  return findWebhook(tx, name);
}

/** With its messages and their attempts. */
export const deleteWebhook = async (tx: Db, name: string): Promise<void> => void (await tx.delete(webhooks).where(eq(webhooks.name, name)));

/** Ends the lease of whoever delivers a message of it. */
export const returnWebhook = async (db: Db, name: string): Promise<void> =>
  void (await db.update(webhooks).set({ leasedUntil: null }).where(eq(webhooks.name, name)));

/** Takes a webhook with a message that is due, for this worker alone: a receiver that is slow to answer holds up none but itself. */
export async function leaseWebhook(db: Db, now: Date): Promise<WebhookRow | null> {
  const dueMessage = db
    .select({ one: sql`1` })
    .from(webhookMessages)
    .where(and(eq(webhookMessages.webhook, webhooks.name), lte(webhookMessages.nextAttemptAt, now)));
  const free = or(isNull(webhooks.leasedUntil), lte(webhooks.leasedUntil, now));
  const due = db
    .select({ name: webhooks.name })
    .from(webhooks)
    .where(and(isNull(webhooks.disabledAt), free, exists(dueMessage)))
    .orderBy(sql`(select min(next_attempt_at) from registry.webhook_messages where webhook = ${webhooks.name})`)
    .limit(1)
    .for('update', { skipLocked: true });
  const [leased] = await db
    .update(webhooks)
    .set({ leasedUntil: new Date(now.getTime() + LEASE_MS) })
    .where(sql`${webhooks.name} = (${due})`)
    .returning();
  return leased ?? null;
}

/** When a message is due next; null if none will be. */
export async function findNextMessage(db: Db): Promise<Date | null> {
  const at = sql`min(greatest(${webhookMessages.nextAttemptAt}, ${webhooks.leasedUntil}))`.mapWith(webhookMessages.nextAttemptAt);
  const [next] = await db
    .select({ at })
    .from(webhookMessages)
    .innerJoin(webhooks, eq(webhooks.name, webhookMessages.webhook))
    .where(and(isNull(webhooks.disabledAt), sql`${webhookMessages.nextAttemptAt} is not null`));
  // There is no least one of no rows.
  return (next?.at as Date | null | undefined) ?? null;
}
