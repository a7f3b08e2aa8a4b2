/** Calls about webhooks. They need a token that manages tokens. */
import type { WebhookRequest } from '@site/release-model/registry-requests';
import { deliverySchema, detailedDeliverySchema, webhookSchema, webhookWithSecretSchema } from '@site/release-model/webhook-answers';
import * as z from 'zod/mini';
import { because, type Transport } from './transport';

const at = (name: string, rest = ''): string => `/webhooks/${encodeURIComponent(name)}${rest}`;

export const webhookCalls = ({ call, send, inJson }: Transport) => ({
  /** The secret is answered this once. */
  addWebhook: (request: WebhookRequest) => call(webhookWithSecretSchema, '/webhooks', inJson('POST', request)),
  webhooks: async () => (await call(z.object({ webhooks: z.array(webhookSchema) }), '/webhooks')).webhooks,
  webhook: (name: string) => call(webhookSchema, at(name)),
  removeWebhook: (name: string, reason?: string) => send(at(name, because(reason)), { method: 'DELETE' }),
  disableWebhook: (name: string, reason: string) => call(webhookSchema, at(name, '/disable'), inJson('POST', { reason })),
  enableWebhook: (name: string, reason?: string) => call(webhookSchema, at(name, '/enable'), inJson('POST', { reason })),
  /** @param options.overlapHours For how long messages are signed with the secret before as well. */
  rotateWebhook: (name: string, options: { overlapHours: number; reason?: string | undefined }) =>
    call(webhookWithSecretSchema, at(name, '/rotate'), inJson('POST', options)),
  testWebhook: (name: string) => call(deliverySchema, at(name, '/test'), { method: 'POST' }),
  /** Newest first. */
  deliveries: async (name: string, limit: number) =>
    (await call(z.object({ deliveries: z.array(deliverySchema) }), at(name, `/deliveries?limit=${limit}`))).deliveries,
  delivery: (name: string, id: string) => call(detailedDeliverySchema, at(name, `/deliveries/${encodeURIComponent(id)}`)),
  redeliver: (name: string, id: string, reason?: string) =>
    call(deliverySchema, at(name, `/deliveries/${encodeURIComponent(id)}/redeliver${because(reason)}`), { method: 'POST' }),
});
