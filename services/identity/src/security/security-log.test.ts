import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { RETENTION_DAYS } from '@site/platform/retention';
import { sql } from 'drizzle-orm';
import { createTotpSecret } from '../crypto/totp';
import { deleteExpired } from '../housekeeping';
import {
  authorizeRequest,
  callCognito,
  createTestBrowser,
  createTestIdentity,
  postForm,
  signInWithPassword,
  type TestIdentity,
} from '../identity-testing';
import { createIdentityAdmin } from '../local-identity-admin';
import { readAccountRecords } from '../accounts/account-records';
import { securityEvent } from '../tables';
import { readSecurityLog } from './security-log';

jest.setTimeout(300_000);

const PASSWORD = 'analytical engine';
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0';

describe('the security log', () => {
  let identity: TestIdentity;
  let email: string;
  let sub: string;
  let counter = 0;

  const newBrowser = () => createTestBrowser(identity.app, undefined, { address: '198.51.100.7', userAgent: FIREFOX });
  const kinds = async () => (await readSecurityLog(identity.database.db, { sub, limit: 50 })).map(({ kind }) => kind).reverse();
  const guess = async (password: string, address = email) => {
    const browser = newBrowser();
    await browser.submit(await browser.open(authorizeRequest(identity.config).url), { email: address, password });
  };

  beforeAll(async () => {
    identity = await createTestIdentity();
  });
  afterAll(() => identity.close());
  beforeEach(async () => {
    email = `member${(counter += 1)}@example.com`;
    ({ sub } = await identity.addAccount({ email, password: PASSWORD }));
  });

  it('says who did what, from which network and browser, when', async () => {
    await signInWithPassword(identity, email, PASSWORD, newBrowser());
    expect(await readSecurityLog(identity.database.db, { sub, limit: 5 })).toEqual([
      {
        at: expect.any(Date),
        kind: 'signed-in',
        actor: 'owner',
        email,
        network: '198.51.100.0/24',
        device: 'Firefox on Windows',
        detail: 'pwd',
      },
    ]);
  });

  it('has the failures, the waiting, and those at addresses without an account', async () => {
    for (let count = 0; count < 5; count += 1) await guess('wrong');
    await guess(PASSWORD);
    expect(await kinds()).toEqual([...Array<string>(5).fill('sign-in-failed'), 'sign-in-delayed']);
    await guess('wrong', 'nobody@example.com');
    const [last] = await readSecurityLog(identity.database.db, { limit: 1 });
    expect(last).toMatchObject({ kind: 'sign-in-failed', actor: 'unknown', email: null, network: '198.51.100.0/24' });
  });

  it('has the waiting once for each lock, however many attempts it refuses', async () => {
    for (const network of ['198.51.100.7', '203.0.113.7']) {
      const browser = createTestBrowser(identity.app, undefined, { address: network, userAgent: FIREFOX });
      const page = await browser.open(authorizeRequest(identity.config).url);
      for (let count = 0; count < 5; count += 1) await browser.submit(page, { email, password: 'wrong' });
      await Promise.all(Array.from({ length: 4 }, () => browser.submit(page, { email, password: 'wrong' })));
      await browser.submit(page, { email, password: 'wrong' });
    }
    const ofOneLock = [...Array<string>(5).fill('sign-in-failed'), 'sign-in-delayed'];
    expect(await kinds()).toEqual([...ofOneLock, ...ofOneLock]);
  });

  it('has a wrong second factor', async () => {
    const secret = identity.context.keyring.seal(createTotpSecret(), `totp:${sub}`);
    await identity.database.db.execute(sql`update identity.account set totp_enabled = true, totp_secret = ${secret} where sub = ${sub}`);
    const browser = newBrowser();
    const asked = await browser.submit(await browser.open(authorizeRequest(identity.config).url), { email, password: PASSWORD });
    await browser.submit(asked, { code: 'wrong' });
    expect(await kinds()).toEqual(['second-factor-failed']);
  });

  it('has a wrong code for a new password, at an address without an account too, and a wrong one for a new address', async () => {
    const reset = async (address: string) => {
      const browser = newBrowser();
      const { url } = await browser.open(authorizeRequest(identity.config).url);
      const asked = await browser.submit(await browser.open(url.replace('/password', '/forgot')), { email: address });
      await browser.submit(asked, { code: 'wrong', newPassword: 'difference engine', repeatPassword: 'difference engine' });
    };
    await reset('nobody@example.com');
    expect((await readSecurityLog(identity.database.db, { limit: 1 }))[0]).toMatchObject({ kind: 'reset-code-failed', email: null });
    await reset(email);
    const { browser } = await signInWithPassword(identity, email, PASSWORD, newBrowser());
    const page = await browser.open(`${identity.config.issuer}/account/email`);
    await browser.submit(await browser.submit(page, { email: `new.${email}`, password: PASSWORD }), { code: 'wrong' });
    expect(await kinds()).toEqual(['reset-code-failed', 'signed-in', 'email-code-failed']);
  });

  it('has a passkey that does not hold, for its owner where it names one', async () => {
    const key = 'cGFzc2tleQ';
    await identity.database.db.execute(
      sql`insert into identity.passkey (id, sub, name, public_key, counter) values (${key}, ${sub}, 'Phone', 'x', 0)`,
    );
    const response = { clientDataJSON: 'x', authenticatorData: 'x', signature: 'x' };
    for (const id of ['c3RyYW5nZXI', key]) {
      const browser = newBrowser();
      const answer = JSON.stringify({ id, rawId: id, type: 'public-key', response });
      await browser.submit(await browser.open(authorizeRequest(identity.config).url), { answer }, '/passkey');
    }
    expect(await kinds()).toEqual(['passkey-refused']);
    const [, stranger] = await readSecurityLog(identity.database.db, { limit: 2 });
    expect(stranger).toMatchObject({ kind: 'passkey-refused', email: null, device: 'Firefox on Windows' });
  });

  it('has an invitation that had expired', async () => {
    await identity.database.db.execute(sql`update identity.account set password_expires_at = now() where sub = ${sub}`);
    await guess(PASSWORD);
    expect(await kinds()).toEqual(['invitation-expired']);
  });

  it('has a changed password, and sign-outs of every kind', async () => {
    const { browser } = await signInWithPassword(identity, email, PASSWORD, newBrowser());
    const page = await browser.open(`${identity.config.issuer}/account/password`);
    await browser.submit(page, { password: PASSWORD, newPassword: 'difference engine', repeatPassword: 'difference engine' });
    const again = await signInWithPassword(identity, email, 'difference engine', browser);
    await postForm(identity.app, '/oauth2/revoke', { client_id: identity.config.clientId, token: again.tokens.refresh_token });
    await browser.open(`${identity.config.issuer}/logout`);
    const last = await signInWithPassword(identity, email, 'difference engine', browser);
    const target = 'AWSCognitoIdentityProviderService.GlobalSignOut';
    await callCognito(identity.app, target, { AccessToken: last.tokens.access_token });
    expect(await kinds()).toEqual([
      'signed-in',
      'password-changed',
      'signed-in',
      'signed-out',
      'signed-out',
      'signed-in',
      'all-sign-ins-ended',
    ]);
  });

  it('has a refresh token that comes back after its time', async () => {
    const { tokens } = await signInWithPassword(identity, email, PASSWORD, newBrowser());
    const refresh = () =>
      postForm(identity.app, '/oauth2/token', {
        grant_type: 'refresh_token',
        client_id: identity.config.clientId,
        refresh_token: tokens.refresh_token,
      });
    await refresh();
    await identity.database.db.execute(
      sql`update identity.oidc_record set consumed_at = now() - interval '1 hour' where consumed_at is not null and account_id = ${sub}`,
    );
    expect((await refresh()).statusCode).toBe(400);
    expect(await kinds()).toEqual(['signed-in', 'token-reused']);
  });

  it('has every invitation, the repeated ones too, and whether the administration or a visitor asked for it', async () => {
    const admin = createIdentityAdmin(identity.context);
    const invited = { email: `invited.${email}`, fullName: 'Ada Lovelace', phone: '+12125550100' };
    const signUp = async () => {
      const invite = await admin.prepareInvitation('visitor');
      return identity.database.transaction((tx) => invite(invited, tx));
    };
    const { username } = await signUp();
    await admin.createUser(invited);
    await signUp();
    const events = await readSecurityLog(identity.database.db, { sub: username, limit: 50 });
    expect(events.reverse().map(({ kind, actor }) => [kind, actor])).toEqual([
      ['invited', 'unknown'],
      ['invited', 'administrator'],
      ['invited', 'unknown'],
    ]);
    // Whoever has a password of their own is told of a sign-up with their address, which changes nothing.
    await admin.createUser({ ...invited, email });
    expect(await kinds()).toEqual([]);
  });

  it('has what the administration does', async () => {
    const admin = createIdentityAdmin(identity.context);
    await admin.changeGroups(sub, { add: ['staff'] });
    await admin.disable(sub);
    await admin.enable(sub);
    await admin.disable('00000000-0000-4000-8000-000000000000');
    const events = await readSecurityLog(identity.database.db, { sub, limit: 50 });
    expect(events.map(({ kind, actor, detail }) => [kind, actor, detail])).toEqual([
      ['enabled', 'administrator', null],
      ['disabled', 'administrator', null],
      ['groups-changed', 'administrator', 'staff'],
    ]);
  });

  it('is not driven out by strangers where its owner reads it, on the page and in the export', async () => {
    const { browser } = await signInWithPassword(identity, email, PASSWORD, newBrowser());
    await identity.database.db
      .insert(securityEvent)
      .values(Array.from({ length: 1001 }, () => ({ sub, kind: 'sign-in-failed', actor: 'unknown' })));
    const { text } = await browser.open(`${identity.config.issuer}/account/activity`);
    expect(text.match(/Sign-in refused: wrong password/g)).toHaveLength(20);
    expect(text.trimEnd()).toMatch(/wrong password[^]*Signed in/);
    const events = (await readAccountRecords(identity.database.db, sub))!.security_events;
    expect(events).toHaveLength(1001);
    expect([events[0], events.at(-1)]).toMatchObject([{ kind: 'sign-in-failed' }, { kind: 'signed-in' }]);
  });

  it('is shown to the owner, who cannot see that of others', async () => {
    await guess('wrong');
    const { browser } = await signInWithPassword(identity, email, PASSWORD, newBrowser());
    const { text } = await browser.open(`${identity.config.issuer}/account/activity`);
    expect([...text.matchAll(/<strong>([^<]*)<\/strong>/g)].map(([, words]) => words)).toEqual([
      'Signed in',
      'Sign-in refused: wrong password',
    ]);
    expect(text).toContain('Firefox on Windows, from the network 198.51.100.0/24');
  });

  it('tells the owner of a sign-in from a new browser, and of no other', async () => {
    const subjects = async () => (await identity.mails()).filter(({ to }) => to === email).map(({ subject }) => subject);
    const { browser } = await signInWithPassword(identity, email, PASSWORD, newBrowser());
    await browser.open(`${identity.config.issuer}/logout`);
    await signInWithPassword(identity, email, PASSWORD, browser);
    expect(await subjects()).toEqual([]);
    await signInWithPassword(identity, email, PASSWORD, newBrowser());
    expect(await subjects()).toEqual(['New sign-in to your Cloud Practice account']);
  });

  it('is kept for as long as the table of retention says', async () => {
    await guess('wrong');
    const age = (days: number) =>
      identity.database.db.execute(
        sql`update identity.security_event set at = now() - make_interval(days => ${days}::int) where sub = ${sub}`,
      );
    await age(RETENTION_DAYS.securityEvents - 1);
    await deleteExpired(identity.database);
    expect(await kinds()).toHaveLength(1);
    await age(RETENTION_DAYS.securityEvents + 1);
    await deleteExpired(identity.database);
    expect(await kinds()).toEqual([]);
  });

  it('keeps no password, no code and no whole address of the network', async () => {
    await guess('swordfish wrong');
    const { rows } = await identity.database.db.execute(sql`select * from identity.security_event`);
    expect(JSON.stringify(rows)).not.toMatch(/swordfish|analytical|198\.51\.100\.7/);
  });
});
