import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { sql } from 'drizzle-orm';
import { totpCode } from '../crypto/totp';
import { authorizeRequest, createTestBrowser, createTestIdentity, type TestBrowser, type TestIdentity } from '../identity-testing';

jest.setTimeout(300_000);

const PASSWORD = 'analytical engine';

describe('the account pages', () => {
  let identity: TestIdentity;
  let browser: TestBrowser;
  let email: string;
  let counter = 0;

  const account = (path = '') => browser.open(`${identity.config.issuer}/account${path}`);
  const signIn = async (password = PASSWORD) => browser.submit(await account(), { email, password });
  /** Of mails about what was changed. */
  const subjects = async () =>
    (await identity.mails()).filter(({ to, subject }) => to === email && !subject.startsWith('New sign-in')).map(({ subject }) => subject);

  beforeAll(async () => {
    identity = await createTestIdentity();
  });
  afterAll(() => identity.close());
  beforeEach(async () => {
    email = `member${(counter += 1)}@example.com`;
    browser = createTestBrowser(identity.app);
    await identity.addAccount({ email, password: PASSWORD });
  });

  it('ask whoever has no session to sign in, and come back', async () => {
    const page = await signIn();
    expect(page.url).toBe('http://localhost:8080/_idp/account');
    expect(page.text).toContain(`You are signed in as <strong>${email}</strong>.`);
    expect((await createTestBrowser(identity.app).open('http://localhost:8080/_idp/account/password')).text).toContain('<h1>Sign in</h1>');
  });

  it('lead back to the site when that sign-in is cancelled', async () => {
    expect((await browser.submit(await account(), {}, '/cancel')).url).toBe('http://localhost:8080/');
  });

  it('refuse the address that the account has already as a new one, and mail nobody about it', async () => {
    await signIn();
    const page = await browser.submit(await account('/email'), { email: ` ${email.toUpperCase()} `, password: PASSWORD });
    expect([page.status, page.text]).toEqual([422, expect.stringContaining('This is your email address already')]);
    expect(await subjects()).toEqual([]);
  });

  it('do not lead home as if the address were changed when its code comes after its time, but to the form for another one', async () => {
    await signIn();
    const newEmail = `new.${email}`;
    const page = await browser.submit(await account('/email'), { email: newEmail, password: PASSWORD });
    const code = /^ {4}(\d{6})$/m.exec((await identity.mails()).filter(({ to }) => to === newEmail).at(-1)!.text)![1]!;
    await identity.database.db.execute(sql`update identity.email_change set expires_at = now() - interval '1 second'`);
    const late = await browser.submit(page, { code });
    expect([late.status, late.text]).toEqual([422, expect.stringContaining('This code is not right, or no longer valid.')]);
    expect(late.text).toContain('<h1>Change your e-mail</h1>');

    const again = await browser.submit(late, { email: newEmail, password: PASSWORD });
    const fresh = /^ {4}(\d{6})$/m.exec((await identity.mails()).filter(({ to }) => to === newEmail).at(-1)!.text)![1]!;
    expect((await browser.submit(again, { code: ' ' })).text).toContain('Confirmation code cannot be empty');
    for (const times of ['once', 'twice']) {
      const home = await browser.submit(again, { code: fresh });
      expect([times, home.url, home.text]).toEqual([times, `${identity.config.issuer}/account`, expect.stringContaining(newEmail)]);
    }
  });

  it('count asking for a code also where the change is confirmed, so that nobody writes to a stranger without end', async () => {
    await signIn();
    const codeFor = async (to: string) =>
      /^ {4}(\d{6})$/m.exec((await identity.mails()).filter((mail) => mail.to === to).at(-1)!.text)![1]!;
    const ask = async (newEmail: string) => browser.submit(await account('/email'), { email: newEmail, password: PASSWORD });
    for (const number of [1, 2, 3, 4]) await ask(`stranger+${number}@example.org`);
    const confirmed = await browser.submit(await ask(`own.${email}`), { code: await codeFor(`own.${email}`) });
    expect(confirmed.text).toContain(`own.${email}`);
    expect((await ask('stranger+5@example.org')).text).toContain('There were too many attempts.');
    expect((await identity.mails()).filter(({ to }) => to === 'stranger+5@example.org')).toEqual([]);
  });

  it('change the password, given the current one, and end every session', async () => {
    await signIn();
    const page = await account('/password');
    const typed = { newPassword: 'difference engine', repeatPassword: 'difference engine' };
    expect((await browser.submit(page, { ...typed, password: '' })).text).toContain('Password cannot be empty');
    expect((await browser.submit(page, { ...typed, password: 'wrong' })).text).toContain('The password is not right');
    expect((await browser.submit(page, { ...typed, password: PASSWORD })).text).toContain('<h1>Sign in</h1>');
    expect((await signIn(typed.newPassword)).text).toContain('<h1>Sign-in settings</h1>');
    expect(await subjects()).toEqual(['Your Cloud Practice password was changed']);
  });

  it('end with the password a sign-in too that was finished elsewhere and held back', async () => {
    let heldAt: string | undefined;
    const resumes = /\/oauth2\/authorize\/[\w-]+$/;
    // A browser that does not go where it is led at the end of a sign-in.
    const holding = createTestBrowser({
      inject: async (request) => {
        if (heldAt !== undefined || !resumes.test(String(request.url))) return identity.app.inject(request);
        heldAt = String(request.url);
        return { statusCode: 200, headers: {}, body: '', cookies: [] };
      },
    });
    await holding.submit(await holding.open(authorizeRequest(identity.config).url), { email, password: PASSWORD });
    expect(heldAt).toBeDefined();

    await signIn();
    const typed = { password: PASSWORD, newPassword: 'difference engine', repeatPassword: 'difference engine' };
    await browser.submit(await account('/password'), typed);
    const resumed = await holding.open(String(heldAt));
    expect([resumed.status, resumed.url]).toEqual([400, expect.not.stringContaining('code=')]);
  });

  it('show the picture for the app with the four white modules around it by which cameras find it on any background', async () => {
    await signIn();
    const [picture] = /<div class="qr">.*?<\/svg>/s.exec((await account('/second-factor')).text)!;
    const [, size] = /viewBox="0 0 (\d+) /.exec(picture)!;
    const dark = [...picture.matchAll(/M(\d+),(\d+)h(\d+)/g)].map(([, ...numbers]) => numbers.map(Number) as [number, number, number]);
    const module = dark[0]![2];
    for (const at of [0, 1] as const) {
      const places = dark.map((place) => place[at]);
      expect([Math.min(...places), Number(size) - Math.max(...places) - module]).toEqual([4 * module, 4 * module]);
    }
  });

  it('turn the authenticator app on and off', async () => {
    await signIn();
    const page = await account('/second-factor');
    const secret = /<code>([A-Z2-7 ]+)<\/code>/.exec(page.text)![1]!.replaceAll(' ', '');
    expect(page.text).toContain('<svg');
    expect((await browser.submit(page, { code: ' ', password: PASSWORD })).text).toContain('Confirmation code cannot be empty');
    expect((await browser.submit(page, { code: '000000', password: PASSWORD })).text).toContain('This code is not right');
    expect((await browser.submit(page, { code: totpCode(secret, Date.now()), password: 'wrong' })).text).toContain(
      'The password is not right',
    );
    const codes = await browser.submit(page, { code: totpCode(secret, Date.now()), password: PASSWORD });
    const [recovery, other] = [...codes.text.matchAll(/<li><code>([\w-]+)<\/code>/g)].map((match) => match[1]!);
    expect(codes.text.match(/<li><code>/g)).toHaveLength(8);

    const signInWithRecovery = async (code: string) => {
      browser = createTestBrowser(identity.app);
      return browser.submit(
        await browser.submit(await browser.open(authorizeRequest(identity.config).url), { email, password: PASSWORD }),
        { code },
      );
    };
    expect((await signInWithRecovery(recovery!)).url).toContain('/signin?code=');
    expect((await signInWithRecovery(recovery!)).text).toContain('This code is not right');
    expect((await signInWithRecovery(other!.toUpperCase().replaceAll('-', ' '))).url).toContain('/signin?code=');

    expect((await account()).text).toContain('<dd>On</dd>');
    expect((await browser.submit(await account('/second-factor/remove'), { password: PASSWORD })).text).toContain('<dd>Off</dd>');
    expect(await subjects()).toEqual([
      'Your authenticator app was turned on at Cloud Practice',
      'Your authenticator app was turned off at Cloud Practice',
    ]);
  });

  it('show the recovery codes that hold when the form that turns the app on comes again, and for no other app', async () => {
    await signIn();
    const page = await account('/second-factor');
    const other = await account('/second-factor');
    const codeOf = ({ text }: typeof page) => totpCode(/<code>([A-Z2-7 ]+)<\/code>/.exec(text)![1]!.replaceAll(' ', ''), Date.now());
    const typed = { code: codeOf(page), password: PASSWORD };
    const shown = [await browser.submit(page, typed), await browser.submit(page, typed)];
    const [first, second] = shown.map(({ text }) => /<li><code>([\w-]+)<\/code>/.exec(text)?.[1]);
    const refused = await browser.submit(other, { code: codeOf(other), password: PASSWORD });
    expect(refused.status).toBe(422);
    expect(refused.text).toContain('Another authenticator app was turned on for this account meanwhile.');
    expect(refused.text).not.toContain('This code is not right');

    browser = createTestBrowser(identity.app);
    const confirm = await browser.submit(await browser.open(authorizeRequest(identity.config).url), { email, password: PASSWORD });
    expect((await browser.submit(confirm, { code: first! })).text).toContain('This code is not right');
    expect((await browser.submit(confirm, { code: second! })).url).toContain('/signin?code=');
    expect(await subjects()).toEqual(['Your authenticator app was turned on at Cloud Practice']);
  });

  it('refuse forms that were not sent from them', async () => {
    await signIn();
    const page = await account('/password');
    const forged = { ...page, text: page.text.replace(/name="csrf" value="[^"]*"/, 'name="csrf" value="x"') };
    expect((await browser.submit(forged, { password: PASSWORD, newPassword: 'abcdefg', repeatPassword: 'abcdefg' })).status).toBe(403);
  });

  it('offer no password to whoever signs in through another provider', async () => {
    email = 'federated@example.com';
    const { sub } = await identity.addAccount({ email });
    const chooser = await browser.open(authorizeRequest(identity.config, { identity_provider: 'Google' }).url);
    await browser.submit(chooser, { sub }, '/with/');
    expect((await account()).text).toContain('You sign in through another provider.');
    expect((await account('/second-factor')).url).toBe('http://localhost:8080/_idp/account');
  });
});
