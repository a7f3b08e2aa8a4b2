/** Webhooks and what they were told. For who manages tokens of all parts. */
import type { WebhookRequest } from '@site/release-model/registry-requests';
import type { Delivery, DetailedDelivery, Webhook } from '@site/release-model/webhook-answers';
import { asking, askingFor, because, consoleApi, type Ending, TAGS } from './endpoint';
import { queryText } from './registry-query';

export const DELIVERIES_PAGE = 20;

/** The secret is answered this once. */
interface WithSecret {
  webhook: Webhook;
  secret: string;
}

interface DeliveryOf {
  webhook: string;
  id: string;
}

const at = (name: string, rest = '') => `/webhooks/${encodeURIComponent(name)}${rest}`;
const delivery = ({ webhook, id }: DeliveryOf, rest = '') => at(webhook, `/deliveries/${encodeURIComponent(id)}${rest}`);

/** The list alone; `TAGS.webhooks` is the list, each webhook and its deliveries. */
const LIST = { type: TAGS.webhooks, id: 'list' } as const;
const AFTER = [TAGS.webhooks, TAGS.audit];

export const webhooksApi = consoleApi.injectEndpoints({
  endpoints: (build) => ({
    /** By name. */
    consoleWebhooks: build.query<Webhook[], undefined>({
      ...askingFor<Webhook[], undefined>('webhooks', () => ({ path: '/webhooks' })),
      providesTags: [LIST],
    }),
    consoleWebhook: build.query<Webhook, string>({
      ...asking<Webhook, string>((name) => ({ path: at(name) })),
      providesTags: [TAGS.webhooks],
    }),
    consoleAddWebhook: build.mutation<WithSecret, WebhookRequest>({
      ...asking<WithSecret, WebhookRequest>((body) => ({ path: '/webhooks', method: 'POST', body })),
      invalidatesTags: (_, error) => (error ? [] : AFTER),
    }),
    consoleRotateWebhook: build.mutation<WithSecret, { name: string; overlapHours: number; reason?: string }>({
      ...asking<WithSecret, { name: string; overlapHours: number; reason?: string }>(({ name, ...body }) => ({
        path: at(name, '/rotate'),
        method: 'POST',
        body,
      })),
      invalidatesTags: (_, error) => (error ? [] : AFTER),
    }),
    consolePauseWebhook: build.mutation<Webhook, { name: string; reason: string }>({
      ...asking<Webhook, { name: string; reason: string }>(({ name, ...body }) => ({ path: at(name, '/disable'), method: 'POST', body })),
      invalidatesTags: AFTER,
    }),
    consoleEnableWebhook: build.mutation<Webhook, string>({
      ...asking<Webhook, string>((name) => ({ path: at(name, '/enable'), method: 'POST', body: {} })),
      invalidatesTags: AFTER,
    }),
    consoleRemoveWebhook: build.mutation<null, Ending>({
      ...asking<null, Ending>(({ id, reason }) => ({ path: at(id, because(reason)), method: 'DELETE' })),
      // Its own page shows it still, and would ask for what is gone.
      invalidatesTags: [LIST, TAGS.audit],
    }),
    consoleTestWebhook: build.mutation<Delivery, string>({
      ...asking<Delivery, string>((name) => ({ path: at(name, '/test'), method: 'POST' })),
      invalidatesTags: AFTER,
    }),

    /** Newest first. `before`: of a page that is not the first. */
    consoleDeliveries: build.query<Delivery[], { webhook: string; before?: number | undefined }>({
      ...askingFor<Delivery[], { webhook: string; before?: number | undefined }>('deliveries', ({ webhook, before }) => ({
        path: at(webhook, `/deliveries?${queryText({ limit: DELIVERIES_PAGE, before })}`),
      })),
      providesTags: [TAGS.webhooks],
    }),
    consoleDelivery: build.query<DetailedDelivery, DeliveryOf>({
      ...asking<DetailedDelivery, DeliveryOf>((of) => ({ path: delivery(of) })),
      providesTags: [TAGS.webhooks],
    }),
    consoleRedeliver: build.mutation<Delivery, DeliveryOf>({
      ...asking<Delivery, DeliveryOf>((of) => ({ path: delivery(of, '/redeliver'), method: 'POST' })),
      invalidatesTags: AFTER,
    }),
  }),
});
