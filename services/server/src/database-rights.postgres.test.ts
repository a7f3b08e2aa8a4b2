/** What a role has to do, done by its own user of the database. That it may do no more is in tests/cluster. */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { migrateApi } from '@site/api/plugin';
import { correctMember, readLocation } from '@site/api/profile/rectification';
import { createTestIdentity, signInWithPassword, type TestIdentity } from '@site/identity/identity-testing';
import { createIdentityAdmin } from '@site/identity/local-identity-admin';
import { deleteExpired } from '@site/identity/housekeeping';
import { findGroupsOfAccount, findGroupsOfSignIn } from '@site/identity/oidc/access-token';
import { type Database, openDatabase } from '@site/platform/database';
import { tidyLimits, tidyMessages } from '@site/platform/housekeeping';
import { createTestServerDatabase } from '@site/platform/testing';
import { migrateRegistry } from '@site/registry/migrations';
import { adoptHistory } from '@site/registry/adoption/adopt-history';
import { decodeJwt } from 'jose';
import { operator } from './operator/operator-cli';
import { prepareDatabase } from './prepare-database';
import { DATABASE_ROLES, type DatabaseRole, groupOf } from './database-rights';

const PASSWORD = 'analytical engine';
const GRACE = { email: 'grace@example.com', fullName: 'Grace Hopper', phone: '+12125550101' };
const NOBODY = '00000000-0000-4000-8000-000000000000';

let server: Awaited<ReturnType<typeof createTestServerDatabase>>;
let owner: Database;
let identity: TestIdentity;
const users = {} as Record<DatabaseRole, { name: string; database: Database }>;

beforeAll(async () => {
  server = await createTestServerDatabase();
  owner = await openDatabase({ url: server.url });
  // May be repeated.
  for (let time = 0; time < 2; time += 1) await prepareDatabase(owner);
  for (const role of DATABASE_ROLES) {
    const [name, password] = [`${role}_${randomBytes(6).toString('hex')}`, randomBytes(12).toString('hex')];
    await owner.query(`create user ${name} password '${password}' in role ${groupOf(role)}`);
    const url = Object.assign(new URL(server.url), { username: name, password }).href;
    users[role] = { name, database: await openDatabase({ url, poolSize: 2 }) };
  }
  identity = await createTestIdentity({}, users.identity.database, undefined, { readLocation, correct: correctMember });
});
afterAll(async () => {
  await identity.close();
  for (const { name, database } of Object.values(users)) {
    await database.close();
    await owner.query(`drop user ${name}`);
  }
  await owner.close();
  await server.drop();
});

describe('by the user of its own', () => {
  it('identity signs people in, corrects what the product keeps of them, and forgets what has expired', async () => {
    const { sub } = await identity.addAccount({ email: 'ada@example.com', password: PASSWORD, groups: ['staff'] });
    const { tokens } = await signInWithPassword(identity, 'ada@example.com', PASSWORD);
    await owner.query(`insert into api.member (subject, email, full_name, location, phone, unsubscribe_token)
      values ('${sub}', 'ada@example.com', 'Ada', 'Albany', '+12125550100', 'token')`);
    const { database } = users.identity;
    await database.transaction((tx) => correctMember(tx, sub, { location: 'London', phone: '+12125550199' }));
    expect(await readLocation(database.db, sub)).toBe('London');
    await deleteExpired(database);
    await tidyMessages(database.db);

    const { origin_jti: originJti } = decodeJwt<{ origin_jti: string }>(tokens.access_token);
    // What the others ask of it.
    for (const role of DATABASE_ROLES) {
      expect(await findGroupsOfSignIn(users[role].database.db, { sub, originJti })).toEqual(['staff']);
      expect(await findGroupsOfSignIn(users[role].database.db, { sub: NOBODY, originJti })).toBeNull();
    }
    const { db } = users.registry.database;
    expect(await Promise.all([sub, NOBODY, 'not-an-account'].map((one) => findGroupsOfAccount(db, one)))).toEqual([['staff'], null, null]);
  });

  it('the API administers accounts', async () => {
    const { database } = users.api;
    const admin = createIdentityAdmin({ ...identity.context, database });
    await migrateApi(database);
    const { username } = await admin.createUser(GRACE);
    await admin.createUser(GRACE);
    await admin.changeGroups(username, { add: ['staff'] });
    await admin.disable(username);
    await admin.enable(username);
    await owner.query(`insert into identity.passkey (id, sub, name, public_key, counter) values ('key', '${username}', 'Key', 'x', 0)`);
    await admin.resetSecondFactor(username);
    expect(await admin.verifyPassword(username, 'wrong')).toBe(false);
    expect((await admin.readRecords(username))?.security_events).toHaveLength(7);
    await admin.deleteUser(username);
    expect(await admin.getUser(username)).toBeNull();
  });

  it('the registry finds its tables, and no history to adopt', async () => {
    const { database } = users.registry;
    await migrateRegistry(database);
    expect(await adoptHistory(database, null as never)).toBe(0);
    await database.query(`insert into registry.audit (actor, action) values ('registry', 'look')`);
  });

  it('each forgets what its limits have counted', async () => {
    for (const role of DATABASE_ROLES) await expect(tidyLimits(users[role].database.db)).resolves.toBeUndefined();
  });
});

it('a version that is gone back to takes no right away from the processes of the newer one, which run beside it', async () => {
  const newer = async (file: string) => {
    await owner.query(`insert into identity.migrations (file, sha256) values ('${file}', '')`);
    await owner.query(`create function identity.of_the_next_release() returns int language sql return 1`);
    await owner.query(`revoke all on function identity.of_the_next_release() from public`);
    await owner.query(`grant execute on function identity.of_the_next_release() to ${groupOf('registry')}`);
  };
  await newer('9999_of_the_next_release.sql');
  const { exitCode, text } = await operator(['prepare-database'], {
    NODE_ENV: 'production',
    PUBLIC_ORIGIN: 'https://site.example',
    DATABASE_URL: server.url,
  });
  expect(text).toContain('The database is that of a newer version (identity/9999_of_the_next_release.sql), and this one can use it.');
  expect(exitCode).toBe(0);
  expect((await users.registry.database.query('select identity.of_the_next_release() as one')).rows).toEqual([{ one: 1 }]);
  await owner.query('drop function identity.of_the_next_release()');
  await owner.query(`delete from identity.migrations where file like '9999%'`);
});

it('a role whose tables are behind says what to run, and changes nothing', async () => {
  await owner.query(`delete from api.migrations where file = (select max(file) from api.migrations)`);
  await expect(migrateApi(users.api.database)).rejects.toThrow('First: operator prepare-database');
  await expect(migrateApi(users.registry.database)).rejects.toThrow('First: operator prepare-database');
});
