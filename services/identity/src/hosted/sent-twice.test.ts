/** A form that a browser sends twice, and whose first answer is lost, leads where that one would have led. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { sql } from 'drizzle-orm';
import { createAccountRepository } from '../accounts/account.repository';
import { offerRegistration, registerPasskey } from '../accounts/passkeys';
import { createRecoveryCodes, recoveryCodeHash } from '../accounts/recovery-codes';
import { createSoftwareAuthenticator } from '../authenticator-testing';
import { createTotpSecret, totpCode } from '../crypto/totp';
import {
  authorizeRequest,
  ceremonyOf,
  createTestBrowser,
  createTestIdentity,
  type TestBrowser,
  type TestIdentity,
  type TestPage,
} from '../identity-testing';
import { present } from '../present';
import { type Interruption, interruptStatements } from '../statement-testing';
import type { Account } from '../tables';

jest.setTimeout(300_000);

const PASSWORD = 'analytical engine';
const CHOSEN = { newPassword: 'difference engine', repeatPassword: 'difference engine' };
const RESUMES = /\/oauth2\/authorize\/[\w-]+$/;

describe('a form that is sent twice', () => {
  let identity: TestIdentity;
  let interruption: Interruption;
  let browser: TestBrowser;
  let email: string;
  let isLost: boolean;
  let counter = 0;

  beforeAll(async () => {
    identity = await createTestIdentity({ IDENTITY_SECOND_FACTOR: 'required' });
    interruption = interruptStatements(identity.database);
  });
  afterAll(() => identity.close());
  beforeEach(newMember);

  function newMember(): void {
    email = `member${(counter += 1)}@example.com`;
    // It does not go on from the end of a sign-in, as if the answer that leads there were lost.
    isLost = true;
    browser = createTestBrowser({
      inject: async (request) =>
        isLost && RESUMES.test(String(request.url))
          ? { statusCode: 200, headers: {}, body: '', cookies: [] }
          : identity.app.inject(request),
    });
  }
  /** Goes on from the end of a sign-in, back to the application. */
  async function resume({ url }: TestPage): Promise<void> {
    isLost = false;
    expect((await browser.open(url)).url).toContain('http://localhost:8080/signin?code=');
  }

  const start = () => browser.open(authorizeRequest(identity.config).url);
  const codeFromMail = async () => /^ {4}(\d{6})$/m.exec((await identity.mails()).filter(({ to }) => to === email).at(-1)!.text)![1]!;

  /** An account with a passkey. @returns the device that has it. */
  async function addPasskey(fields: Partial<Account> = {}) {
    const account = await identity.addAccount({ email, password: PASSWORD, ...fields });
    const device = createSoftwareAuthenticator('http://localhost:8080');
    const { challenge } = await offerRegistration(identity.context, account, account.sub);
    const answer = device.create({ challenge, handle: account.sub });
    await registerPasskey(identity.context, account, { binding: account.sub, name: 'Laptop', answer }, async () => undefined);
    return device;
  }

  const sendPassword = async () => browser.submit(await start(), { email, password: PASSWORD });

  /** At the page that sets up a second factor. */
  async function enrolling(): Promise<TestPage> {
    await identity.addAccount({ email, groups: ['staff'], password: PASSWORD, status: 'FORCE_CHANGE_PASSWORD' });
    return browser.submit(await sendPassword(), CHOSEN);
  }
  const secretOf = ({ text }: TestPage) => /<code>([A-Z2-7 ]+)<\/code>/.exec(text)![1]!.replaceAll(' ', '');
  /** Leaves the recovery codes that a page shows. */
  const follow = ({ text, url }: TestPage) => browser.open(new URL(/class="button" href="([^"]*)"/.exec(text)![1]!, url).href);

  /** What leads to a form, and sends it. */
  const FORMS: Record<string, () => Promise<() => Promise<TestPage>>> = {
    'with a password': async () => {
      await identity.addAccount({ email, password: PASSWORD });
      const page = await start();
      return () => browser.submit(page, { email, password: PASSWORD });
    },
    'with the code of an app': async () => {
      const [sub, secret] = [randomUUID(), createTotpSecret()];
      const totpSecret = identity.context.keyring.seal(secret, `totp:${sub}`);
      await identity.addAccount({ sub, email, password: PASSWORD, totpEnabled: true, totpSecret });
      const page = await sendPassword();
      const code = totpCode(secret, Date.now());
      return () => browser.submit(page, { code });
    },
    'with a recovery code': async () => {
      const { codes, hashes } = createRecoveryCodes();
      await addPasskey({ groups: ['staff'], recoveryCodeHashes: hashes });
      const page = await sendPassword();
      return () => browser.submit(page, { code: codes[0]! }, '/second-factor');
    },
    'with a passkey': async () => {
      const device = await addPasskey();
      const page = await start();
      const answer = device.get(ceremonyOf(page));
      return () => browser.submit(page, { answer }, '/passkey');
    },
    'with a passkey that confirms a password': async () => {
      const device = await addPasskey({ groups: ['staff'] });
      const page = await sendPassword();
      const answer = device.get(ceremonyOf(page));
      return () => browser.submit(page, { answer }, '/passkey/confirm');
    },
    'with the code of a mail and a new password': async () => {
      await identity.addAccount({ email, password: PASSWORD });
      const forgot = await browser.open((await start()).url.replace('/password', '/forgot'));
      const page = await browser.submit(forgot, { email });
      const code = await codeFromMail();
      return () => browser.submit(page, { ...CHOSEN, code });
    },
    'with the first password of one’s own': async () => {
      await identity.addAccount({ email, password: PASSWORD, status: 'FORCE_CHANGE_PASSWORD' });
      const page = await sendPassword();
      return () => browser.submit(page, CHOSEN);
    },
    'by which recovery codes are left': async () => {
      const page = await enrolling();
      const codes = await browser.submit(page, { code: totpCode(secretOf(page), Date.now()) }, '/enrolment/app');
      return () => follow(codes);
    },
  };
  const prepare = (what: string) => present(FORMS[what], 'form')();

  it.each(Object.keys(FORMS))('%s leads on', async (what) => {
    const send = await prepare(what);
    expect((await send()).url).toMatch(RESUMES);
    expect((await send()).url).toMatch(RESUMES);
  });

  /** How often each thing was written down about the account. */
  const logged = async () => {
    const { rows } = await identity.database.db.execute<{ kind: string }>(
      sql`select kind from identity.security_event where sub = (select sub from identity.account where email = ${email})`,
    );
    const count = (kind: string) => rows.filter((row) => row.kind === kind).length;
    const failures = rows.map(({ kind }) => kind).filter((kind) => /failed|refused/.test(kind));
    return { signedIn: count('signed-in'), passwordChanged: count('password-changed') > 1 ? 'twice' : 'at most once', failures };
  };
  const ONCE = { signedIn: 1, passwordChanged: 'at most once', failures: [] };

  it.each(Object.keys(FORMS))('%s leads on for both that come at once, and counts once', async (what) => {
    const send = await prepare(what);
    const pages = await Promise.all([send(), send()]);
    expect(pages.map(({ url }) => url)).toEqual([expect.stringMatching(RESUMES), expect.stringMatching(RESUMES)]);
    expect(await logged()).toEqual(ONCE);
    const changed = (await identity.mails()).filter(({ to, subject }) => to === email && subject.includes('password was changed'));
    expect(changed.length).toBeLessThanOrEqual(1);
  });

  it.each(Object.keys(FORMS))('%s leads on, before whichever statement of the second the first one came', async (what) => {
    for (let statements = 0, meanwhile = true; meanwhile; statements += 1) {
      newMember();
      const send = await prepare(what);
      let inner: string | undefined;
      interruption.after(statements, async () => (inner = (await send()).url));
      const { url } = await send();
      meanwhile = interruption.wasDone();
      const leadsOn = expect.stringMatching(RESUMES);
      expect({ statements, url, inner, ...(await logged()) }).toEqual({
        statements,
        url: leadsOn,
        inner: meanwhile ? leadsOn : undefined,
        ...ONCE,
      });
    }
  });

  it.each(Object.keys(FORMS))('%s is no failure in the log where the browser has gone on, before whichever statement', async (what) => {
    for (let statements = 0, meanwhile = true; meanwhile; statements += 1) {
      newMember();
      const send = await prepare(what);
      interruption.after(statements, async () => resume(await send()));
      const { status } = await send();
      meanwhile = interruption.wasDone();
      expect({ statements, isBroken: status >= 500, ...(await logged()) }).toEqual({ statements, isBroken: false, ...ONCE });
    }
  });

  /** What sets a second factor up within a sign-in, and sends it. */
  const FACTORS: Record<string, () => Promise<() => Promise<TestPage>>> = {
    'an app': async () => {
      const page = await enrolling();
      const code = totpCode(secretOf(page), Date.now());
      return () => browser.submit(page, { code }, '/enrolment/app');
    },
    'a passkey': async () => {
      const page = await enrolling();
      const { sub } = (await createAccountRepository(identity.database.db).findByEmail(email))!;
      const answer = createSoftwareAuthenticator('http://localhost:8080').create({ ...ceremonyOf(page), handle: sub });
      return () => browser.submit(page, { answer }, '/enrolment/passkey');
    },
  };
  const SHOWS_CODES = 'Keep these recovery codes';
  const heading = ({ text }: TestPage) => /<h1>(.*?)<\/h1>/.exec(text)?.[1];
  const codesOf = ({ text }: TestPage) => [...text.matchAll(/<li><code>([\w-]+)<\/code>/g)].map(([, code]) => recoveryCodeHash(code!));
  const kept = async () => (await createAccountRepository(identity.database.db).findByEmail(email))!.recoveryCodeHashes;
  const setUp = async () => {
    const { rows } = await identity.database.db.execute<{ kind: string }>(
      sql`select kind from identity.security_event where kind in ('second-factor-on', 'passkey-added')
        and sub = (select sub from identity.account where email = ${email})`,
    );
    const mails = (await identity.mails()).filter(({ to, subject }) => to === email && /was (added|turned on)/.test(subject));
    return { events: rows.length, mails: mails.length };
  };

  it.each(Object.keys(FACTORS))('%s is set up once, before whichever statement of the second form the first one came', async (what) => {
    for (let statements = 0, meanwhile = true; meanwhile; statements += 1) {
      newMember();
      const send = await present(FACTORS[what], 'factor')();
      let inner: TestPage | undefined;
      interruption.after(statements, async () => (inner = await send()));
      const page = await send();
      meanwhile = interruption.wasDone();
      const shown = [page, inner].map((one) => one && heading(one));
      expect({ statements, shown, ...(await setUp()) }).toEqual({
        statements,
        shown: [SHOWS_CODES, meanwhile ? SHOWS_CODES : undefined],
        events: 1,
        mails: 1,
      });
      expect(codesOf(page)).toEqual(await kept());
      expect((await follow(page)).url).toMatch(RESUMES);
      expect(await logged()).toEqual(ONCE);
    }
  });

  it.each(Object.keys(FACTORS))('%s is set up once by two forms at once, and both lead on once its codes are left', async (what) => {
    const send = await present(FACTORS[what], 'factor')();
    const pages = await Promise.all([send(), send()]);
    expect(pages.map(heading)).toEqual([SHOWS_CODES, SHOWS_CODES]);
    expect(await setUp()).toEqual({ events: 1, mails: 1 });
    expect(pages.map(codesOf)).toContainEqual(await kept());
    expect((await follow(pages[0]!)).url).toMatch(RESUMES);
    expect((await send()).url).toMatch(RESUMES);
    expect(await logged()).toEqual(ONCE);
  });

  it.each(Object.keys(FACTORS))('%s does not bring a sign-in back that ends meanwhile', async (what) => {
    for (let statements = 0, meanwhile = true; meanwhile; statements += 1) {
      newMember();
      const send = await present(FACTORS[what], 'factor')();
      const first = await send();
      interruption.after(statements, () => follow(first));
      const page = await send();
      meanwhile = interruption.wasDone();
      if (!meanwhile) await follow(page);
      const { rows } = await identity.database.db.execute(
        sql`select step from identity.sign_in where sub = (select sub from identity.account where email = ${email})`,
      );
      expect({ statements, rows }).toEqual({ statements, rows: [] });
      expect(await logged()).toEqual(ONCE);
    }
  });

  it.each(['with the code of a mail', 'with the first password of one’s own'])(
    '%s leads on to a second factor that is set up, at once too',
    async (what) => {
      const isFirst = what !== 'with the code of a mail';
      await identity.addAccount({ email, groups: ['staff'], password: PASSWORD, ...(isFirst && { status: 'FORCE_CHANGE_PASSWORD' }) });
      const page = await sendPassword();
      const typed = isFirst ? CHOSEN : { code: await codeFromMail() };
      const send = () => browser.submit(page, typed, isFirst ? '/new-password' : '/enrolment/code');
      const pages = [...(await Promise.all([send(), send()])), await send()];
      for (const { url, text } of pages)
        expect([url, text]).toEqual([expect.stringMatching(/\/enrolment$/), expect.stringContaining('Protect your account')]);
      expect((await logged()).failures).toEqual([]);
    },
  );

  it('of an app is not taken once the sign-in has another second factor', async () => {
    const page = await enrolling();
    const { findByEmail } = createAccountRepository(identity.database.db);
    const { sub } = present(await findByEmail(email), 'account');
    const answer = createSoftwareAuthenticator('http://localhost:8080').create({ ...ceremonyOf(page), handle: sub });
    await browser.submit(page, { answer }, '/passkey');
    const late = await browser.submit(page, { code: totpCode(secretOf(page), Date.now()) }, '/enrolment/app');
    expect(late.text).toContain('This page has expired');
    expect((await findByEmail(email))?.totpEnabled).toBe(false);
  });

  it.each(['at once', 'one after the other'])('with a password mails one code to set up a second factor with, %s', async (when) => {
    await identity.addAccount({ email, groups: ['staff'], password: PASSWORD });
    const page = await start();
    const send = () => browser.submit(page, { email, password: PASSWORD });
    const pages = when === 'at once' ? await Promise.all([send(), send()]) : [await send(), await send()];
    for (const { text } of pages) expect(text).toContain('A mail is on its way');
    expect((await identity.mails()).filter(({ to }) => to === email)).toHaveLength(1);
    const confirmed = await browser.submit(pages[0]!, { code: await codeFromMail() }, '/enrolment/code');
    expect(confirmed.text).toContain('Protect your account');
  });
});
