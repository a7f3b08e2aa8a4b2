import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { IdentityAdmin } from '@site/platform/identity-admin';
import { decodeJwt } from 'jose';
import { createAccountRepository } from '../accounts/account.repository';
import { hasSecondFactor } from '../accounts/factors';
import { createSoftwareAuthenticator } from '../authenticator-testing';
import { totpCode } from '../crypto/totp';
import {
  authorizeRequest,
  callCognito,
  ceremonyOf,
  createTestBrowser,
  createTestIdentity,
  exchange,
  postForm,
  type TestBrowser,
  type TestIdentity,
  type TestPage,
  type Tokens,
} from '../identity-testing';
import { createIdentityAdmin } from '../local-identity-admin';
import { findSignedIn } from '../oidc/access-token';
import { readSecurityLog } from '../security/security-log';

jest.setTimeout(300_000);

const PASSWORD = 'analytical engine';
const SITE = 'http://localhost:8080';
const CODE_MAIL = /^(\d{6}) is your Cloud Practice code$/;

describe('where a second factor is required of staff', () => {
  let identity: TestIdentity;
  let admin: IdentityAdmin;
  let browser: TestBrowser;
  let email: string;
  let counter = 0;

  const addAccount = (groups: string[], password: string | null = PASSWORD) =>
    identity.addAccount({ email, groups, ...(password && { password }) });
  const start = (extra?: Record<string, string>) => browser.open(authorizeRequest(identity.config, extra).url);
  const account = (path = '') => browser.open(`${identity.config.issuer}/account${path}`);
  const enterPassword = async () => browser.submit(await start(), { email, password: PASSWORD });
  /** With the code that is mailed where a password alone does not lead on. */
  const signIn = async () => {
    const page = await enterPassword();
    return page.text.includes('/enrolment/code"') ? browser.submit(page, { code: await mailedCode() }, '/enrolment/code') : page;
  };
  const codeMails = async () => (await identity.mails()).filter(({ to, subject }) => to === email && CODE_MAIL.test(subject));
  const enrolmentMails = async () => (await codeMails()).filter(({ text }) => text.includes('somebody knows your password'));
  const mailedCode = async () => CODE_MAIL.exec((await codeMails()).at(-1)!.subject)![1]!;
  const findAccount = (sub: string) => createAccountRepository(identity.database.db).find(sub);
  const heading = (page: TestPage) => /<h1>(.*?)<\/h1>/.exec(page.text)?.[1];
  const arrived = (page: TestPage) => expect(page.url).toContain('http://localhost:8080/signin?code=');
  const appCode = (page: TestPage) => totpCode(/<code>([A-Z2-7 ]+)<\/code>/.exec(page.text)![1]!.replaceAll(' ', ''), Date.now());
  const recoveryCodes = (page: TestPage) => [...page.text.matchAll(/<li><code>([\w-]+)<\/code>/g)].map((match) => match[1]!);
  const goOn = (page: TestPage) => browser.open(new URL(/class="button" href="([^"]*)"/.exec(page.text)![1]!, page.url).href);
  const subjects = async () =>
    (await identity.mails()).filter(({ to, subject }) => to === email && !CODE_MAIL.test(subject)).map(({ subject }) => subject);
  const ADDED = 'A passkey was added at Cloud Practice';

  /** Sets up the app, within a sign-in that stands at that page. @returns the recovery codes. */
  async function enrol(page: TestPage): Promise<string[]> {
    const shown = await browser.submit(page, { code: appCode(page) }, '/enrolment/app');
    expect(heading(shown)).toBe('Keep these recovery codes');
    arrived(await goOn(shown));
    return recoveryCodes(shown);
  }
  /** Tokens of a sign-in with the password alone. */
  async function memberTokens(): Promise<Tokens> {
    const { url, verifier } = authorizeRequest(identity.config);
    const returned = await browser.submit(await browser.open(url), { email, password: PASSWORD });
    return exchange(identity.app, identity.config, returned.url, verifier);
  }

  beforeAll(async () => {
    identity = await createTestIdentity({ IDENTITY_SECOND_FACTOR: 'required' });
    admin = createIdentityAdmin(identity.context);
  });
  afterAll(() => identity.close());
  beforeEach(() => {
    email = `staff${(counter += 1)}@example.com`;
    browser = createTestBrowser(identity.app);
  });

  it.each(['staff', 'release-manager'])('nobody in the group %s gets a code before setting one up', async (group) => {
    await addAccount([group]);
    const page = await signIn();
    expect(heading(page)).toBe('Protect your account');
    // Neither a step that others take nor a new request leads past the page.
    for (const other of ['/complete', '/second-factor'])
      expect(await browser.open(page.url.replace('/enrolment', other))).toMatchObject({ url: page.url, status: 200 });
    expect(heading(await start())).toBe('Sign in');
    const again = await signIn();
    expect((await browser.submit(again, { code: '000000' }, '/enrolment/app')).text).toContain('This code is not right');
    const codes = await enrol(again);
    expect(codes).toHaveLength(8);
    expect(await subjects()).toEqual(['Your authenticator app was turned on at Cloud Practice']);

    browser = createTestBrowser(identity.app);
    const confirm = await signIn();
    expect(heading(confirm)).toBe('Confirm that it is you');
    arrived(await browser.submit(confirm, { code: codes[0]! }));
    browser = createTestBrowser(identity.app);
    expect((await browser.submit(await signIn(), { code: codes[0]! })).text).toContain('This code is not right');
  });

  it('the account pages ask who has signed in with a password alone to sign in again, once a group asks for more', async () => {
    const { sub } = await addAccount([]);
    await account();
    expect(heading(await browser.submit(await account(), { email, password: PASSWORD }))).toBe('Sign-in settings');
    // As where the setting is changed: whoever adds a group ends the sessions as well.
    await identity.database.query(`update identity.account set groups = '{staff}' where sub = $1`, [sub]);
    for (const path of ['', '/passkeys/add', '/second-factor']) expect(heading(await account(path))).toBe('Sign in');
  });

  it('a password alone sets no factor up: the owner of the account reads its mail', async () => {
    const { sub } = await addAccount(['staff']);
    const page = await enterPassword();
    expect(heading(page)).toBe('Confirm that it is you');
    expect(page.text).toContain(email);
    const code = await mailedCode();
    // What the page does not offer is not there for who knows the addresses either.
    const csrf = /name="csrf" value="([^"]*)"/.exec(page.text)![1]!;
    for (const step of ['/app', '/passkey']) {
      const text = `<form action="${page.url}${step}"><input type="hidden" name="csrf" value="${csrf}" /></form>`;
      const forced = { ...page, text };
      expect((await browser.submit(forced, { code: '000000', sealed: 'x', answer: '{}' }, step)).text).toContain('This page has expired');
    }
    const passedBy = await browser.open(page.url.replace('/enrolment', '/complete'));
    expect([passedBy.url, heading(passedBy)]).toEqual([page.url, 'Confirm that it is you']);
    expect((await browser.submit(page, { code: ' ' }, '/enrolment/code')).text).toContain('Confirmation code cannot be empty');
    for (let guess = 0; guess < 5; guess += 1) {
      const wrong = String((Number(code) + 1 + guess) % 10 ** 6).padStart(6, '0');
      const refused = await browser.submit(page, { code: wrong }, '/enrolment/code');
      expect([refused.status, refused.text]).toEqual([422, expect.stringContaining('This code is not right, or no longer valid.')]);
    }
    // After five guesses it is worth nothing, and another one can be asked for.
    expect((await browser.submit(page, { code }, '/enrolment/code')).status).toBe(422);
    const another = await browser.submit(page, {}, '/enrolment/mail');
    const mails = await codeMails();
    expect(mails).toHaveLength(2);
    expect(mails[1]!.text).toContain('somebody knows your password');
    expect(heading(await browser.submit(another, { code: await mailedCode() }, '/enrolment/code'))).toBe('Protect your account');
    expect(await findAccount(sub)).toMatchObject({ emailVerified: true });
  });

  it('the mailed code works once, for the sign-in that has it', async () => {
    await addAccount(['staff']);
    const first = await enterPassword();
    const code = await mailedCode();
    expect(heading(await browser.submit(first, { code }, '/enrolment/code'))).toBe('Protect your account');
    // A form that comes again leads on.
    expect(heading(await browser.submit(first, { code }, '/enrolment/code'))).toBe('Protect your account');
    browser = createTestBrowser(identity.app);
    const second = await enterPassword();
    expect(await mailedCode()).not.toBe(code);
    expect((await browser.submit(second, { code }, '/enrolment/code')).status).toBe(422);
  });

  it('who knows the address and no password neither spends that code nor withholds its mail', async () => {
    await addAccount(['staff']);
    const page = await enterPassword();
    const stranger = createTestBrowser(identity.app);
    const entry = await stranger.open(authorizeRequest(identity.config).url);
    const forgot = await stranger.open(entry.url.replace('/password', '/forgot'));
    let reset = forgot;
    for (let request = 0; request < 6; request += 1) reset = await stranger.submit(forgot, { email }, '/forgot');
    const wrong = (await mailedCode()) === '000000' ? '000001' : '000000';
    for (let guess = 0; guess < 5; guess += 1)
      await stranger.submit(reset, { code: wrong, newPassword: PASSWORD, repeatPassword: PASSWORD }, '/reset');
    const before = (await enrolmentMails()).length;
    const another = await browser.submit(page, {}, '/enrolment/mail');
    expect(await enrolmentMails()).toHaveLength(before + 1);
    expect(heading(await browser.submit(another, { code: await mailedCode() }, '/enrolment/code'))).toBe('Protect your account');
  });

  it('says so where no code is mailed, because too many were', async () => {
    const ON_ITS_WAY = 'A mail is on its way';
    await addAccount(['staff']);
    const page = await enterPassword();
    expect(page.text).toContain(ON_ITS_WAY);
    for (let mail = 1; mail < 5; mail += 1) expect((await browser.submit(page, {}, '/enrolment/mail')).text).toContain(ON_ITS_WAY);
    const refused = await browser.submit(page, {}, '/enrolment/mail');
    expect([refused.status, refused.text]).toEqual([422, expect.stringContaining('There were too many attempts.')]);
    expect(refused.text).not.toContain(ON_ITS_WAY);
    expect(await enrolmentMails()).toHaveLength(5);

    const code = await mailedCode();
    const wrong = code === '000000' ? '000001' : '000000';
    for (let guess = 0; guess < 5; guess += 1) await browser.submit(page, { code: wrong }, '/enrolment/code');
    browser = createTestBrowser(identity.app);
    const again = await enterPassword();
    expect(again.text).toContain('No code is on its way');
    expect(again.text).not.toContain(ON_ITS_WAY);
  });

  it('promises no more of a code that was mailed before than it holds', async () => {
    await addAccount(['staff']);
    for (let signIn = 0; signIn < 2; signIn += 1) {
      browser = createTestBrowser(identity.app);
      expect((await enterPassword()).text).toContain('The code works once, for 10 minutes after we sent it.');
    }
    expect(await codeMails()).toHaveLength(1);
  });

  it('who has chosen the password with a mail just now is not mailed another code', async () => {
    await addAccount(['staff'], null);
    const forgot = await browser.open((await start()).url.replace('/password', '/forgot'));
    const reset = await browser.submit(forgot, { email }, '/forgot');
    const chosen = { code: await mailedCode(), newPassword: PASSWORD, repeatPassword: PASSWORD };
    expect(heading(await browser.submit(reset, chosen, '/reset'))).toBe('Protect your account');

    email = `invited-${email}`;
    browser = createTestBrowser(identity.app);
    await identity.addAccount({ email, groups: ['staff'], password: PASSWORD, status: 'FORCE_CHANGE_PASSWORD' });
    const own = `${PASSWORD} 2`;
    expect(heading(await browser.submit(await enterPassword(), { newPassword: own, repeatPassword: own }))).toBe('Protect your account');
    expect(await codeMails()).toEqual([]);
  });

  it('a key that somebody else saw in an earlier sign-in is not the one that is set up', async () => {
    await addAccount(['staff']);
    const theirs = await signIn();
    browser = createTestBrowser(identity.app);
    const page = await signIn();
    expect((await browser.submit(page, { code: appCode(theirs) }, '/enrolment/app')).text).toContain('This code is not right');
    const sealed = /name="sealed" value="([^"]*)"/.exec(theirs.text)![1]!;
    const planted = { code: appCode(theirs), sealed };
    expect((await browser.submit(page, planted, '/enrolment/app')).text).toContain('This code is not right');
    expect((await admin.getUser((await admin.findUserByEmail(email))!.username))!.groups).toEqual(['staff']);
  });

  it('a form that turns the app on and comes twice shows the recovery codes that hold, each time', async () => {
    const { sub } = await addAccount(['staff']);
    const page = await signIn();
    const code = appCode(page);
    const first = await browser.submit(page, { code }, '/enrolment/app');
    expect((await browser.submit(page, { code: '000000' }, '/enrolment/app')).text).toContain('This code is not right');
    expect((await browser.submit(page, { code: ' ' }, '/enrolment/app')).text).toContain('Confirmation code cannot be empty');
    const second = await browser.submit(page, { code }, '/enrolment/app');
    expect([first, second].map(heading)).toEqual(['Keep these recovery codes', 'Keep these recovery codes']);
    arrived(await goOn(second));
    expect((await browser.submit(page, { code }, '/enrolment/app')).text).toContain('This page has expired');
    expect(await subjects()).toEqual(['Your authenticator app was turned on at Cloud Practice']);
    const events = await readSecurityLog(identity.database.db, { sub, limit: 100 });
    expect(events.filter(({ kind }) => kind === 'second-factor-on')).toHaveLength(1);

    browser = createTestBrowser(identity.app);
    const confirm = await signIn();
    // The code of the form works nowhere else.
    for (const spent of [recoveryCodes(first)[0]!, code])
      expect((await browser.submit(confirm, { code: spent })).text).toContain('This code is not right');
    arrived(await browser.submit(confirm, { code: recoveryCodes(second)[0]! }));
    expect((await findAccount(sub))?.recoveryCodeHashes).toHaveLength(7);
  });

  it.each(['an app', 'a passkey'])('%s is set up with the step that follows, or not at all, and the same form works then', async (what) => {
    const { sub } = await addAccount(['staff']);
    const page = await signIn();
    const answer = createSoftwareAuthenticator(SITE).create({ ...ceremonyOf(page), handle: sub });
    const send = () =>
      what === 'an app' ? browser.submit(page, { code: appCode(page) }, '/enrolment/app') : browser.submit(page, { answer }, '/passkey');
    await identity.database.query(`alter table identity.sign_in add constraint fails check (step <> 'finish') not valid`);
    const failed = await send();
    await identity.database.query('alter table identity.sign_in drop constraint fails');
    expect(failed.status).toBe(500);
    expect(await hasSecondFactor(identity.database.db, (await findAccount(sub))!)).toBe(false);
    expect(await subjects()).toEqual([]);
    const shown = await send();
    expect(heading(shown)).toBe('Keep these recovery codes');
    arrived(await goOn(shown));
  });

  it('a passkey is set up in the same place, with recovery codes, and confirms the next password', async () => {
    const { sub } = await addAccount(['staff']);
    const device = createSoftwareAuthenticator(SITE);
    const page = await signIn();
    const { challenge } = ceremonyOf(page);
    const shown = await browser.submit(page, { answer: device.create({ challenge, handle: sub }) }, '/enrolment/passkey');
    const [recovery] = recoveryCodes(shown);
    arrived(await goOn(shown));
    expect(await subjects()).toEqual([ADDED]);

    browser = createTestBrowser(identity.app);
    const confirm = await signIn();
    expect(ceremonyOf(confirm).allowCredentials?.map(({ id }) => id)).toEqual([device.id]);
    arrived(await browser.submit(confirm, { answer: device.get(ceremonyOf(confirm)) }, '/passkey/confirm'));
    browser = createTestBrowser(identity.app);
    arrived(await browser.submit(await signIn(), { code: recovery! }, '/second-factor'));
  });

  it("another account's passkey does not confirm a password", async () => {
    const { sub } = await addAccount(['staff']);
    const [own, other] = [createSoftwareAuthenticator(SITE), createSoftwareAuthenticator(SITE)];
    let page = await signIn();
    await browser.submit(page, { answer: own.create({ ...ceremonyOf(page), handle: sub }) }, '/enrolment/passkey');
    const victim = email;
    email = `other-${email}`;
    browser = createTestBrowser(identity.app);
    const { sub: otherSub } = await addAccount(['staff']);
    page = await signIn();
    await browser.submit(page, { answer: other.create({ ...ceremonyOf(page), handle: otherSub }) }, '/enrolment/passkey');

    email = victim;
    browser = createTestBrowser(identity.app);
    page = await signIn();
    for (const handle of [otherSub, sub]) {
      page = await browser.submit(page, { answer: other.get({ ...ceremonyOf(page), handle }) }, '/passkey/confirm');
      expect(page.text).toContain('This passkey cannot be used here.');
    }
  });

  it('who signs in through another provider is led there, too', async () => {
    const { sub } = await addAccount(['staff'], null);
    const chooser = await start({ identity_provider: 'Google' });
    const page = await browser.submit(chooser, { sub }, '/with/');
    expect(heading(page)).toBe('Protect your account');
    await enrol(page);
    browser = createTestBrowser(identity.app);
    const again = await browser.submit(await start({ identity_provider: 'Google' }), { sub }, '/with/');
    expect(heading(again)).toBe('Confirm that it is you');
  });

  it('others are not asked, and who leaves the group is not asked any more', async () => {
    const { sub } = await addAccount(['staff', 'friends']);
    expect(heading(await signIn())).toBe('Protect your account');
    await admin.changeGroups(sub, { remove: ['staff'] });
    browser = createTestBrowser(identity.app);
    arrived(await signIn());
  });

  it('who joins the group is signed out, and sets one up at the next sign-in', async () => {
    const { sub } = await addAccount([]);
    const { access_token: token } = await memberTokens();
    const originJti = String(decodeJwt(token).origin_jti);
    expect(await findSignedIn(identity.database.db, { sub, originJti })).toBeDefined();
    await admin.changeGroups(sub, { add: ['staff'] });
    expect(await findSignedIn(identity.database.db, { sub, originJti })).toBeUndefined();
    expect(heading(await start())).toBe('Sign in');
    expect(heading(await signIn())).toBe('Protect your account');
  });

  it('sessions, codes and refresh tokens of a password alone are worth nothing in the group', async () => {
    await addAccount([]);
    const tokens = await memberTokens();
    const { url, verifier } = authorizeRequest(identity.config);
    const returned = await browser.open(url);
    arrived(returned);
    // As by an installation that begins to require it while people are signed in.
    await identity.setGroups(email, ['staff']);
    const form = { grant_type: 'refresh_token', client_id: identity.config.clientId, refresh_token: tokens.refresh_token };
    expect((await postForm(identity.app, '/oauth2/token', form)).json()).toMatchObject({ error: 'invalid_grant' });
    const refresh = { ClientId: identity.config.clientId, RefreshToken: tokens.refresh_token };
    const answer = await callCognito(identity.app, 'AWSCognitoIdentityProviderService.GetTokensFromRefreshToken', refresh);
    expect(answer.json()).toMatchObject({ __type: 'NotAuthorizedException' });
    expect(await exchange(identity.app, identity.config, returned.url, verifier)).toMatchObject({ error: 'invalid_grant' });
    expect(heading(await start())).toBe('Sign in');
    expect((await start({ prompt: 'none' })).url).toContain('error=login_required');
  });

  it('the last factor stays, and one that is not the last goes', async () => {
    const { sub } = await addAccount(['staff']);
    await enrol(await signIn());
    const refused = await browser.submit(await account('/second-factor/remove'), { password: PASSWORD });
    expect([refused.status, refused.text]).toEqual([422, expect.stringContaining('this is the only one that you have')]);

    const device = createSoftwareAuthenticator(SITE);
    const create = await browser.submit(await account('/passkeys/add'), { name: 'Laptop', password: PASSWORD });
    await browser.submit(create, { answer: device.create({ ...ceremonyOf(create), handle: sub }) });
    expect((await browser.submit(await account('/second-factor/remove'), { password: PASSWORD })).text).toContain('<dd>Off</dd>');
    const last = await browser.submit(await account(`/passkeys/${device.id}/remove`), { password: PASSWORD });
    expect([last.status, last.text]).toEqual([422, expect.stringContaining('this is the only one that you have')]);
    expect((await account()).text).toContain('<strong>Laptop</strong>');
    expect(await subjects()).toEqual([
      'Your authenticator app was turned on at Cloud Practice',
      ADDED,
      'Your authenticator app was turned off at Cloud Practice',
    ]);
  });

  it('a reset ends every session, and the next sign-in sets one up again', async () => {
    const { sub } = await addAccount(['staff']);
    const [old] = await enrol(await signIn());
    expect((await account()).text).toContain('<dd>On</dd>');
    await admin.resetSecondFactor(sub);
    await admin.resetSecondFactor('nobody');
    expect(heading(await account())).toBe('Sign in');
    const page = await signIn();
    expect(heading(page)).toBe('Protect your account');
    await enrol(page);
    browser = createTestBrowser(identity.app);
    expect((await browser.submit(await signIn(), { code: old! })).text).toContain('This code is not right');
    expect((await subjects())[1]).toBe('Your second factor was reset at Cloud Practice');
  });
});
