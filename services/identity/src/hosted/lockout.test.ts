/** One who guesses at a known address holds up nobody else. */
import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { authorizeRequest, createTestBrowser, createTestIdentity, type TestBrowser, type TestIdentity } from '../identity-testing';
import { createIdentityAdmin } from '../local-identity-admin';

jest.setTimeout(300_000);

const PASSWORD = 'analytical engine';
const LOCKED = 'There were too many attempts.';

describe('failures at an address that a stranger knows', () => {
  let identity: TestIdentity;
  let email: string;
  let sub: string;
  let counter = 0;

  const browserIn = (address: string) => createTestBrowser(identity.app, undefined, { address });
  const trySignIn = async (browser: TestBrowser, password: string, address = email) =>
    browser.submit(await browser.open(authorizeRequest(identity.config, { prompt: 'login' }).url), { email: address, password });
  const arrives = async (browser: TestBrowser, password = PASSWORD) => (await trySignIn(browser, password)).url.includes('/signin?code=');
  async function guess(browser: TestBrowser, times: number, address = email): Promise<void> {
    for (let count = 0; count < times; count += 1) await trySignIn(browser, `wrong ${count}`, address);
  }

  beforeAll(async () => {
    identity = await createTestIdentity();
  });
  afterAll(() => identity.close());
  beforeEach(async () => {
    email = `member${(counter += 1)}@example.com`;
    ({ sub } = await identity.addAccount({ email, password: PASSWORD }));
  });

  it('hold up the network that they come from', async () => {
    await guess(browserIn('198.51.100.7'), 5);
    expect((await trySignIn(browserIn('198.51.100.99'), PASSWORD)).text).toContain(LOCKED);
  });

  it('do not hold up a browser in which the owner has signed in before, wherever it is', async () => {
    const own = browserIn('198.51.100.8');
    expect(await arrives(own)).toBe(true);
    await guess(browserIn('198.51.100.7'), 6);
    expect(await arrives(own)).toBe(true);
  });

  it('do not hold up the owner in another network', async () => {
    await guess(browserIn('198.51.100.7'), 6);
    expect(await arrives(browserIn('203.0.113.5'))).toBe(true);
  });

  it('from many networks leave each further one a single attempt, for known and unknown addresses alike', async () => {
    for (const address of [email, 'nobody@example.com']) {
      for (const network of [1, 2, 3, 4]) await guess(browserIn(`198.51.${network}.7`), 5, address);
      const next = browserIn('203.0.113.5');
      expect((await trySignIn(next, 'wrong', address)).text).toContain('is not right');
      expect((await trySignIn(next, 'wrong', address)).text).toContain(LOCKED);
    }
    expect(await arrives(browserIn('203.0.114.5'))).toBe(true);
  });

  it('hold up a known browser itself, once it guesses', async () => {
    const own = browserIn('198.51.100.8');
    await arrives(own);
    await guess(own, 5);
    expect((await trySignIn(own, PASSWORD)).text).toContain(LOCKED);
  });

  it('are no device of somebody else: a cookie counts for the accounts that signed in with it only', async () => {
    const stranger = browserIn('198.51.100.7');
    await identity.addAccount({ email: `stranger${counter}@example.com`, password: PASSWORD });
    await trySignIn(stranger, PASSWORD, `stranger${counter}@example.com`);
    await guess(stranger, 5);
    expect((await trySignIn(stranger, PASSWORD)).text).toContain(LOCKED);
  });

  it('do not count where a cookie was made up', async () => {
    const forger = browserIn('198.51.100.7');
    await guess(forger, 5);
    forger.cookies.set('idp_device@/', { value: `${sub}.forged`, path: '/' });
    forger.cookies.set('idp_device.sig@/', { value: 'forged', path: '/' });
    expect((await trySignIn(forger, PASSWORD)).text).toContain(LOCKED);
  });

  it('do not keep a member who is signed in from confirming with the password', async () => {
    await guess(browserIn('198.51.100.7'), 6);
    expect(await createIdentityAdmin(identity.context).verifyPassword(sub, PASSWORD)).toBe(true);
  });
});
