import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { decodeJwt } from 'jose';
import { createTestIdentity, postForm, signInWithPassword, type TestBrowser, type TestIdentity, type Tokens } from '../identity-testing';
import { readSecurityLog } from '../security/security-log';
import { listSessions } from '../sessions/session.repository';
import { findSignedIn } from './access-token';

jest.setTimeout(300_000);

const PASSWORD = 'analytical engine';

describe('the sign-out of the standard', () => {
  let identity: TestIdentity;
  let email: string;
  let sub: string;
  let counter = 0;

  const signIn = () => signInWithPassword(identity, email, PASSWORD);
  const ask = (browser: TestBrowser) => browser.open(`${identity.config.issuer}/oauth2/end-session`);
  const isGood = async ({ access_token: token }: Tokens) =>
    (await findSignedIn(identity.database.db, { sub, originJti: String(decodeJwt(token).origin_jti) })) !== undefined;
  const refresh = async ({ refresh_token }: Tokens) => {
    const form = { grant_type: 'refresh_token', client_id: identity.config.clientId, refresh_token };
    return (await postForm(identity.app, '/oauth2/token', form)).statusCode;
  };
  const events = async () => (await readSecurityLog(identity.database.db, { sub, limit: 100 })).map(({ kind, actor }) => [kind, actor]);

  beforeAll(async () => {
    identity = await createTestIdentity();
  });
  afterAll(() => identity.close());
  beforeEach(async () => {
    email = `member${(counter += 1)}@example.com`;
    ({ sub } = await identity.addAccount({ email, password: PASSWORD }));
  });

  it('ends the tokens with the session, leaves other sign-ins alone, and is written down', async () => {
    const other = await signIn();
    const { browser, tokens } = await signIn();
    const page = await ask(browser);
    expect([await isGood(tokens), (await listSessions(identity.database.db, sub)).length]).toEqual([true, 2]);
    expect((await browser.submit(page, { logout: 'yes' })).text).toContain('<h1>Signed out</h1>');
    expect([await isGood(tokens), await refresh(tokens)]).toEqual([false, 400]);
    expect([await isGood(other.tokens), await refresh(other.tokens)]).toEqual([true, 200]);
    expect(await listSessions(identity.database.db, sub)).toHaveLength(1);
    expect((await events())[0]).toEqual(['signed-out', 'owner']);
  });

  it('ends nothing until somebody has confirmed it, by the form that was shown', async () => {
    const { browser, tokens } = await signIn();
    const page = await ask(browser);
    expect((await browser.submit(page, { logout: 'yes', xsrf: 'x' })).status).toBe(400);
    expect([await isGood(tokens), await refresh(tokens)]).toEqual([true, 200]);
    expect(await events()).not.toContainEqual(['signed-out', 'owner']);
  });

  it('is no success where what has to happen with it fails', async () => {
    const { browser } = await signIn();
    const page = await ask(browser);
    await identity.database.query(`alter table identity.security_event add constraint fails check (kind <> 'signed-out') not valid`);
    const failed = await browser.submit(page, { logout: 'yes' });
    await identity.database.query('alter table identity.security_event drop constraint fails');
    expect([failed.status, failed.text]).toEqual([500, expect.stringContaining('<h1>Sign-out did not happen</h1>')]);
    expect(failed.headers['content-security-policy']).toContain("default-src 'none'");
  });
});
