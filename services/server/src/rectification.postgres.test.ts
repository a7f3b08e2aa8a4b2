import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { apiConfigSchema } from '@site/api/config';
import { migrateApi } from '@site/api/plugin';
import { eraseDueAccounts } from '@site/api/privacy/erasure';
import { correctMember, readLocation } from '@site/api/profile/rectification';
import { changeDetails, confirmEmailChange, requestEmailChange } from '@site/identity/accounts/details';
import { createTestIdentity, type TestIdentity } from '@site/identity/identity-testing';
import { createIdentityAdmin } from '@site/identity/local-identity-admin';
import { parseConfig } from '@site/platform/config';
import type { Database } from '@site/platform/database';
import { silentLogger } from '@site/platform/logging';
import { createTestDatabase } from '@site/platform/testing';

type Account = Awaited<ReturnType<TestIdentity['addAccount']>>;

const VISIT = { network: '10.0.0.0/24', device: 'Firefox' };
const MEMBERS = { readLocation, correct: correctMember };
const PHONE = '+12125550100';

let database: Database;
let identity: TestIdentity;
beforeAll(async () => {
  database = await createTestDatabase({ severalConnections: true });
  identity = await createTestIdentity({}, database, undefined, MEMBERS);
  await migrateApi(database);
});
afterAll(async () => {
  await identity.close();
  await database.close();
});

/** An erasure that goes on once what comes meanwhile waits for it. */
const eraseDuring = (meanwhile: () => void) =>
  eraseDueAccounts({
    database,
    identityAdmin: createIdentityAdmin(identity.context),
    config: parseConfig(apiConfigSchema, { NODE_ENV: 'test' }),
    logger: silentLogger(),
    async deletePhoto() {
      meanwhile();
      for (let waits = false; !waits;) {
        const { rows } = await database.query(
          `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
        );
        waits = rows.length > 0;
      }
    },
  });

async function codeOfChange(account: Account): Promise<string> {
  await requestEmailChange(identity.context, account, 'new@example.com');
  return /^ {4}(\d{6})$/m.exec((await identity.mails()).find(({ to }) => to === 'new@example.com')!.text)![1]!;
}

it.each([
  [
    'their details',
    async (account: Account) => () => changeDetails(identity.context, MEMBERS, account, { fullName: 'Ada King', phone: PHONE }, VISIT),
  ],
  [
    'their address',
    async (account: Account) => {
      const code = await codeOfChange(account);
      return () => confirmEmailChange(identity.context, MEMBERS, account, code, VISIT);
    },
  ],
])('whoever is erased at the moment at which they change %s is erased, and hears of no failure', async (what, prepare) => {
  const email = `ada-${what.replaceAll(' ', '-')}@example.com`;
  const account = await identity.addAccount({ email });
  await database.query(
    `insert into api.member (subject, email, full_name, location, phone, unsubscribe_token, photo_key, deletion_due_at)
      values ($1, $2, 'Ada', 'Albany', $3, $2, 'photo', now() - interval '1 minute')`,
    [account.sub, email, PHONE],
  );
  await database.query(`insert into api.contact_message (goal, name, email, phone, message) values ('g', 'n', $1, $2, 'm')`, [
    email,
    PHONE,
  ]);
  const change = await prepare(account);
  let changed: Promise<unknown> | undefined;
  expect(await eraseDuring(() => void (changed = change()))).toBe(1);
  await changed;
  const { rows } = await database.query('select email from identity.account union select email from api.member');
  expect(rows).toEqual([]);
});
