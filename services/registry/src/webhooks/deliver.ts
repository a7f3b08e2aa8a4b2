/** Delivers messages of a webhook: one attempt each time, with what becomes of it on record. */
import type { Database } from '@site/platform/database';
import type { FastifyBaseLogger } from 'fastify';
import { recordAudit } from '../audit/audit.repository';
import type { AddressPolicy } from './address-policy';
import { findDueMessage, giveUpAll, type MessageRow, noteAttempt, updateMessage } from './message.repository';
import { type Outcome, post } from './post';
import { nextAttempt } from './retries';
import { signaturesOf } from './signature';
import { holdWebhook, returnWebhook, updateWebhook, type WebhookRow } from './webhook.repository';

const GONE = 410;

export interface DeliverOptions {
  database: Database;
  policy: AddressPolicy;
  now: () => Date;
  /** From 0 to 1. */
  random: () => number;
  /** Aborts when the registry ends: an attempt that is under way does not count then. */
  stopping: AbortSignal;
  logger: FastifyBaseLogger;
}

/** @returns A function that makes one attempt to deliver what is due of a leased webhook, and returns the webhook. */
export function createDeliver({ database, policy, now, random, stopping, logger }: DeliverOptions): (webhook: WebhookRow) => Promise<void> {
  async function settle(webhook: WebhookRow, message: MessageRow, { status, ...rest }: Outcome): Promise<void> {
    const { name } = webhook;
    const at = now();
    const attempts = message.attempts + 1;
    const isDelivered = status !== null && status >= 200 && status < 300;
    const retryAt = isDelivered ? null : nextAttempt(attempts, at, random());
    await database.transaction(async (tx) => {
      await holdWebhook(tx, name);
      const isThere = await updateMessage(tx, message.number, {
        ...{ attempts, nextAttemptAt: retryAt },
        ...(isDelivered && { deliveredAt: at }),
      });
      // It was removed while its receiver was asked.
      if (!isThere) return;
      await noteAttempt(tx, { message: message.number, at, status, ...rest });
      const after = await updateWebhook(tx, name, { leasedUntil: null, ...(isDelivered && { lastDeliveredAt: at }) });
      // Somebody has disabled it while its receiver was asked.
      if (after.disabledAt !== null) return giveUpAll(tx, name);
      const reason = isDelivered ? null : whyDisabled(after, message, status, retryAt);
      if (reason === null) return;
      await updateWebhook(tx, name, { disabledAt: at, disabledReason: reason });
      await giveUpAll(tx, name);
      await recordAudit(tx, { actor: 'registry', action: 'disable-webhook', subject: name, reason });
    });
    if (!isDelivered)
      logger.warn({ webhook: name, message: message.id, attempts, status, code: rest.error }, 'a webhook was not delivered');
  }

  return async (webhook) => {
    const at = now();
    const message = await findDueMessage(database.db, webhook.name, at);
    if (!message) return returnWebhook(database.db, webhook.name);
    const { id, payload } = message;
    const timestamp = Math.floor(at.getTime() / 1000);
    const headers = {
      'user-agent': 'release-registry',
      'webhook-id': id,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': signaturesOf(secretsOf(webhook, at), { id, timestamp, payload }),
    };
    const outcome = await post({ address: webhook.url, headers, body: payload, stopping }, policy);
    if (outcome.status === null && stopping.aborted) return returnWebhook(database.db, webhook.name);
    await settle(webhook, message, outcome);
  };
}

/** The present one, and the one before while it is rotated. */
function secretsOf({ secret, previousSecret, previousSecretUntil }: WebhookRow, at: Date): string[] {
  return previousSecret !== null && previousSecretUntil !== null && previousSecretUntil > at ? [secret, previousSecret] : [secret];
}

/** The receiver said that it is gone, or took nothing for as long as a message is tried. Null if it stays. */
function whyDisabled(
  { lastDeliveredAt }: WebhookRow,
  { createdAt }: MessageRow,
  status: number | null,
  retryAt: Date | null,
): string | null {
  if (status === GONE) return 'The receiver answered 410 Gone.';
  const hasTakenOthers = lastDeliveredAt !== null && lastDeliveredAt > createdAt;
  return retryAt === null && !hasTakenOthers ? 'The receiver took nothing for about three days.' : null;
}
