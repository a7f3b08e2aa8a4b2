/** What a registry answers about webhooks and what they were told. */
import * as z from 'zod/mini';

export const webhookSchema = z.object({
  name: z.string(),
  url: z.string(),
  /** `*` for all. */
  environments: z.array(z.string()),
  /** Kinds, groups such as `plan.*`, or `*` for all. */
  events: z.array(z.string()),
  createdBy: z.string(),
  createdAt: z.iso.datetime(),
  lastDeliveredAt: z.nullable(z.iso.datetime()),
  /** Set when nothing is delivered any more, until it is enabled. */
  disabled: z.nullable(z.object({ at: z.iso.datetime(), reason: z.string() })),
  /** Until when messages are signed with the secret before as well. */
  previousSecretUntil: z.nullable(z.iso.datetime()),
});

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
  nextAttemptAt: z.nullable(z.iso.datetime()),
  deliveredAt: z.nullable(z.iso.datetime()),
});

export const detailedDeliverySchema = z.object({
  ...deliverySchema.shape,
  /** The body as it is signed. */
  payload: z.string(),
  /** Attempts, oldest first. */
  log: z.array(
    z.object({
      at: z.iso.datetime(),
      durationMs: z.int(),
      /** Of the answer; null if there was none. */
      status: z.nullable(z.int()),
      /** Its beginning, at most 1,000 bytes. */
      answer: z.nullable(z.string()),
      /** Why there was none, as a code. */
      error: z.nullable(z.string()),
    }),
  ),
});

/** `secret` is answered this once. */
export const webhookWithSecretSchema = z.object({ webhook: webhookSchema, secret: z.string() });

export type Webhook = z.infer<typeof webhookSchema>;
export type Delivery = z.infer<typeof deliverySchema>;
export type DetailedDelivery = z.infer<typeof detailedDeliverySchema>;
