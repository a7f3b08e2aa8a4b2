import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { sql } from 'drizzle-orm';
import { Registry } from 'prom-client';
import type { Database } from './database';
import { enqueueMail } from './outbox';
import { createOutboxMetrics } from './outbox-metrics';
import { migratePlatform } from './platform-migrations';
import { createTestDatabase } from './testing';

let database: Database;
const registry = new Registry();
beforeAll(async () => {
  database = await createTestDatabase();
  await migratePlatform(database);
  // As when a process tries again to open what needs the database.
  for (let attempt = 0; attempt < 2; attempt += 1) createOutboxMetrics(registry, database);
});
afterAll(() => database.close());

const oldest = async () => Number(/^outbox_oldest_waiting_seconds (\S+)$/m.exec(await registry.metrics())?.[1]);

it('the oldest mail that waits is told, and neither one that was sent nor one that was given up', async () => {
  expect(await oldest()).toBe(0);
  for (const subject of ['sent', 'given up', 'waits'])
    await enqueueMail(database.db, { to: 'ada@example.com', subject, text: subject }, { key: subject });
  await database.db.execute(sql`
    update platform.outbox set created_at = now() - interval '1 hour',
      sent_at = case when key = 'sent' then now() end, given_up_at = case when key = 'given up' then now() end`);
  await database.db.execute(sql`update platform.outbox set created_at = now() - interval '10 minutes' where key = 'waits'`);
  expect(Math.floor((await oldest()) / 60)).toBe(10);
});

it('neither a mail that has expired nor those to many count: they are late without anything being wrong', async () => {
  await database.db.execute(sql`delete from platform.outbox`);
  const mail = { to: 'ada@example.com', subject: 'Hello', text: 'Hello' };
  await enqueueMail(database.db, mail, { holdsForSeconds: 600 });
  await enqueueMail(database.db, mail, { isBulk: true });
  await database.db.execute(sql`
    update platform.outbox set created_at = now() - interval '1 hour', expires_at = expires_at - interval '1 hour'`);
  expect(await oldest()).toBe(0);
});

it('the other figures are told while the database does not answer', async () => {
  const lost = new Registry();
  createOutboxMetrics(lost, { db: { execute: () => Promise.reject(new Error('away')) } as never });
  expect(await lost.metrics()).toContain('outbox_oldest_waiting_seconds Nan');
});
