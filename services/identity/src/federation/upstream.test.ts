import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import {
  authorizeRequest,
  createTestBrowser,
  createTestIdentity,
  exchange,
  type TestBrowser,
  type TestIdentity,
} from '../identity-testing';
import { createIdentityAdmin } from '../local-identity-admin';
import { readSecurityLog } from '../security/security-log';
import { CALLBACK, createUpstream, walkUpstream } from './upstream-testing';

jest.setTimeout(300_000);
// The provider that plays the foreign one keeps its defaults, and says so at length.
for (const level of ['warn', 'info'] as const) jest.spyOn(console, level).mockImplementation(() => undefined);

describe.each(['Google', 'LinkedIn'] as const)('sign-in with %s', (name) => {
  const upstream = createUpstream();
  let identity: TestIdentity;
  let browser: TestBrowser;
  let counter = 0;

  async function signIn() {
    const { url, verifier } = authorizeRequest(identity.config, { identity_provider: name });
    const away = await browser.open(url);
    const returned = await browser.open(await walkUpstream(away.url));
    return { away, returned, verifier };
  }

  beforeAll(async () => {
    identity = await createTestIdentity(await upstream.start(name));
  });
  beforeEach(() => {
    browser = createTestBrowser(identity.app);
  });
  afterAll(async () => {
    await identity.close();
    await upstream.stop();
  });

  const person = (fields = {}) => ({
    sub: `${name}-${(counter += 1)}`,
    email: `${name}.${counter}@example.com`,
    email_verified: true,
    ...fields,
  });

  const lastEvent = async () => (await readSecurityLog(identity.database.db, { limit: 1 }))[0];

  it('signs in the account with the verified address, and from then on whatever the address', async () => {
    const somebody = person();
    const account = await identity.addAccount({ email: somebody.email });
    upstream.become(somebody);
    const { returned, verifier } = await signIn();
    expect(returned.url).toContain('http://localhost:8080/signin?code=');
    const tokens = await exchange(identity.app, identity.config, returned.url, verifier);
    expect(JSON.parse(Buffer.from(tokens.id_token.split('.')[1]!, 'base64url').toString())).toMatchObject({
      sub: account.sub,
      identities: [
        {
          ...{ userId: somebody.sub, providerName: name, providerType: name === 'Google' ? 'Google' : 'OIDC' },
          ...{ issuer: null, primary: 'false', dateCreated: expect.stringMatching(/^\d{13}$/) },
        },
      ],
    });

    upstream.become({ ...somebody, email: 'moved@example.com' });
    browser = createTestBrowser(identity.app);
    expect((await signIn()).returned.url).toContain('code=');
  });

  it('spends the temporary password of whoever was invited: they are registered, and are asked for no password', async () => {
    const somebody = person();
    const admin = createIdentityAdmin(identity.context);
    const invited = { email: somebody.email, fullName: 'Grace Hopper', phone: '+12125550101' };
    const { username } = await admin.createUser(invited);
    const mails = async () => (await identity.mails()).filter(({ to }) => to === somebody.email.toLowerCase());
    const [, password = ''] = /password[^\n]*\n+ {4}(\S+)/i.exec((await mails())[0]!.text) ?? [];
    const elsewhere = createTestBrowser(identity.app);
    const signInForm = await elsewhere.open(authorizeRequest(identity.config).url);
    const choosing = await elsewhere.submit(signInForm, { email: somebody.email, password });
    expect(choosing.text).toContain('name="newPassword"');

    upstream.become(somebody);
    expect((await signIn()).returned.url).toContain('code=');
    expect(await admin.getUser(username)).toMatchObject({ status: 'CONFIRMED' });
    expect(await admin.hasPassword(username)).toBe(false);
    expect((await browser.open(`${identity.config.issuer}/account/details`)).text).not.toContain('type="password"');
    const chosen = { newPassword: 'analytical engine', repeatPassword: 'analytical engine' };
    expect((await elsewhere.submit(choosing, chosen)).text).toContain('This page has expired');
    await admin.createUser(invited);
    expect((await mails()).at(-1)?.subject).toBe('You already have a Cloud Practice account');
  });

  it('keeps the password that somebody chose', async () => {
    const somebody = person();
    const { sub } = await identity.addAccount({ email: somebody.email, password: 'analytical engine' });
    upstream.become(somebody);
    await signIn();
    expect(await createIdentityAdmin(identity.context).hasPassword(sub)).toBe(true);
  });

  it('sends what the provider supports: state always, PKCE and nonce to Google', async () => {
    upstream.become(person());
    await signIn();
    const sent = upstream.seen.at(-1)!;
    expect(sent.state).toMatch(/^[\w-]{43}$/);
    expect([sent.code_challenge_method, sent.nonce !== undefined]).toEqual(name === 'Google' ? ['S256', true] : [undefined, false]);
  });

  it.each([
    ['nobody has the address', {}],
    ['the address is not verified', { email_verified: false }],
  ])('gives no account when %s', async (why, fields) => {
    const somebody = person(fields);
    if (why.includes('verified')) await identity.addAccount({ email: somebody.email });
    upstream.become(somebody);
    const { returned } = await signIn();
    expect(returned.status).toBe(403);
    expect(returned.text).toContain('<h1>No account yet</h1>');
    expect(returned.text).toContain('href="http://localhost:8080/signup"');
    expect(await lastEvent()).toMatchObject({ kind: 'provider-refused', email: null, detail: name });
  });

  it('refuses a disabled account', async () => {
    const somebody = person();
    await identity.addAccount({ email: somebody.email, enabled: false });
    upstream.become(somebody);
    expect((await signIn()).returned.text).toContain('This account cannot sign in.');
    expect(await lastEvent()).toMatchObject({ kind: 'provider-refused', email: somebody.email.toLowerCase(), detail: name });
  });

  it('returns access_denied when it is cancelled there', async () => {
    upstream.become('cancels');
    const { returned } = await signIn();
    expect(returned.url).toContain(`/signin?error=access_denied&error_description=The+sign-in+at+${name}+was+cancelled.`);
  });

  it('takes an answer once, and from the browser only that asked', async () => {
    const somebody = person();
    await identity.addAccount({ email: somebody.email });
    upstream.become(somebody);
    const away = await browser.open(authorizeRequest(identity.config, { identity_provider: name }).url);
    const callback = await walkUpstream(away.url);
    const stranger = createTestBrowser(identity.app);
    expect((await stranger.open(callback)).text).toContain('This page has expired');
    expect((await stranger.open(callback)).text).toContain('This page has expired');
    expect((await browser.open(`${CALLBACK}?code=x&state=unknown`)).text).toContain('This page has expired');
  });

  it('signs nobody in where a sign-in began whose answer came to another browser', async () => {
    const [somebody, other] = [person(), person()];
    for (const { email } of [somebody, other]) await identity.addAccount({ email });
    const page = await browser.open(authorizeRequest(identity.config).url);
    const [base] = /^.*\/interaction\/[\w-]+/.exec(page.url)!;
    const away = await browser.open(`${base}/with/${name}`);
    upstream.become(somebody);
    const stranger = createTestBrowser(identity.app);
    const sentTo = (await stranger.open(await walkUpstream(away.url))).url;
    expect(sentTo).toContain(`${base}/complete?proof=`);

    upstream.become(other);
    const own = await createTestBrowser(identity.app).open(await walkUpstream((await browser.open(`${base}/with/${name}`)).url));
    upstream.become(somebody);
    await stranger.open(await walkUpstream((await browser.open(`${base}/with/${name}`)).url));
    for (const address of [`${base}/complete`, `${base}/complete?proof=${'A'.repeat(43)}`, own.url])
      expect((await browser.open(address)).text).toContain('This page has expired');
    // What keeps them out is that they do not know the address.
    expect((await browser.open(sentTo)).url).toContain('/signin?code=');
  });

  it('shows a page when the answer does not hold', async () => {
    upstream.become(person());
    const away = await browser.open(authorizeRequest(identity.config, { identity_provider: name }).url);
    const callback = new URL(await walkUpstream(away.url));
    callback.searchParams.set('code', 'another');
    expect((await browser.open(callback.href)).text).toContain('The other provider did not confirm the sign-in.');
    expect(await lastEvent()).toMatchObject({ kind: 'provider-refused', email: null });
  });
});

describe('a provider that is away', () => {
  it('costs a page that says so, and nothing else', async () => {
    const identity = await createTestIdentity({ GOOGLE_ISSUER: 'http://127.0.0.1:9', GOOGLE_CLIENT_ID: 'us', GOOGLE_CLIENT_SECRET: 'x' });
    const browser = createTestBrowser(identity.app);
    const page = await browser.open(authorizeRequest(identity.config, { identity_provider: 'Google' }).url);
    expect(page.status).toBe(502);
    expect(page.text).toContain('Google cannot be reached for the moment.');
    await identity.close();
  });
});
