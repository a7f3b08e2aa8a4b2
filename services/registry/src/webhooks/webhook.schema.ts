import type { Delivery, DetailedDelivery, Webhook } from '@site/release-model/webhook-answers';
import { z } from 'zod';
import { environmentNameSchema } from '../environments/environment.schema';
import { eventFilterSchema } from '../events/event';
import { UNREADABLE } from '../line';
import { EVERYTHING } from '../people/scope';
import { reasonSchema } from '../reason';
import type { AttemptRow, MessageRow } from './message.repository';
import type { WebhookRow } from './webhook.repository';

const webhookNameSchema = z
  .string()
  .regex(/^[a-z0-9][a-z0-9._-]{0,39}$/i, 'A webhook is named with up to 40 letters, digits, dots and dashes');

export const webhookParams = z.object({ name: webhookNameSchema });
export const deliveryParams = webhookParams.extend({ id: z.string().max(60) });

export const webhookRequestSchema = z.object({
  name: webhookNameSchema,
  url: z
    .url('Give a whole address, such as https://chat.example/hooks')
    .max(2_000, 'An address has up to 2,000 characters')
    .regex(/^\P{Cc}*$/u, UNREADABLE),
  /** What it is told of; by default everything. */
  events: z.array(eventFilterSchema).min(1).max(50).default(['*']),
  /** By default those of the token that adds it. */
  environments: z
    .array(z.union([z.literal(EVERYTHING), environmentNameSchema]))
    .min(1)
    .max(50)
    .optional(),
  reason: reasonSchema.nullish(),
});

const iso = (time: Date | null): string | null => time?.toISOString() ?? null;

export const webhookInJson = (row: WebhookRow, now: Date): Webhook => ({
  name: row.name,
  url: row.url,
  environments: row.environments,
  events: row.events,
  createdBy: row.createdBy,
  createdAt: row.createdAt.toISOString(),
  lastDeliveredAt: iso(row.lastDeliveredAt),
  disabled: row.disabledAt && row.disabledReason !== null ? { at: row.disabledAt.toISOString(), reason: row.disabledReason } : null,
  previousSecretUntil: row.previousSecretUntil && row.previousSecretUntil > now ? row.previousSecretUntil.toISOString() : null,
});

function stateOf({ deliveredAt, nextAttemptAt }: MessageRow): Delivery['state'] {
  if (nextAttemptAt) return 'pending';
  return deliveredAt ? 'delivered' : 'failed';
}

export const deliveryInJson = (row: MessageRow): Delivery => ({
  id: row.id,
  number: row.number,
  kind: row.kind,
  state: stateOf(row),
  createdAt: row.createdAt.toISOString(),
  attempts: row.attempts,
  nextAttemptAt: iso(row.nextAttemptAt),
  deliveredAt: iso(row.deliveredAt),
});

export const detailedDeliveryInJson = (row: MessageRow, attempts: readonly AttemptRow[]): DetailedDelivery => ({
  ...deliveryInJson(row),
  payload: row.payload,
  log: attempts.map(({ at, durationMs, status, answer, error }) => ({ at: at.toISOString(), durationMs, status, answer, error })),
});
