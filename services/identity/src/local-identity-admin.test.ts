import { createHook } from 'node:async_hooks';
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { IdentityAdmin } from '@site/platform/identity-admin';
import { decodeJwt } from 'jose';
import { callCognito, createTestIdentity, signInWithPassword, type TestIdentity } from './identity-testing';
import { createIdentityAdmin } from './local-identity-admin';
import { revokeEverybody } from './revoke-account';
import { readSecurityLog } from './security/security-log';

jest.setTimeout(300_000);

const PASSWORD = 'analytical engine';
const GRACE = { email: 'Grace@Example.com', fullName: 'Grace Hopper', phone: '+12125550101' };

describe('administration of accounts', () => {
  let identity: TestIdentity;
  let admin: IdentityAdmin;
  const mailsTo = async (email: string) => (await identity.mails()).filter(({ to }) => to === email);

  beforeAll(async () => {
    identity = await createTestIdentity();
    admin = createIdentityAdmin(identity.context);
  });
  afterAll(() => identity.close());

  it('creates an account with an opaque name and invites its owner', async () => {
    const { outcome, username } = await admin.createUser(GRACE);
    expect(outcome).toBe('created');
    expect(username).not.toContain('grace');
    expect(await admin.getUser(username)).toMatchObject({
      username,
      email: 'grace@example.com',
      fullName: 'Grace Hopper',
      phone: '+12125550101',
      status: 'FORCE_CHANGE_PASSWORD',
      enabled: true,
      groups: [],
    });
    const mails = await mailsTo('grace@example.com');
    expect(mails.map(({ subject }) => subject)).toEqual(['Your Cloud Practice account']);
    // The address may be somebody else's, and the name whatever was typed.
    expect(mails[0]?.text).toMatch(/^Hello,\n/);
    expect(mails[0]?.text).not.toMatch(/Grace|Hopper/);
  });

  it('invites again whoever never signed in, and tells everybody else that they have an account', async () => {
    await identity.addAccount({ email: 'ada@example.com', password: PASSWORD });
    const first = (await mailsTo('grace@example.com'))[0]!.text;
    expect((await admin.createUser(GRACE)).outcome).toBe('exists');
    expect((await admin.createUser({ ...GRACE, email: 'ada@example.com' })).outcome).toBe('exists');
    const [, second] = await mailsTo('grace@example.com');
    expect(second!.subject).toBe('Your Cloud Practice account');
    expect(second!.text).not.toBe(first);
    expect((await mailsTo('ada@example.com'))[0]!.subject).toBe('You already have a Cloud Practice account');
    expect((await admin.findUserByEmail('ada@example.com'))!.fullName).toBe('Ada Lovelace');
  });

  it('ends the sign-ins of everybody at once, which they can read', async () => {
    const tokens: string[] = [];
    for (const email of ['one@example.com', 'two@example.com']) {
      await identity.addAccount({ email, password: PASSWORD });
      tokens.push((await signInWithPassword(identity, email, PASSWORD)).tokens.access_token);
    }
    const knows = async (token: string) =>
      (await identity.app.inject({ url: '/_idp/oauth2/userInfo', headers: { authorization: `Bearer ${token}` } })).statusCode;
    expect(await Promise.all(tokens.map(knows))).toEqual([200, 200]);
    expect(await revokeEverybody(identity.database)).toBeGreaterThanOrEqual(2);
    expect(await Promise.all(tokens.map(knows))).toEqual([401, 401]);
    const [last] = await readSecurityLog(identity.database.db, { limit: 1 });
    expect(last).toMatchObject({ kind: 'all-sign-ins-ended', actor: 'administrator' });
    expect(await revokeEverybody(identity.database)).toBe(0);
  });

  it('takes part in the transaction of the caller', async () => {
    const invite = await admin.prepareInvitation();
    const failed = identity.database.transaction(async (tx) => {
      await invite({ ...GRACE, email: 'rolled@example.com' }, tx);
      throw new Error('later in the same transaction');
    });
    await expect(failed).rejects.toThrow('later');
    expect(await admin.findUserByEmail('rolled@example.com')).toBeNull();
    expect(await mailsTo('rolled@example.com')).toEqual([]);
  });

  it('hashes the temporary password before any transaction, its own or that of a caller', async () => {
    let open = false;
    const hashedInTransaction: boolean[] = [];
    // Node says when it begins to hash with scrypt.
    const hashes = createHook({ init: (_id, type) => void (type === 'SCRYPTREQUEST' && hashedInTransaction.push(open)) }).enable();
    const { database } = identity.context;
    const transaction: typeof database.transaction = (work) => {
      open = true;
      return database.transaction(work).finally(() => (open = false));
    };
    const watched = createIdentityAdmin({ ...identity.context, database: { ...database, transaction } });
    await watched.createUser({ ...GRACE, email: 'own@example.com' });
    const invite = await watched.prepareInvitation();
    await transaction((tx) => invite({ ...GRACE, email: 'callers@example.com' }, tx));
    hashes.disable();
    expect(hashedInTransaction).toEqual([false, false]);
  });

  it('creates one account from fifty requests at once', async () => {
    const results = await Promise.all(Array.from({ length: 50 }, () => admin.createUser({ ...GRACE, email: 'fifty@example.com' })));
    expect(results.filter(({ outcome }) => outcome === 'created')).toHaveLength(1);
    expect(new Set(results.map(({ username }) => username)).size).toBe(1);
  });

  it('puts groups into the tokens of the next refresh', async () => {
    const { sub } = await identity.addAccount({ email: 'groups@example.com', password: PASSWORD });
    const { tokens } = await signInWithPassword(identity, 'groups@example.com', PASSWORD);
    expect(decodeJwt(tokens.access_token)['cognito:groups']).toBeUndefined();
    expect(await admin.changeGroups(sub, { add: ['staff', 'release-managers', 'staff'] })).toBe(true);
    const answer = await callCognito(identity.app, 'AWSCognitoIdentityProviderService.GetTokensFromRefreshToken', {
      ClientId: 'site-web',
      RefreshToken: tokens.refresh_token,
    });
    const { AccessToken } = answer.json<{ AuthenticationResult: { AccessToken: string } }>().AuthenticationResult;
    expect(decodeJwt(AccessToken)['cognito:groups']).toEqual(['release-managers', 'staff']);
    expect(await admin.changeGroups('nobody', { add: ['staff'] })).toBe(false);
  });

  it('verifies a password for a second time, and limits the guesses', async () => {
    const { sub } = await identity.addAccount({ email: 'again@example.com', password: PASSWORD });
    expect(await admin.verifyPassword(sub, PASSWORD)).toBe(true);
    expect(await admin.verifyPassword('nobody', PASSWORD)).toBe(false);
    await Promise.all(Array.from({ length: 5 }, () => admin.verifyPassword(sub, 'wrong')));
    expect(await admin.verifyPassword(sub, PASSWORD)).toBe(false);
    expect(await admin.hasPassword(sub)).toBe(true);
  });

  it('disables and enables', async () => {
    const { sub } = await identity.addAccount({ email: 'off@example.com', password: PASSWORD });
    await admin.disable(sub);
    expect((await admin.getUser(sub))!.enabled).toBe(false);
    await admin.enable(sub);
    expect((await signInWithPassword(identity, 'off@example.com', PASSWORD)).tokens.access_token).toBeDefined();
  });

  it('deletes with everything that belongs to it, as often as asked', async () => {
    const { sub } = await identity.addAccount({ email: 'delete@example.com', password: PASSWORD });
    const { tokens } = await signInWithPassword(identity, 'delete@example.com', PASSWORD);
    for (const username of [sub, sub, 'nobody']) await admin.deleteUser(username);
    expect(await admin.getUser(sub)).toBeNull();
    const answer = await callCognito(identity.app, 'AWSCognitoIdentityProviderService.GetTokensFromRefreshToken', {
      ClientId: 'site-web',
      RefreshToken: tokens.refresh_token,
    });
    expect(answer.statusCode).toBe(400);
  });

  it('lists those of groups in the order of addresses, and nobody else', async () => {
    for (const [name, groups] of [
      ['zoe', ['listed', 'other']],
      ['amy', ['listed']],
      ['max', ['other']],
      ['tom', []],
    ] as const)
      await identity.addAccount({ email: `${name}@example.com`, groups: [...groups] });
    const listed = await admin.listUsersInGroups(['listed', 'unheard-of']);
    expect(listed.map(({ email, groups }) => [email, groups])).toEqual([
      ['amy@example.com', ['listed']],
      ['zoe@example.com', ['listed', 'other']],
    ]);
  });

  it('finds those of a hash of their name, and nobody else', async () => {
    const { sub } = await identity.addAccount({ email: 'hashed@example.com' });
    await identity.addAccount({ email: 'nothashed@example.com' });
    const hash = createHash('sha256').update(sub).digest('hex');
    expect((await admin.findUsersByHash([hash, 'unheard-of'])).map(({ username }) => username)).toEqual([sub]);
    expect(await admin.findUsersByHash([])).toEqual([]);
  });
});
