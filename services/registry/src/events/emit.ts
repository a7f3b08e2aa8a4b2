/** The outbox of webhooks: what happens is queued in its own transaction, and delivered by a worker once that commits. */
import { randomUUID } from 'node:crypto';
import type { Db } from '@site/platform/database';
import type { EventKind } from '@site/release-model/event-kinds';
import { and, arrayOverlaps, isNull, sql } from 'drizzle-orm';
import { webhookMessages, webhooks } from '../tables';
import { bodyOf, filtersOf, type PING, type RegistryEvent } from './event';

/** Channel of `Database.notify`: a message is due. The payload is empty. */
export const WEBHOOK_CHANNEL = 'registry_webhook';

/** Covers every environment. */
const EVERY_ENVIRONMENT = '*';

/** Queues an event for each webhook that has chosen it. */
export async function emit(tx: Db, { kind, ...data }: RegistryEvent): Promise<void> {
  const { environment } = data;
  const concerned = environment === null ? undefined : arrayOverlaps(webhooks.environments, [environment, EVERY_ENVIRONMENT]);
  const chosen = await tx
    .select({ name: webhooks.name })
    .from(webhooks)
    .where(and(isNull(webhooks.disabledAt), concerned, arrayOverlaps(webhooks.events, filtersOf(kind))))
    // Nobody removes one of them before its message is there.
    .for('key share');
  for (const { name } of chosen) await queueMessage(tx, name, kind, data);
}

/** @returns Id of the message. */
export async function queueMessage(tx: Db, webhook: string, kind: EventKind | typeof PING, data: object): Promise<string> {
  const id = `msg_${randomUUID().replaceAll('-', '')}`;
  await tx.insert(webhookMessages).values({ id, webhook, kind, payload: bodyOf(kind, new Date(), data) });
  await tx.execute(sql`select pg_notify(${WEBHOOK_CHANNEL}, '')`);
  return id;
}
