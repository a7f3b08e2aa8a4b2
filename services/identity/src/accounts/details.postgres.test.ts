import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Database } from '@site/platform/database';
import { createTestDatabase } from '@site/platform/testing';
import { createTestIdentity, type TestIdentity } from '../identity-testing';
import { NO_MEMBER_RECORD } from '../member-record';
import { createAccountRepository } from './account.repository';
import { confirmEmailChange, requestEmailChange } from './details';

const VISIT = { network: '10.0.0.0/24', device: 'Firefox' };

let database: Database;
let identity: TestIdentity;
beforeAll(async () => {
  database = await createTestDatabase({ severalConnections: true });
  identity = await createTestIdentity({}, database);
});
afterAll(async () => {
  await identity.close();
  await database.close();
});

it('an address that somebody signs up with at the moment at which it is confirmed is refused like one that is taken', async () => {
  const { context } = identity;
  const account = await identity.addAccount({ email: 'ada@example.com' });
  await requestEmailChange(context, account, 'new@example.com');
  const code = /^ {4}(\d{6})$/m.exec((await identity.mails()).at(-1)!.text)![1]!;
  let confirmed: Promise<boolean> | undefined;
  await database.transaction(async (tx) => {
    await createAccountRepository(tx).insert({ email: 'new@example.com', fullName: 'Eve', phone: '+12125550100' });
    confirmed = confirmEmailChange(context, NO_MEMBER_RECORD, account, code, VISIT);
    for (let waits = false; !waits;) {
      const { rows } = await database.query(`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`);
      waits = rows.length > 0;
    }
  });
  expect(await confirmed).toBe(false);
  expect((await createAccountRepository(database.db).find(account.sub))?.email).toBe('ada@example.com');
});
