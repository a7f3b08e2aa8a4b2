/** Calls about webhooks. They need a token that manages tokens. */
import * as z from 'zod/mini';
import type { Transport } from './transport';

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
  number: z.int(),
  kind: z.string(),
  state: z.enum(['pending', 'delivered', 'failed']),
  createdAt: z.iso.datetime(),
  attempts: z.int(),
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
      /** Its beginning. */
      answer: z.nullable(z.string()),
      /** Why there was none, as a code. */
      error: z.nullable(z.string()),
    }),
  ),
});

export const webhookWithSecretSchema = z.object({ webhook: webhookSchema, secret: z.string() });

export type Webhook = z.infer<typeof webhookSchema>;
export type Delivery = z.infer<typeof deliverySchema>;
export type DetailedDelivery = z.infer<typeof detailedDeliverySchema>;

export interface WebhookRequest {
  name: string;
  url: string;
  /** Default: everything. */
  events?: string[] | undefined;
  /** Default: those of the token that adds it. */
  environments?: string[] | undefined;
  reason?: string | undefined;
}

const at = (name: string, rest = ''): string => `/webhooks/${encodeURIComponent(name)}${rest}`;

export const webhookCalls = ({ call, send, inJson }: Transport) => ({
  /** The secret is answered this once. */
  addWebhook: (request: WebhookRequest) => call(webhookWithSecretSchema, '/webhooks', inJson('POST', request)),
  webhooks: async () => (await call(z.object({ webhooks: z.array(webhookSchema) }), '/webhooks')).webhooks,
  webhook: (name: string) => call(webhookSchema, at(name)),
  removeWebhook: (name: string) => send(at(name), { method: 'DELETE' }),
  enableWebhook: (name: string, reason?: string) => call(webhookSchema, at(name, '/enable'), inJson('POST', { reason })),
  /** @param options.overlapHours For how long messages are signed with the secret before as well. */
  rotateWebhook: (name: string, options: { overlapHours: number; reason?: string | undefined }) =>
    call(webhookWithSecretSchema, at(name, '/rotate'), inJson('POST', options)),
  testWebhook: (name: string) => call(deliverySchema, at(name, '/test'), { method: 'POST' }),
  /** Newest first. */
  deliveries: async (name: string, limit: number) =>
    (await call(z.object({ deliveries: z.array(deliverySchema) }), at(name, `/deliveries?limit=${limit}`))).deliveries,
  delivery: (name: string, id: string) => call(detailedDeliverySchema, at(name, `/deliveries/${encodeURIComponent(id)}`)),
  redeliver: (name: string, id: string) =>
    call(deliverySchema, at(name, `/deliveries/${encodeURIComponent(id)}/redeliver`), { method: 'POST' }),
});
