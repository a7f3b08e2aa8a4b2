/** A form that a browser sends twice, and whose first answer is lost, leads where that one would have led. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { sql } from 'drizzle-orm';
import { offerRegistration, registerPasskey } from '../accounts/passkeys';
import { createRecoveryCodes } from '../accounts/recovery-codes';
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
    browser = createTestBrowser({
      inject: async (request) =>
        RESUMES.test(String(request.url)) ? { statusCode: 200, headers: {}, body: '', cookies: [] } : identity.app.inject(request),
    });
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
      await identity.addAccount({ email, groups: ['staff'], password: PASSWORD, status: 'FORCE_CHANGE_PASSWORD' });
      const page = await browser.submit(await sendPassword(), CHOSEN);
      const secret = /<code>([A-Z2-7 ]+)<\/code>/.exec(page.text)![1]!.replaceAll(' ', '');
      const codes = await browser.submit(page, { code: totpCode(secret, Date.now()) }, '/enrolment/app');
      const link = /class="button" href="([^"]*)"/.exec(codes.text)![1]!;
      return () => browser.open(new URL(link, codes.url).href);
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
