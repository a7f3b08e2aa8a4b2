/** A change of an account whose form a browser sends twice is one change, and a code that is asked for twice is one mail. */
import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { createAccountRepository } from '../accounts/account.repository';
import { askedTwice } from '../accounts/mailed-code';
import { createSoftwareAuthenticator } from '../authenticator-testing';
import { totpCode } from '../crypto/totp';
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

jest.setTimeout(300_000);

const PASSWORD = 'analytical engine';
const CHOSEN = { newPassword: 'difference engine', repeatPassword: 'difference engine' };

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
    browser = createTestBrowser(identity.app);
  }
  const subOf = async () => present(await createAccountRepository(identity.database.db).findByEmail(email), 'account').sub;
  const secretOf = ({ text }: TestPage) => /<code>([A-Z2-7 ]+)<\/code>/.exec(text)![1]!.replaceAll(' ', '');
  const account = (path = '') => browser.open(`${identity.config.issuer}/account${path}`);
  /** A member at a page of the account. */
  async function signedInAt(path: string): Promise<TestPage> {
    await identity.addAccount({ email, password: PASSWORD });
    await browser.submit(await account(), { email, password: PASSWORD });
    return account(path);
  }

  /** At the end of the form that adds a passkey. */
  async function addingPasskey() {
    const device = createSoftwareAuthenticator('http://localhost:8080');
    const page = await browser.submit(await signedInAt('/passkeys/add'), { name: 'Laptop', password: PASSWORD });
    const answer = device.create({ ...ceremonyOf(page), handle: await subOf() });
    return { device, send: () => browser.submit(page, { answer }) };
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
    'that adds a passkey': ['passkey-added', async () => (await addingPasskey()).send],
    'that removes a passkey': [
      'passkey-removed',
      async () => {
        const { device, send } = await addingPasskey();
        await send();
        const page = await account(`/passkeys/${device.id}/remove`);
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
        const sub = await subOf();
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
      const sub = await subOf();
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
      const { url } = await browser.open(authorizeRequest(identity.config).url);
      const page = await browser.open(url.replace('/password', '/forgot'));
      return () => browser.submit(page, { email });
    },
    'before a second factor': async () => {
      await identity.addAccount({ email, groups: ['staff'], password: PASSWORD });
      const start = await browser.open(authorizeRequest(identity.config).url);
      const page = await browser.submit(start, { email, password: PASSWORD });
      return () => browser.submit(page, {}, '/enrolment/mail');
    },
    'to a new address': async () => {
      const page = await signedInAt('/email');
      return () => browser.submit(page, { email: `new.${email}`, password: PASSWORD });
    },
  };
  const codeMails = async () => (await identity.mails()).filter(({ to, subject }) => to.endsWith(email) && /^\d{6} /.test(subject));

  it.each(Object.keys(MAILED))('has one code mailed %s, and another one later', async (what) => {
    const { withinSeconds } = askedTwice;
    askedTwice.withinSeconds = 60;
    try {
      const send = await present(MAILED[what], 'form')();
      const pages = [...(await Promise.all([send(), send()])), await send()];
      expect(pages.map(({ status }) => status)).toEqual([200, 200, 200]);
      expect(await codeMails()).toHaveLength(1);
      askedTwice.withinSeconds = withinSeconds;
      await send();
      expect(await codeMails()).toHaveLength(2);
    } finally {
      askedTwice.withinSeconds = withinSeconds;
    }
  });
});
