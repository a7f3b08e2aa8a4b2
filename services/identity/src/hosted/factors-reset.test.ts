/** A reset of second factors, while somebody signs in with one. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { createTotpSecret, totpCode } from '../crypto/totp';
import {
  authorizeRequest,
  createTestBrowser,
  createTestIdentity,
  type TestBrowser,
  type TestIdentity,
  type TestPage,
} from '../identity-testing';
import { createIdentityAdmin } from '../local-identity-admin';

jest.setTimeout(300_000);

const PASSWORD = 'analytical engine';

describe('a reset of second factors', () => {
  let identity: TestIdentity;
  let browser: TestBrowser;
  let email: string;
  let counter = 0;

  const heading = ({ text }: TestPage) => /<h1>(.*?)<\/h1>/.exec(text)?.[1];
  const enterPassword = async () =>
    browser.submit(await browser.open(authorizeRequest(identity.config).url), { email, password: PASSWORD });
  const mailedCode = async () => /^(\d{6})/.exec((await identity.mails()).filter(({ to }) => to === email).at(-1)!.subject)![1]!;
  const codeOfShown = ({ text }: TestPage) => totpCode(/<code>([A-Z2-7 ]+)<\/code>/.exec(text)![1]!.replaceAll(' ', ''), Date.now());
  const leaveCodes = ({ text, url }: TestPage) => browser.open(new URL(/class="button" href="([^"]*)"/.exec(text)![1]!, url).href);
  const reset = (sub: string) => createIdentityAdmin(identity.context).resetSecondFactor(sub);

  beforeAll(async () => {
    identity = await createTestIdentity({ IDENTITY_SECOND_FACTOR: 'required' });
  });
  afterAll(() => identity.close());
  beforeEach(() => {
    email = `staff${(counter += 1)}@example.com`;
    browser = createTestBrowser(identity.app);
  });

  it('ends a sign-in under way that has just set one up', async () => {
    const { sub } = await identity.addAccount({ email, password: PASSWORD, groups: ['staff'] });
    const page = await browser.submit(await enterPassword(), { code: await mailedCode() }, '/enrolment/code');
    const shown = await browser.submit(page, { code: codeOfShown(page) }, '/enrolment/app');
    expect(heading(shown)).toBe('Keep these recovery codes');
    await reset(sub);
    expect(heading(await leaveCodes(shown))).toBe('This page has expired');
  });

  it('ends a sign-in under way that is asked for one', async () => {
    const [sub, secret] = [randomUUID(), createTotpSecret()];
    const totpSecret = identity.context.keyring.seal(secret, `totp:${sub}`);
    await identity.addAccount({ sub, email, password: PASSWORD, groups: ['staff'], totpEnabled: true, totpSecret });
    const page = await enterPassword();
    expect(heading(page)).toBe('Confirm that it is you');
    await reset(sub);
    expect(heading(await browser.submit(page, { code: totpCode(secret, Date.now()) }))).toBe('This page has expired');
  });
});
