import { z } from 'zod';
import { environmentNameSchema, reasonSchema } from '../environments/environment.schema';
import { eventFilterSchema } from '../events/event';
import { EVERYTHING } from '../people/scope';
import type { AttemptRow, MessageRow } from './message.repository';
import type { WebhookRow } from './webhook.repository';

const webhookNameSchema = z
  .string()
  .regex(/^[a-z0-9][a-z0-9._-]{0,39}$/i, 'A webhook is named with up to 40 letters, digits, dots and dashes');

export const webhookParams = z.object({ name: webhookNameSchema });
export const deliveryParams = webhookParams.extend({ id: z.string().max(60) });

export const webhookRequestSchema = z.object({
  name: webhookNameSchema,
  url: z.url().max(2_000),
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

export const webhookSchema = z.object({
  name: z.string(),
  url: z.string(),
  environments: z.array(z.string()),
  events: z.array(z.string()),
  createdBy: z.string(),
  createdAt: z.iso.datetime(),
  lastDeliveredAt: z.iso.datetime().nullable(),
  /** Set when nothing is delivered any more, until it is enabled. */
  disabled: z.object({ at: z.iso.datetime(), reason: z.string() }).nullable(),
  /** Until when messages are signed with the secret before as well; null if they are not. */
  previousSecretUntil: z.iso.datetime().nullable(),
});

/** `secret` is answered this once. */
export const webhookWithSecretSchema = z.object({ webhook: webhookSchema, secret: z.string() });

export const deliverySchema = z.object({
  /** The header `webhook-id`. */
  id: z.string(),
  /** For `before` of the list. */
  number: z.int(),
  kind: z.string(),
  state: z.enum(['pending', 'delivered', 'failed']),
  createdAt: z.iso.datetime(),
  attempts: z.int(),
  /** Null unless it is pending. */
  nextAttemptAt: z.iso.datetime().nullable(),
  deliveredAt: z.iso.datetime().nullable(),
});

export const detailedDeliverySchema = deliverySchema.extend({
  /** The body as it is signed. */
  payload: z.string(),
  /** Oldest first. */
  log: z.array(
    z.object({
      at: z.iso.datetime(),
      durationMs: z.int(),
      /** Of the answer; null if there was none. */
      status: z.int().nullable(),
      /** Its beginning, at most 1,000 bytes. */
      answer: z.string().nullable(),
      /** Why there was none, as a code. */
      error: z.string().nullable(),
    }),
  ),
});

const iso = (time: Date | null): string | null => time?.toISOString() ?? null;

export const webhookInJson = (row: WebhookRow, now: Date): z.input<typeof webhookSchema> => ({
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

function stateOf({ deliveredAt, nextAttemptAt }: MessageRow): z.input<typeof deliverySchema>['state'] {
  if (nextAttemptAt) return 'pending';
  return deliveredAt ? 'delivered' : 'failed';
}

export const deliveryInJson = (row: MessageRow): z.input<typeof deliverySchema> => ({
  id: row.id,
  number: row.number,
  kind: row.kind,
  state: stateOf(row),
  createdAt: row.createdAt.toISOString(),
  attempts: row.attempts,
  nextAttemptAt: iso(row.nextAttemptAt),
  deliveredAt: iso(row.deliveredAt),
});

export const detailedDeliveryInJson = (row: MessageRow, attempts: readonly AttemptRow[]): z.input<typeof detailedDeliverySchema> => ({
  ...deliveryInJson(row),
  payload: row.payload,
  log: attempts.map(({ at, durationMs, status, answer, error }) => ({ at: at.toISOString(), durationMs, status, answer, error })),
});
