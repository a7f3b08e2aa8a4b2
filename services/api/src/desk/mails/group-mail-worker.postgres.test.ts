import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { parseConfig } from '@site/platform/config';
import type { Database, Db } from '@site/platform/database';
import { platformMigrations } from '@site/platform/platform-migrations';
import { createTestDatabase } from '@site/platform/testing';
import { sql } from 'drizzle-orm';
import { apiConfigSchema } from '../../config';
import { apiMigrations } from '../../plugin';
import { unsubscribe } from '../../privacy/unsubscribe.repository';
import { queueGroupMails } from './group-mail-worker';

let database: Database;
beforeAll(async () => {
  database = await createTestDatabase({ severalConnections: true, migrations: [platformMigrations, apiMigrations] });
});
afterAll(() => database.close());

const waitsForALock = async () => {
  const { rows } = await database.query(`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`);
  return rows.length > 0;
};

it.each([
  ['who unsubscribes at that moment', (tx: Db) => unsubscribe(tx, 'token-7')],
  ['who is erased at that moment', (tx: Db) => tx.execute(sql`delete from api.member where subject = 'subject-007'`)],
])('queues a mail to a group for everybody but the member %s', async (_who, leave) => {
  await database.query('truncate api.member cascade');
  await database.query('truncate platform.outbox');
  await database.db.execute(sql`
    insert into api.member (subject, email, full_name, location, phone, peer_group_code, notify_opt_in, unsubscribe_token)
    select 'subject-' || lpad(n::text, 3, '0'), 'p' || n || '@example.com', 'Player', 'Albany', '+12345678901', 'SELF-4E', true, 'token-' || n
    from generate_series(1, 600) n`);
  await database.db.execute(sql`insert into api.group_mail (code, subject, text) values ('SELF-4E', 'To all', 'It starts soon.')`);
  let queueing: Promise<number> | undefined;
  await database.transaction(async (tx) => {
    await leave(tx);
    let isOver = false;
    const config = parseConfig(apiConfigSchema, { NODE_ENV: 'test' });
    queueing = queueGroupMails({ database, config, basePath: '/api' }).finally(() => (isOver = true));
    while (!isOver && !(await waitsForALock()));
  });
  expect(await queueing).toBe(599);
  const { rows } = await database.query(`select from platform.outbox where mail->>'to' = 'p7@example.com'`);
  expect(rows).toEqual([]);
});
