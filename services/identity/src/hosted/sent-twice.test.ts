/** A form that a browser sends twice, and whose first answer is lost, leads where that one would have led. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { sql } from 'drizzle-orm';
import { createAccountRepository } from '../accounts/account.repository';
import { askedTwice } from '../accounts/mailed-code';
import { offerRegistration, registerPasskey } from '../accounts/passkeys';
import { createRecoveryCodes, recoveryCodeHash } from '../accounts/recovery-codes';
import { createSoftwareAuthenticator } from '../authenticator-testing';
import { createTotpSecret, totpCode } from '../crypto/totp';
import {
  authorizeRequest,
  ceremonyOf,
  createTestBrowser,
  createTestIdentity,
  signInWithPassword,
  type TestBrowser,
  type TestIdentity,
  type TestPage,
} from '../identity-testing';
import { present } from '../present';
import { readSecurityLog } from '../security/security-log';
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

  const account = (path = '') => browser.open(`${identity.config.issuer}/account${path}`);
  /** A member at a page of the account. */
  async function signedInAt(path: string, hasAccount = false): Promise<TestPage> {
    isLost = false;
    if (!hasAccount) await identity.addAccount({ email, password: PASSWORD });
    await browser.submit(await account(), { email, password: PASSWORD });
    return account(path);
  }

  /** What prepares a change of the account, sends its form, and the kind of its entry in the log. */
  const CHANGES: Record<string, [kind: string, () => Promise<() => Promise<TestPage>>]> = {
    'of the password': [
      'password-changed',
      async () => {
        const page = await signedInAt('/password');
        return () => browser.submit(page, { password: PASSWORD, ...CHOSEN });
      },
    ],
    'of the details': [
      'details-changed',
      async () => {
        const page = await signedInAt('/details');
        return () => browser.submit(page, { fullName: 'Ada King', phone: '+12125550100', password: PASSWORD });
      },
    ],
    'of the address': [
      'email-changed',
      async () => {
        const page = await browser.submit(await signedInAt('/email'), { email: `new.${email}`, password: PASSWORD });
        const code = /(\d{6})/.exec((await identity.mails()).at(-1)!.subject)![1]!;
        return () => browser.submit(page, { code });
      },
    ],
    'that adds a passkey': [
      'passkey-added',
      async () => {
        const page = await browser.submit(await signedInAt('/passkeys/add'), { name: 'Laptop', password: PASSWORD });
        const { sub } = (await createAccountRepository(identity.database.db).findByEmail(email))!;
        const answer = createSoftwareAuthenticator('http://localhost:8080').create({ ...ceremonyOf(page), handle: sub });
        return () => browser.submit(page, { answer });
      },
    ],
    'that removes a passkey': [
      'passkey-removed',
      async () => {
        const device = await addPasskey();
        const page = await signedInAt(`/passkeys/${device.id}/remove`, true);
        return () => browser.submit(page, { password: PASSWORD });
      },
    ],
    'that turns an app off': [
      'second-factor-off',
      async () => {
        const setup = await signedInAt('/second-factor');
        await browser.submit(setup, { code: totpCode(secretOf(setup), Date.now()), password: PASSWORD });
        const page = await account('/second-factor/remove');
        return () => browser.submit(page, { password: PASSWORD });
      },
    ],
    'that ends all other sign-ins': [
      'other-sign-ins-ended',
      async () => {
        await signedInAt('');
        await signInWithPassword(identity, email, PASSWORD);
        const page = await account('/sessions');
        return () => browser.submit(page, {}, '/end-others');
      },
    ],
  };
  const CHANGE_CASES = Object.entries(CHANGES).flatMap(([what, [kind, prepared]]) =>
    ['at once', 'one after the other'].map((when) => [what, when, kind, prepared] as const),
  );

  it.each(Object.entries(CHANGES))(
    'a change %s is one, before whichever statement of the second form the first one came',
    async (_what, [kind, prepared]) => {
      for (let statements = 0, meanwhile = true; meanwhile; statements += 1) {
        newMember();
        const send = await prepared();
        const { sub } = (await createAccountRepository(identity.database.db).findByEmail(email))!;
        interruption.after(statements, send);
        const { status } = await send();
        meanwhile = interruption.wasDone();
        const kinds = (await readSecurityLog(identity.database.db, { sub, limit: 100 })).map((event) => event.kind);
        const told = kinds.filter((one) => one === kind || /failed|refused/.test(one));
        expect({ statements, status, told }).toEqual({ statements, status: 200, told: [kind] });
      }
    },
  );

  it.each(CHANGE_CASES)(
    'a change %s that is sent twice, %s, is written down and mailed about once',
    async (_what, when, kind, prepared) => {
      const send = await prepared();
      const before = (await identity.mails()).length;
      const { sub } = (await createAccountRepository(identity.database.db).findByEmail(email))!;
      const pages = when === 'at once' ? await Promise.all([send(), send()]) : [await send(), await send()];
      expect(pages.map(({ status }) => status)).toEqual([200, 200]);
      const events = await readSecurityLog(identity.database.db, { sub, limit: 100 });
      expect(events.filter((event) => event.kind === kind)).toHaveLength(1);
      expect(events.filter((event) => /failed|refused/.test(event.kind))).toEqual([]);
      expect((await identity.mails()).slice(before)).toHaveLength(/details|sign-ins/.test(kind) ? 0 : 1);
    },
  );

  /** What leads to a form that has a code mailed. */
  const MAILED: Record<string, () => Promise<() => Promise<TestPage>>> = {
    'for a new password': async () => {
      await identity.addAccount({ email, password: PASSWORD });
      const page = await browser.open((await start()).url.replace('/password', '/forgot'));
      return () => browser.submit(page, { email });
    },
    'before a second factor': async () => {
      await identity.addAccount({ email, groups: ['staff'], password: PASSWORD });
      const page = await sendPassword();
      return () => browser.submit(page, {}, '/enrolment/mail');
    },
    'to a new address': async () => {
      const page = await signedInAt('/email');
      return () => browser.submit(page, { email: `new.${email}`, password: PASSWORD });
    },
  };
  const codeMails = async () => (await identity.mails()).filter(({ to, subject }) => to.endsWith(email) && /^\d{6} /.test(subject));

  it.each(Object.keys(MAILED))('has one code mailed %s, and another one later', async (what) => {
    askedTwice.withinSeconds = 60;
    try {
      const send = await present(MAILED[what], 'form')();
      const pages = [...(await Promise.all([send(), send()])), await send()];
      expect(pages.map(({ status }) => status)).toEqual([200, 200, 200]);
      expect(await codeMails()).toHaveLength(1);
      askedTwice.withinSeconds = 0;
      await send();
      expect(await codeMails()).toHaveLength(2);
    } finally {
      askedTwice.withinSeconds = 0;
    }
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
