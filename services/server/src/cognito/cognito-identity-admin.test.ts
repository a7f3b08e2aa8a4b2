/** The real AWS SDK against a pool in memory that speaks Cognito's wire. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Database } from '@site/platform/database';
import type { IdentityAdmin } from '@site/platform/identity-admin';
import type { Mail } from '@site/platform/mail';
import { migratePlatform } from '@site/platform/platform-migrations';
import { createTestDatabase } from '@site/platform/testing';
import type { Call, FakeUserPool } from './fake-user-pool';
import { POOL, startTestUserPool, type TestUserPool } from './test-user-pool';

jest.setTimeout(300_000);

const ADA = { email: 'Ada@Example.com', fullName: 'Ada Lovelace', phone: '+12125550100' };

let database: Database;
let users: TestUserPool;
let fake: FakeUserPool;
let admin: IdentityAdmin;

beforeAll(async () => {
  database = await createTestDatabase();
  await migratePlatform(database);
});
afterAll(() => database.close());

beforeEach(async () => {
  users = await startTestUserPool();
  ({ fake } = users);
  admin = users.identityAdmin(database);
});
afterEach(async () => {
  await users.stop();
  await database.query('delete from platform.outbox');
});

const asked = (operation: string): Call['body'][] => fake.calls.filter((call) => call.operation === operation).map(({ body }) => body);
const operations = () => fake.calls.map(({ operation }) => operation);
async function mails(): Promise<Mail[]> {
  const { rows } = await database.query<{ mail: Mail }>('select mail from platform.outbox order by created_at');
  return rows.map(({ mail }) => mail);
}

describe('a new account', () => {
  it('is invited by Cognito, at the address in one spelling', async () => {
    const { outcome, username } = await admin.createUser(ADA);
    expect(outcome).toBe('created');
    expect(asked('AdminCreateUser')).toEqual([
      {
        UserPoolId: POOL,
        Username: 'ada@example.com',
        UserAttributes: [
          { Name: 'email', Value: 'ada@example.com' },
          { Name: 'email_verified', Value: 'true' },
          { Name: 'name', Value: 'Ada Lovelace' },
          { Name: 'phone_number', Value: '+12125550100' },
        ],
        DesiredDeliveryMediums: ['EMAIL'],
      },
    ]);
    expect(await mails()).toEqual([]);
    expect(await admin.getUser(username)).toMatchObject({ username, email: 'ada@example.com', status: 'FORCE_CHANGE_PASSWORD' });
  });

  it('is not made for a known address, whose owner is told', async () => {
    const { Username } = fake.addUser('ada@example.com');
    expect(await admin.createUser(ADA)).toEqual({ outcome: 'exists', username: Username });
    expect(operations()).not.toContain('AdminCreateUser');
    expect(await mails()).toMatchObject([{ to: 'ada@example.com', subject: 'You already have a Practice account' }]);
  });

  it('leaves no mail when the transaction is undone', async () => {
    fake.addUser('ada@example.com');
    const invite = await admin.prepareInvitation();
    const undone = database.transaction(async (tx) => {
      await invite(ADA, tx);
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect(await mails()).toEqual([]);
  });

  it('that was never used is invited again', async () => {
    const { Username } = fake.addUser('ada@example.com', { UserStatus: 'FORCE_CHANGE_PASSWORD' });
    expect(await admin.createUser(ADA)).toEqual({ outcome: 'exists', username: Username });
    expect(asked('AdminCreateUser')).toEqual([{ UserPoolId: POOL, Username, MessageAction: 'RESEND', DesiredDeliveryMediums: ['EMAIL'] }]);
    expect(await mails()).toEqual([]);
  });

  it('that somebody else makes at the same time is one account', async () => {
    const { Username } = fake.addUser('ada@example.com', { isListed: false });
    expect(await admin.createUser(ADA)).toEqual({ outcome: 'exists', username: Username });
    expect(operations()).toEqual(['ListUsers', 'AdminCreateUser', 'AdminGetUser']);
  });
});

describe('a user', () => {
  it('is known by the subject of the tokens and by address, with groups', async () => {
    const { Username } = fake.addUser('ada@example.com', { groups: ['staff', 'a', 'b'] });
    const expected = {
      username: Username,
      email: 'ada@example.com',
      fullName: 'Ada Lovelace',
      phone: '+12125550100',
      status: 'CONFIRMED',
      enabled: true,
      groups: ['a', 'b', 'staff'],
      createdAt: new Date(1_750_000_000_000),
    };
    expect(await admin.getUser(Username)).toEqual(expected);
    expect(await admin.findUserByEmail('ADA@example.com')).toEqual(expected);
  });

  it('of another provider is known by the subject, which is not the name in the pool', async () => {
    fake.addUser('ada@example.com', { sub: 'the-subject', Username: 'Google_1', UserStatus: 'EXTERNAL_PROVIDER' });
    expect(await admin.getUser('the-subject')).toMatchObject({ username: 'the-subject', status: 'CONFIRMED' });
    expect(await admin.hasPassword('the-subject')).toBe(false);
    await admin.disable('the-subject');
    expect(asked('AdminDisableUser')).toEqual([{ UserPoolId: POOL, Username: 'Google_1' }]);
  });

  it('is not known by an address in place of a subject', async () => {
    fake.addUser('ada@example.com');
    expect(await admin.getUser('ada@example.com')).toBeNull();
  });

  it('who does not exist is null, and false, and nothing to do', async () => {
    expect(await admin.getUser('nobody')).toBeNull();
    expect(await admin.findUserByEmail('no"body\\@example.com')).toBeNull();
    expect(await admin.changeGroups('nobody', { add: ['staff'] })).toBe(false);
    expect(await admin.verifyPassword('nobody', 'x')).toBe(false);
    expect(await admin.hasPassword('nobody')).toBe(false);
    for (const work of ['disable', 'enable', 'resetSecondFactor', 'deleteUser'] as const) await admin[work]('nobody');
  });

  it('is listed with the others of a group, in the order of addresses, from any page of the pool', async () => {
    for (const name of ['eve', 'bob', 'dan', 'ada', 'cyd'])
      fake.addUser(`${name}@example.com`, { groups: name === 'dan' ? [] : name === 'cyd' ? ['other'] : ['other', 'staff'] });
    const listed = await admin.listUsersInGroups(['staff', 'unheard-of']);
    expect(listed.map(({ email, groups }) => [email, groups])).toEqual([
      ['ada@example.com', ['other', 'staff']],
      ['bob@example.com', ['other', 'staff']],
      ['eve@example.com', ['other', 'staff']],
    ]);
  });
});

describe('groups', () => {
  it('change one by one, so that no change undoes another, and are made where the pool lacks them', async () => {
    const user = fake.addUser('ada@example.com', { groups: ['old', 'staff'] });
    expect(await admin.changeGroups(user.Username, { add: ['release-manager'], remove: ['old'] })).toBe(true);
    expect(user.groups).toEqual(['staff', 'release-manager']);
    expect(operations()).toEqual(['AdminGetUser', 'AdminAddUserToGroup', 'CreateGroup', 'AdminAddUserToGroup', 'AdminRemoveUserFromGroup']);
  });
});

describe('a password', () => {
  it('that is right leaves no session', async () => {
    const { Username } = fake.addUser('ada@example.com');
    expect(await admin.verifyPassword(Username, 'analytical engine')).toBe(true);
    expect(asked('AdminInitiateAuth')).toEqual([
      {
        UserPoolId: POOL,
        ClientId: 'site',
        AuthFlow: 'ADMIN_USER_PASSWORD_AUTH',
        AuthParameters: { USERNAME: Username, PASSWORD: 'analytical engine' },
      },
    ]);
    expect(asked('RevokeToken')).toEqual([{ ClientId: 'site', Token: `refresh of ${Username}` }]);
  });

  it('is right where a second factor is asked for next', async () => {
    const { Username } = fake.addUser('ada@example.com', { hasSecondFactor: true });
    expect(await admin.verifyPassword(Username, 'analytical engine')).toBe(true);
    expect(asked('RevokeToken')).toEqual([]);
  });

  it.each(['NotAuthorizedException', 'PasswordResetRequiredException', 'UserNotConfirmedException', 'UserNotFoundException'])(
    'is wrong when Cognito answers %s',
    async (name) => {
      const { Username } = fake.addUser('ada@example.com');
      fake.refuse('AdminInitiateAuth', { name });
      expect(await admin.verifyPassword(Username, 'analytical engine')).toBe(false);
    },
  );
});

describe('access', () => {
  it('ends with the sessions, and comes back', async () => {
    const user = fake.addUser('ada@example.com');
    await admin.disable(user.Username);
    expect(user.Enabled).toBe(false);
    expect(operations().slice(-2)).toEqual(['AdminDisableUser', 'AdminUserGlobalSignOut']);
    await admin.enable(user.Username);
    expect(user.Enabled).toBe(true);
  });

  it('no longer asks for the authenticator app', async () => {
    const { Username } = fake.addUser('ada@example.com', { hasSecondFactor: true });
    await admin.resetSecondFactor(Username);
    expect(asked('AdminSetUserMFAPreference')).toEqual([
      { UserPoolId: POOL, Username, SoftwareTokenMfaSettings: { Enabled: false, PreferredMfa: false } },
    ]);
  });

  it('is gone with the user, once and for all', async () => {
    const { Username } = fake.addUser('ada@example.com');
    await admin.deleteUser(Username);
    await admin.deleteUser(Username);
    expect(asked('AdminDeleteUser')).toHaveLength(1);
    expect(await admin.getUser(Username)).toBeNull();
  });
});

describe('a failure', () => {
  it.each([
    ['TooManyRequestsException', 400],
    ['ThrottlingException', 400],
    ['InternalErrorException', 500],
  ])('that passes by itself (%s) is tried again, then says so', async (name, status) => {
    fake.refuse('AdminGetUser', { name, status });
    await expect(admin.getUser('x')).rejects.toMatchObject({ code: 'service-unavailable', headers: { 'retry-after': '2' } });
    expect(asked('AdminGetUser').length).toBeGreaterThan(1);
  });

  it('to reach Cognito says so', async () => {
    await fake.stop();
    await expect(admin.getUser('x')).rejects.toMatchObject({ code: 'service-unavailable' });
  });

  it.each(['AccessDeniedException', 'InvalidParameterException', 'UnrecognizedClientException', 'CodeDeliveryFailureException'])(
    'of the configuration (%s) names the operation, and nobody',
    async (name) => {
      fake.refuse('AdminCreateUser', { name });
      const failure = await admin.createUser(ADA).catch((error: unknown) => error);
      expect(failure).toMatchObject({ message: expect.stringContaining(`Amazon Cognito did not do AdminCreateUser: ${name}`) });
      expect(String((failure as Error).stack)).not.toContain('ada@example.com');
    },
  );

  it('to find the pool is no missing group', async () => {
    const { Username } = fake.addUser('ada@example.com');
    fake.refuse('AdminAddUserToGroup', { name: 'ResourceNotFoundException' });
    await expect(admin.changeGroups(Username, { add: ['staff'] })).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
  });
});
