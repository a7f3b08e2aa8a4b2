import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { IdentityAdmin } from '@site/platform/identity-admin';
import { sql } from 'drizzle-orm';
import { createAccountRepository } from '../accounts/account.repository';
import { hashSecret } from '../crypto/secret-hash';
import { createTotpSecret, totpCode } from '../crypto/totp';
import {
  authorizeRequest,
  createTestBrowser,
  createTestIdentity,
  exchange,
  signInWithPassword,
  type TestBrowser,
  type TestIdentity,
  type TestPage,
} from '../identity-testing';
import { createIdentityAdmin } from '../local-identity-admin';

jest.setTimeout(300_000);

const PASSWORD = 'analytical engine';
const CODE_OR_PASSWORD = /^ {4}(\S+)$/m;

describe('the hosted sign-in', () => {
  let identity: TestIdentity;
  let admin: IdentityAdmin;
  let browser: TestBrowser;
  let counter = 0;

  const start = (extra?: Record<string, string>) => {
    browser = createTestBrowser(identity.app);
    return browser.open(authorizeRequest(identity.config, extra).url);
  };
  const submit = (page: TestPage, typed: Record<string, string>, where?: string) => browser.submit(page, typed, where);
  const newEmail = () => `person${(counter += 1)}@example.com`;
  const lastMailTo = async (email: string) => (await identity.mails()).filter((mail) => mail.to === email).at(-1)!;
  const secretFromMail = async (email: string) => CODE_OR_PASSWORD.exec((await lastMailTo(email)).text)![1]!;
  const link = (page: TestPage, text: string) =>
    new RegExp(`href="([^"]*)"[^>]*>(?:<svg(?:(?!</svg>).)*</svg>)?${text}`, 's').exec(page.text)![1]!;
  const follow = (page: TestPage, text: string) => browser.open(new URL(link(page, text), page.url).href);
  const arrived = (page: TestPage) => expect(page.url).toContain('http://localhost:8080/signin?code=');

  beforeAll(async () => {
    identity = await createTestIdentity();
    admin = createIdentityAdmin(identity.context);
  });
  afterAll(() => identity.close());

  describe('with a password', () => {
    it('is served under a policy that allows one script, no frame and no foreign form', async () => {
      const { headers, text } = await start();
      const [, script, integrity] = /<script type="module" src="([^"]*)" integrity="sha384-([^"]*)"><\/script>/.exec(text)!;
      expect(headers['content-security-policy']).toBe(
        `default-src 'none'; script-src http://localhost:8080${script}; style-src 'self'; img-src 'self' data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
      );
      expect(headers['cache-control']).toBe('no-store');
      expect(text.match(/<script/g)).toHaveLength(1);
      for (const asset of [script!, /href="(\/_idp\/assets\/[^"]+\.css)"/.exec(text)![1]!]) {
        const answer = await identity.app.inject(asset);
        expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, expect.stringContaining('immutable')]);
        if (asset === script) expect(createHash('sha384').update(answer.body).digest('base64')).toBe(integrity);
      }
    });

    it('says what is missing, beside the fields', async () => {
      const page = await submit(await start(), { email: '', password: '' });
      expect(page.status).toBe(422);
      expect(page.text).toContain('<a href="#email">Email cannot be empty</a>');
      expect(page.text).toContain('id="password-error">Password cannot be empty');
    });

    it('escapes what was typed', async () => {
      const page = await submit(await start(), { email: '"><img src=x>', password: 'x' });
      expect(page.text).not.toContain('<img');
    });

    it('answers alike for a wrong password, an unknown address, a disabled account and one without a password', async () => {
      const [known, disabled, federated] = [newEmail(), newEmail(), newEmail()];
      await identity.addAccount({ email: known, password: PASSWORD });
      await identity.addAccount({ email: disabled, password: PASSWORD, enabled: false });
      await identity.addAccount({ email: federated });
      const anonymous = (page: TestPage, email: string) =>
        page.text.replaceAll(email, 'E').replace(/[\w-]{21}\/|(?:value="|challenge&quot;:&quot;)[\w-]{43}/g, '');
      const answer = async (email: string, password: string) => anonymous(await submit(await start(), { email, password }), email);
      const expected = await answer('nobody@example.com', PASSWORD);
      expect(expected).toContain('The e-mail address or the password is not right.');
      expect(await answer(known, 'wrong')).toBe(expected);
      expect(await answer(disabled, PASSWORD)).toBe(expected);
      expect(await answer(federated, '')).not.toBe(expected);
      expect(await answer(federated, 'anything')).toBe(expected);
    });

    it('hashes a password anew that was hashed when that cost less, once it was typed right', async () => {
      const email = newEmail();
      const old = await hashSecret(PASSWORD, identity.config.hashCost - 1);
      const { sub } = await identity.addAccount({ email, passwordHash: old });
      const accounts = createAccountRepository(identity.database.db);
      const hashNow = async () => (await accounts.find(sub))!.passwordHash!;
      await submit(await start(), { email, password: 'wrong' });
      expect(await hashNow()).toBe(old);
      arrived(await submit(await start(), { email, password: PASSWORD }));
      const anew = await hashNow();
      expect(anew).toContain(`scrypt$${2 ** identity.config.hashCost}$`);
      arrived(await submit(await start(), { email, password: PASSWORD }));
      expect(await hashNow()).toBe(anew);
    });

    it.each(['known', 'unknown'])('stops looking at passwords of a(n) %s address after five failures', async (kind) => {
      const email = newEmail();
      if (kind === 'known') await identity.addAccount({ email, password: PASSWORD });
      const page = await start();
      const answers: TestPage[] = [];
      for (const password of ['1', '2', '3', '4', '5']) answers.push(await submit(page, { email, password }));
      answers.push(await submit(page, { email, password: PASSWORD }));
      expect(answers.slice(0, 5).every(({ text }) => text.includes('is not right'))).toBe(true);
      expect(answers[5]!.text).toContain('There were too many attempts. Please, wait a little before you try again.');
    });

    it('refuses a form that was not sent from the page', async () => {
      const page = await start();
      const forged = { ...page, text: page.text.replace(/name="csrf" value="[^"]*"/g, 'name="csrf" value="forged"') };
      const answer = await submit(forged, { email: 'ada@example.com', password: PASSWORD });
      expect(answer.status).toBe(403);
      expect(answer.text).toContain('This form cannot be used');
    });

    it("shows an expired page to another browser, which has not the sign-in's cookie", async () => {
      const page = await start();
      const answer = await createTestBrowser(identity.app).open(page.url);
      expect(answer.status).toBe(400);
      expect(answer.text).toContain('This page has expired');
    });

    it('cancels with access_denied', async () => {
      const page = await submit(await start(), {}, '/cancel');
      expect(page.url).toContain('/signin?error=access_denied&error_description=The+sign-in+was+cancelled.');
    });
  });

  describe('with a temporary password', () => {
    it('leads from the invitation over an own password to the site', async () => {
      const email = newEmail();
      expect((await admin.createUser({ email, fullName: 'Grace Hopper', phone: '+12125550101' })).outcome).toBe('created');
      const temporary = await secretFromMail(email);
      const chooser = await submit(await start(), { email, password: temporary });
      expect(chooser.text).toContain('<h1>Choose your password</h1>');
      expect((await submit(chooser, { newPassword: 'short', repeatPassword: 'short' })).text).toContain('needs at least 6 characters');
      expect((await submit(chooser, { newPassword: PASSWORD, repeatPassword: 'other' })).text).toContain('The two passwords differ');
      arrived(await submit(chooser, { newPassword: PASSWORD, repeatPassword: PASSWORD }));
      expect(await admin.findUserByEmail(email)).toMatchObject({ status: 'CONFIRMED', fullName: 'Grace Hopper' });

      expect((await submit(await start(), { email, password: temporary })).text).toContain('is not right');
      arrived(await submit(await start(), { email, password: PASSWORD }));
    });

    it('lets nobody who holds it choose a password once its owner has', async () => {
      const email = newEmail();
      await admin.createUser({ email, fullName: 'Grace Hopper', phone: '+12125550101' });
      const temporary = await secretFromMail(email);
      const stranger = createTestBrowser(identity.app);
      const entry = await stranger.open(authorizeRequest(identity.config).url);
      const theirs = await stranger.submit(entry, { email, password: temporary });
      expect(theirs.text).toContain('<h1>Choose your password</h1>');
      const chooser = await submit(await start(), { email, password: temporary });
      arrived(await submit(chooser, { newPassword: PASSWORD, repeatPassword: PASSWORD }));

      const taken = { newPassword: 'a password of a stranger', repeatPassword: 'a password of a stranger' };
      expect((await stranger.submit(theirs, taken)).text).toContain('This page has expired');
      arrived(await submit(await start(), { email, password: PASSWORD }));
    });

    it('cannot be left half-way: without an own password nobody arrives', async () => {
      const email = newEmail();
      await admin.createUser({ email, fullName: 'Grace Hopper', phone: '+12125550101' });
      const chooser = await submit(await start(), { email, password: await secretFromMail(email) });
      const uid = /interaction\/([\w-]+)/.exec(chooser.url)![1]!;
      for (const other of ['complete', 'second-factor'])
        expect((await browser.open(`${identity.config.issuer}/interaction/${uid}/${other}`)).text).toContain(
          '<h1>Choose your password</h1>',
        );
      expect((await browser.open(`${identity.config.issuer}/oauth2/authorize/${uid}`)).url).not.toContain('code=');
    });

    it('says so when it has expired, to whoever has it', async () => {
      const email = newEmail();
      await admin.createUser({ email, fullName: 'Grace Hopper', phone: '+12125550101' });
      await identity.database.db.execute(
        sql`update identity.account set password_expires_at = now() - interval '1 second' where email = ${email}`,
      );
      const page = await submit(await start(), { email, password: await secretFromMail(email) });
      expect(page.text).toContain('This temporary password has expired.');
    });
  });

  describe('with a forgotten password', () => {
    const ask = async (email: string) => submit(await follow(await start(), 'Forgot your password'), { email });

    it('sends a code that sets a new one, works once, and ends the other sessions', async () => {
      const email = newEmail();
      await identity.addAccount({ email, password: PASSWORD });
      const elsewhere = await signInWithPassword(identity, email, PASSWORD);
      const page = await ask(email);
      const code = await secretFromMail(email);
      const typed = { code, newPassword: 'difference engine', repeatPassword: 'difference engine' };
      arrived(await submit(page, typed));
      const subjects = (await identity.mails()).filter(({ to }) => to === email).map(({ subject }) => subject);
      expect(subjects).toContain('Your Cloud Practice password was changed');
      expect((await elsewhere.browser.open(authorizeRequest(identity.config).url)).text).toContain('<h1>Sign in</h1>');
      expect((await submit(await start(), { email, password: PASSWORD })).text).toContain('is not right');

      const again = await ask(email);
      expect((await submit(again, { ...typed, code })).text).toContain('This code is not right, or no longer valid.');
    });

    it('keeps the code in its field where the new password is what was refused, and empties it where the code was', async () => {
      const email = newEmail();
      await identity.addAccount({ email, password: PASSWORD });
      const page = await ask(email);
      const field = async (code: string, newPassword: string) =>
        /<input[^>]* name="code"[^>]*>/.exec((await submit(page, { code, newPassword, repeatPassword: newPassword })).text)?.[0];
      const code = await secretFromMail(email);
      expect(await field(code, 'short')).toContain(`value="${code}"`);
      expect(await field(code === '000000' ? '000001' : '000000', 'difference engine')).not.toMatch(/value="\d/);
      arrived(await submit(page, { code, newPassword: 'difference engine', repeatPassword: 'difference engine' }));
    });

    it('answers alike for an unknown address, which gets no mail', async () => {
      const email = newEmail();
      const unknown = 'nobody.at.all@example.com';
      await identity.addAccount({ email, password: PASSWORD });
      const textFor = async (address: string) => {
        const page = await submit(await follow(await start(), 'Forgot your password'), { email: address });
        return page.text.replaceAll(address, 'E').replace(/[\w-]{21}\/|value="[\w-]{43}"/g, '');
      };
      const forKnown = await textFor(email);
      expect(forKnown).toContain('E');
      expect(await textFor(unknown)).toBe(forKnown);
      expect((await identity.mails()).filter(({ to }) => to === unknown)).toEqual([]);
      expect((await lastMailTo(email)).subject).toContain('code');
    });

    it('allows five guesses for a code, and none after its time', async () => {
      const email = newEmail();
      await identity.addAccount({ email, password: PASSWORD });
      const page = await ask(email);
      const code = await secretFromMail(email);
      const wrong = code === '000000' ? '000001' : '000000';
      const typed = { newPassword: 'difference engine', repeatPassword: 'difference engine' };
      for (let guess = 0; guess < 5; guess += 1) await submit(page, { ...typed, code: wrong });
      expect((await submit(page, { ...typed, code })).text).toContain('This code is not right, or no longer valid.');

      const second = await ask(email);
      const fresh = await secretFromMail(email);
      await identity.database.db.execute(sql`update identity.reset_code set expires_at = now() - interval '1 second'`);
      expect((await submit(second, { ...typed, code: fresh })).text).toContain('This code is not right, or no longer valid.');
    });

    it('keeps the code at rest as a hash only, and does not flood a mailbox', async () => {
      const email = newEmail();
      await identity.addAccount({ email, password: PASSWORD });
      const form = await follow(await start(), 'Forgot your password');
      await Promise.all(Array.from({ length: 8 }, () => submit(form, { email })));
      expect((await identity.mails()).filter(({ to }) => to === email)).toHaveLength(5);
      const { rows } = await identity.database.db.execute<{ code_hash: string }>(sql`select code_hash from identity.reset_code`);
      expect(rows.every((row) => row.code_hash.startsWith('scrypt$'))).toBe(true);
    });
  });

  describe('with an authenticator app', () => {
    const enrolled = async () => {
      const secret = createTotpSecret();
      const account = await identity.addAccount({ email: newEmail(), password: PASSWORD });
      const totpSecret = identity.context.keyring.seal(secret, `totp:${account.sub}`);
      await identity.database.db.execute(
        sql`update identity.account set totp_enabled = true, totp_secret = ${totpSecret} where sub = ${account.sub}`,
      );
      return { email: account.email, secret };
    };

    it('asks for its code after the password, once per code', async () => {
      const { email, secret } = await enrolled();
      const page = await submit(await start(), { email, password: PASSWORD });
      expect(page.text).toContain('<h1>Confirm that it is you</h1>');
      expect((await submit(page, { code: '' })).text).toContain('Confirmation code cannot be empty');
      const code = totpCode(secret, Date.now());
      arrived(await submit(page, { code }));
      const second = await submit(await start(), { email, password: PASSWORD });
      expect((await submit(second, { code })).text).toContain('This code is not right, or was used before.');
    });

    it('limits guesses', async () => {
      const { email, secret } = await enrolled();
      const page = await submit(await start(), { email, password: PASSWORD });
      for (let guess = 0; guess < 5; guess += 1) await submit(page, { code: '000000' });
      expect((await submit(page, { code: totpCode(secret, Date.now()) })).text).toContain('This code is not right');
    });

    it('is asked for after a reset by mail too', async () => {
      const { email } = await enrolled();
      const page = await submit(await follow(await start(), 'Forgot your password'), { email });
      const typed = { code: await secretFromMail(email), newPassword: 'difference engine', repeatPassword: 'difference engine' };
      expect((await submit(page, typed)).text).toContain('<h1>Confirm that it is you</h1>');
    });
  });

  describe('with another provider', () => {
    it('goes straight to the one that was asked for: in development, a labelled chooser', async () => {
      const email = newEmail();
      await identity.addAccount({ email, fullName: 'Mary <Jackson>' });
      const { url, verifier } = authorizeRequest(identity.config, { identity_provider: 'LinkedIn' });
      browser = createTestBrowser(identity.app);
      const page = await browser.open(url);
      expect(page.text).toContain('<h1>Development account chooser</h1>');
      expect(page.text).toContain('Stands in for LinkedIn');
      expect(page.text).toContain('Mary &lt;Jackson&gt;');
      const { username } = (await admin.findUserByEmail(email))!;
      const returned = await submit(page, { sub: username }, '/with/');
      arrived(returned);
      expect(await exchange(identity.app, identity.config, returned.url, verifier)).toHaveProperty('access_token');
    });

    it('offers both as links on the sign-in page', async () => {
      const page = await start();
      for (const name of ['Google', 'LinkedIn'])
        expect((await follow(page, `Continue with ${name}`)).text).toContain(`Stands in for ${name}`);
    });

    it('refuses an account that does not exist, and a provider that nobody offers', async () => {
      const page = await start({ identity_provider: 'Google' });
      expect((await submit(page, { sub: 'somebody' }, '/with/')).status).toBe(404);
      expect((await start({ identity_provider: 'Facebook' })).url).toContain('error=invalid_request');
    });

    it('has no chooser in production', async () => {
      const production = await createTestIdentity({
        NODE_ENV: 'production',
        IDENTITY_SECRET: 's'.repeat(32),
        PUBLIC_URL: 'http://localhost:8080',
      });
      const visitor = createTestBrowser(production.app);
      const page = await visitor.open(authorizeRequest(production.config).url);
      expect(page.text).not.toContain('/with/');
      expect((await visitor.open(page.url.replace('/password', '/with/Google'))).status).toBe(404);
      expect((await visitor.open(authorizeRequest(production.config, { identity_provider: 'Google' }).url)).url).toContain(
        'error=invalid_request',
      );
      await production.close();
    });
  });

  describe('sign-out', () => {
    const logout = (query: Record<string, string>) =>
      browser.open(`${identity.config.issuer}/logout?${new URLSearchParams(query).toString()}`);

    it('ends the session and returns to the registered address only', async () => {
      const email = newEmail();
      await identity.addAccount({ email, password: PASSWORD });
      ({ browser } = await signInWithPassword(identity, email, PASSWORD));
      for (const logout_uri of ['http://evil.example/', 'http://localhost:8080/signout/', 'http://localhost:8080/signin']) {
        expect((await logout({ client_id: 'site-web', logout_uri })).status).toBe(400);
      }
      expect((await logout({ logout_uri: 'http://localhost:8080/signout' })).status).toBe(400);
      expect((await logout({ client_id: 'other' })).status).toBe(400);
      expect((await browser.open(authorizeRequest(identity.config).url)).url).toContain('code=');

      expect((await logout({ client_id: 'site-web', logout_uri: 'http://localhost:8080/signout' })).url).toBe(
        'http://localhost:8080/signout',
      );
      expect((await browser.open(authorizeRequest(identity.config).url)).text).toContain('<h1>Sign in</h1>');
      expect((await logout({})).text).toContain('You are signed out here.');
    });

    it('leads to the next sign-in where the address says what for, and returns to the registered address only', async () => {
      const email = newEmail();
      await identity.addAccount({ email, password: PASSWORD });
      ({ browser } = await signInWithPassword(identity, email, PASSWORD));
      const asked = Object.fromEntries(new URL(authorizeRequest(identity.config).url).searchParams);
      for (const wrong of [{ redirect_uri: 'http://evil.example/' }, { redirect_uri: `${asked.redirect_uri}/` }, { client_id: 'other' }])
        expect((await logout({ ...asked, ...wrong })).status).toBe(400);
      expect((await browser.open(authorizeRequest(identity.config).url)).url).toContain('code=');

      const page = await logout(asked);
      expect(page.text).toContain('<h1>Sign in</h1>');
      const returned = await submit(page, { email, password: PASSWORD });
      expect(returned.url).toMatch(/\/signin\?code=[\w-]+&state=the-state&/);
    });
  });
});
