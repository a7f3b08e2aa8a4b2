/** Delivers what webhooks are to be told. Each webhook is leased by one registry at a time, so that a message is not sent twice. */
import type { Database } from '@site/platform/database';
import type { FastifyBaseLogger } from 'fastify';
import { WEBHOOK_CHANNEL } from '../events/emit';
import type { AddressPolicy } from '../webhooks/address-policy';
import { createDeliver } from '../webhooks/deliver';
import { findNextMessage, leaseWebhook, type WebhookRow } from '../webhooks/webhook.repository';
import { createLeasedWorker, type LeasedWorker } from './leased-worker';

/** Receivers that are asked at the same time. */
const AT_ONCE = 8;

export interface WebhookWorkerOptions {
  database: Database;
  policy: AddressPolicy;
  now: () => Date;
  /** From 0 to 1; spreads attempts that would be made at the same time. Default: at random. */
  random?: () => number;
  logger: FastifyBaseLogger;
}

export type WebhookWorker = Pick<LeasedWorker, 'look' | 'start' | 'stop'>;

export async function createWebhookWorker({ random = Math.random, ...options }: WebhookWorkerOptions): Promise<WebhookWorker> {
  const { database, now, logger } = options;
  const stopping = new AbortController();
  const worker = createLeasedWorker<WebhookRow>({
    what: 'webhooks',
    lease: () => leaseWebhook(database.db, now()),
    work: createDeliver({ ...options, random, stopping: stopping.signal }),
    findNextLook: () => findNextMessage(database.db),
    atOnce: AT_ONCE,
    now,
    logger,
  });
  const unlisten = await database.listen(WEBHOOK_CHANNEL, worker.wake);
  return {
    look: worker.look,
    start: worker.start,
    async stop() {
      const stopped = worker.stop();
      stopping.abort();
      await unlisten();
      await stopped;
    },
  };
}
