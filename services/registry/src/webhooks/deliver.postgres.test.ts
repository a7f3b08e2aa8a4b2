import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Database } from '@site/platform/database';
import { silentLogger } from '@site/platform/logging';
import { createTestDatabase } from '@site/platform/testing';
import { startTestRegistry, type TestRegistry } from '../testing';
import { createWebhookWorker, type WebhookWorker } from '../worker/webhook-worker';
import { createAddressPolicy } from './address-policy';

const webhooks = { production: true, hosts: ['127.0.0.1'] };
/** Later than any time of the machine: what was queued is due. */
const now = () => new Date('2100-01-01T12:00:00Z');

let database: Database;
let registry: TestRegistry;
let receiver: Server;
let worker: WebhookWorker;
beforeAll(async () => {
  database = await createTestDatabase({ severalConnections: true });
  registry = await startTestRegistry({ database, webhooks, now });
  receiver = createServer();
  await once(receiver.listen(0, '127.0.0.1'), 'listening');
  worker = await createWebhookWorker({ database, policy: createAddressPolicy(webhooks), now, logger: silentLogger() });
});
afterAll(async () => {
  await worker.stop();
  receiver.close();
  await registry.stop();
  await database.close();
});

const post = (path: string, payload?: object) =>
  registry.server.inject({
    ...{ method: 'POST', url: `/registry/v1/webhooks${path}`, headers: { authorization: `Bearer ${registry.tokens.admin}` } },
    ...(payload && { payload }),
  });

/** Resolves once a connection waits for a lock. */
async function somebodyWaits(): Promise<void> {
  const isWaiting = () => database.query(`select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`);
  while ((await isWaiting()).rows.length === 0);
}

it('a webhook that is disabled while it delivers is, and what was delivered is on record: both hold the webhook before its messages', async () => {
  expect((await post('', { name: 'hook', url: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/` })).statusCode).toBe(201);
  expect((await post('/hook/test')).statusCode).toBe(202);
  const asked = once(receiver, 'request');
  const delivered = worker.look();
  const [, response] = (await asked) as [unknown, ServerResponse];
  await database.rawTransaction(async (client) => {
    await client.query(`update registry.webhooks set disabled_at = now(), disabled_reason = 'too much' where name = 'hook'`);
    response.writeHead(204).end();
    await somebodyWaits();
    await client.query(`update registry.webhook_messages set next_attempt_at = null where webhook = 'hook'`);
  });
  await delivered;
  const { rows } = await database.query(
    `select disabled_reason, attempts, delivered_at is not null as delivered from registry.webhooks join registry.webhook_messages on webhook = name`,
  );
  expect(rows).toEqual([{ disabled_reason: 'too much', attempts: 1, delivered: true }]);
});
