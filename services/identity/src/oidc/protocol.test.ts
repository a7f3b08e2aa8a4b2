import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { sql } from 'drizzle-orm';
import { createLocalJWKSet, decodeJwt, jwtVerify } from 'jose';
import {
  authorizeRequest,
  createTestBrowser,
  createTestIdentity,
  exchange,
  postForm,
  signInWithPassword,
  type TestBrowser,
  type TestIdentity,
  type Tokens,
} from '../identity-testing';

jest.setTimeout(300_000);

const PASSWORD = 'analytical engine';

describe('the OpenID provider', () => {
  let identity: TestIdentity;
  let sub: string;

  const refresh = (token: string) =>
    postForm(identity.app, '/oauth2/token', { grant_type: 'refresh_token', client_id: identity.config.clientId, refresh_token: token });
  const userInfo = (token: string) => identity.app.inject({ url: '/_idp/oauth2/userInfo', headers: { authorization: `Bearer ${token}` } });
  /** Of a sign-in nothing is left: neither tokens of any grant nor the browser's session. */
  async function expectEnded(browser: TestBrowser, tokens: Tokens): Promise<void> {
    expect((await userInfo(tokens.access_token)).statusCode).toBe(401);
    expect((await refresh(tokens.refresh_token)).statusCode).toBe(400);
    expect((await browser.open(authorizeRequest(identity.config).url)).text).toContain('<h1>Sign in</h1>');
  }

  beforeAll(async () => {
    identity = await createTestIdentity({ IDENTITY_REFRESH_GRACE_SECONDS: '0' });
    ({ sub } = await identity.addAccount({ email: 'ada@example.com', password: PASSWORD, groups: ['staff'] }));
  });
  afterAll(() => identity.close());

  it('signs in with a password and returns to the registered address with code and state', async () => {
    const { returned, tokens } = await signInWithPassword(identity, 'Ada@Example.com ', PASSWORD);
    expect(returned.url).toMatch(/^http:\/\/localhost:8080\/signin\?code=[\w-]+&state=the-state&iss=/);
    expect(tokens).toMatchObject({ token_type: 'Bearer', expires_in: 3600 });
  });

  it.each([
    ['/.well-known/openid-configuration', 'GET'],
    ['/oauth2/authorize?client_id=unknown', 'GET'],
    ['/oauth2/token', 'POST'],
    ['/oauth2/revoke', 'POST'],
    ['/nothing', 'GET'],
  ] as const)('answers %s with the security headers of every answer', async (url, method) => {
    const { headers } = await identity.app.inject({ url: `/_idp${url}`, method });
    expect([headers['x-content-type-options'], headers['x-frame-options']]).toEqual(['nosniff', 'DENY']);
    expect(headers['content-security-policy']).toMatch(/default-src 'none'.*frame-ancestors 'none'/);
  });

  it('lets a page of the protocol run the script that it needs, by its hash, and no other', async () => {
    const { headers, body } = await identity.app.inject('/_idp/oauth2/end-session');
    const [, script = ''] = /<script>([^]*?)<\/script>/.exec(body) ?? [];
    const hash = createHash('sha256').update(script).digest('base64');
    expect(script).toContain('submit()');
    expect(headers['content-security-policy']).toMatch(/default-src 'none'.*frame-ancestors 'none'/);
    expect(headers['content-security-policy']).toContain(`'sha256-${hash}'`);
    expect(headers['content-security-policy']).not.toContain('unsafe');
    const url = '/_idp/oauth2/end-session?client_id=site-web&post_logout_redirect_uri=https://evil.example/';
    const refused = await identity.app.inject({ url, headers: { accept: 'text/html' } });
    expect(refused.body).toContain('<h1>Sign-out did not happen</h1>');
  });

  it("issues tokens in Cognito's shape, signed by a published key", async () => {
    const { tokens } = await signInWithPassword(identity, 'ada@example.com', PASSWORD);
    const keys = createLocalJWKSet((await identity.app.inject('/_idp/.well-known/jwks.json')).json());
    const options = { issuer: 'http://localhost:8080/_idp', algorithms: ['RS256'] };
    const access = (await jwtVerify(tokens.access_token, keys, options)).payload;
    const id = (await jwtVerify(tokens.id_token, keys, { ...options, audience: 'site-web' })).payload;
    expect(access).toMatchObject({
      sub,
      username: sub,
      token_use: 'access',
      client_id: 'site-web',
      'cognito:groups': ['staff'],
      version: 2,
    });
    expect(id).toMatchObject({
      sub,
      token_use: 'id',
      'cognito:username': sub,
      'cognito:groups': ['staff'],
      email: 'ada@example.com',
      email_verified: true,
    });
    expect(access.auth_time).toEqual(expect.any(Number));
    expect(id).toMatchObject({ auth_time: access.auth_time, jti: expect.any(String) });
    expect(access.origin_jti).toBe(id.origin_jti);
    expect(access.exp! - access.iat!).toBe(3600);
  });

  it('publishes a discovery document with the addresses that Cognito clients use', async () => {
    const document = (await identity.app.inject('/_idp/.well-known/openid-configuration')).json();
    expect(document).toMatchObject({
      issuer: 'http://localhost:8080/_idp',
      authorization_endpoint: 'http://localhost:8080/_idp/oauth2/authorize',
      token_endpoint: 'http://localhost:8080/_idp/oauth2/token',
      userinfo_endpoint: 'http://localhost:8080/_idp/oauth2/userInfo',
      revocation_endpoint: 'http://localhost:8080/_idp/oauth2/revoke',
      jwks_uri: 'http://localhost:8080/_idp/.well-known/jwks.json',
      code_challenge_methods_supported: ['S256'],
      // Nothing that no client may use.
      response_types_supported: ['code'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      token_endpoint_auth_methods_supported: ['none'],
    });
  });

  it('never publishes the private part of a key', async () => {
    const { keys } = (await identity.app.inject('/_idp/.well-known/jwks.json')).json<{ keys: Record<string, unknown>[] }>();
    expect(keys).toHaveLength(1);
    expect(Object.keys(keys[0]!).sort()).toEqual(['alg', 'e', 'kid', 'kty', 'n', 'use']);
  });

  it('builds addresses from its configuration, whatever the request claims', async () => {
    const answer = await identity.app.inject({
      url: authorizeRequest(identity.config).url.replace('http://localhost:8080', ''),
      headers: { host: 'evil.example', 'x-forwarded-host': 'evil.example' },
    });
    expect(answer.headers.location).toMatch(/^\/_idp\/interaction\//);
    expect(JSON.stringify(answer.headers)).not.toContain('evil.example');
    const document = await identity.app.inject({ url: '/_idp/.well-known/openid-configuration', headers: { host: 'evil.example' } });
    expect(document.body).not.toContain('evil.example');
  });

  it.each([
    ['without PKCE', { code_challenge: '', code_challenge_method: '' }, 'invalid_request'],
    ['with the plain challenge', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['for the implicit grant', { response_type: 'token' }, 'unauthorized_client|unsupported_response_type'],
  ])('refuses a sign-in %s', async (_what, extra, error) => {
    const page = await createTestBrowser(identity.app).open(authorizeRequest(identity.config, extra).url);
    expect(page.url).toMatch(new RegExp(`^http://localhost:8080/signin[?#]error=(${error})&`));
  });

  it.each([
    'http://localhost:8080/signin/',
    'http://localhost:8080/signin?x=1',
    'https://localhost:8080/signin',
    'http://evil.example/signin',
  ])('shows an error page, and leads nowhere, for the unregistered address %s', async (redirect_uri) => {
    const page = await createTestBrowser(identity.app).open(authorizeRequest(identity.config, { redirect_uri }).url);
    expect(page.status).toBe(400);
    expect(page.text).toContain('The application asked to return to an address that is not registered.');
    expect(page.headers['content-security-policy']).toContain("default-src 'none'");
  });

  it('gives cookies behind https names that browsers take from this host alone, and no script can read them', async () => {
    const secure = await createTestIdentity({ PUBLIC_URL: 'https://site.example' }, identity.database);
    const browser = createTestBrowser(secure.app, 'https://site.example');
    await signInWithPassword(secure, 'ada@example.com', PASSWORD, browser);
    const { url } = authorizeRequest(secure.config, { prompt: 'login' });
    await browser.open(url);
    await secure.close();
    const given = [...browser.cookies].map(([key, { path, attributes }]) => [key.replace(/@.*/, ''), path, attributes] as const);
    const safe = expect.objectContaining({ httpOnly: true, secure: true, sameSite: 'lax' });
    for (const [name, path, attributes] of given) {
      expect([name, attributes]).toEqual([expect.stringMatching(/^__(Host|Secure)-idp_/), safe]);
      if (name.startsWith('__Host-')) expect([name, path]).toEqual([name, '/']);
    }
    const names = new Set(given.map(([name]) => name.replace(/\.sig$/, '')));
    expect([...names].sort()).toEqual(['__Host-idp_device', '__Host-idp_session', '__Secure-idp_interaction', '__Secure-idp_resume']);
  });

  it('lets one network begin so many sign-ins a minute and no more, however it writes the address', async () => {
    const limited = await createTestIdentity({ IDENTITY_FORM_POSTS_PER_MINUTE: '1' }, identity.database);
    const { url } = authorizeRequest(limited.config);
    const { pathname, search } = new URL(url);
    const begin = (address: string, from = '203.0.113.9') => limited.app.inject({ url: address + search, remoteAddress: from });
    const addresses = [pathname, `${pathname}/`, pathname.replace('authorize', 'Authorize'), pathname];
    for (const address of addresses) expect((await begin(address)).statusCode).toBe(303);
    const { rows } = await limited.database.db.execute(sql`select 1 from identity.oidc_record where model = 'Interaction'`);
    const refused = await begin(pathname);
    expect([refused.statusCode, refused.headers['content-type']]).toEqual([429, 'text/html; charset=utf-8']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await limited.database.db.execute(sql`select 1 from identity.oidc_record where model = 'Interaction'`)).rows).toEqual(rows);
    expect((await begin(pathname, '203.0.113.10')).statusCode).toBe(303);
    await limited.close();
  });

  it('lets one network begin no more sign-outs than sign-ins: what both leave behind is counted together', async () => {
    const limited = await createTestIdentity({ IDENTITY_FORM_POSTS_PER_MINUTE: '1' }, identity.database);
    const begin = (url: string) => limited.app.inject({ url, remoteAddress: '203.0.113.19' });
    const address = '/_idp/oauth2/end-session';
    for (const url of [address, `${address}/`, `${address}?state=x`, address.toUpperCase().replace('/_IDP', '/_idp')])
      expect((await begin(url)).statusCode).toBe(200);
    expect((await begin(address)).statusCode).toBe(429);
    expect((await begin(authorizeRequest(limited.config).url.replace(/^https?:\/\/[^/]+/, ''))).statusCode).toBe(429);
    await limited.close();
  });

  it('shows an error page for an unknown client', async () => {
    const page = await createTestBrowser(identity.app).open(authorizeRequest(identity.config, { client_id: 'other' }).url);
    expect(page.status).toBe(400);
    expect(page.text).toContain('The application that sent you here is not known.');
  });

  it('says that there is no such page where a person comes to an address that is none', async () => {
    for (const address of ['/account/nothing', '/nothing']) {
      const accept = 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.8';
      const page = await identity.app.inject({ url: `/_idp${address}`, headers: { accept } });
      expect([page.statusCode, /<h1>(.*)<\/h1>/.exec(page.body)?.[1]]).toEqual([404, 'There is no such page']);
      expect(page.body).not.toContain('invalid_request');
    }
  });

  it('refuses a code with another verifier', async () => {
    const browser = createTestBrowser(identity.app);
    const returned = await browser.submit(await browser.open(authorizeRequest(identity.config).url), {
      email: 'ada@example.com',
      password: PASSWORD,
    });
    expect(await exchange(identity.app, identity.config, returned.url, 'x'.repeat(64))).toMatchObject({ error: 'invalid_grant' });
  });

  it('does not spend a code by it: whoever has come by a code alone does not keep its owner from signing in', async () => {
    const browser = createTestBrowser(identity.app);
    const { url, verifier } = authorizeRequest(identity.config);
    const returned = await browser.submit(await browser.open(url), { email: 'ada@example.com', password: PASSWORD });
    await exchange(identity.app, identity.config, returned.url, 'x'.repeat(64));
    expect(await exchange(identity.app, identity.config, returned.url, verifier)).toMatchObject({ token_type: 'Bearer' });
  });

  it('lets somebody choose an account by signing in, whatever session the browser has, where a client asks for it', async () => {
    const { browser, tokens } = await signInWithPassword(identity, 'ada@example.com', PASSWORD);
    const { sub: other } = await identity.addAccount({ email: 'other@example.com', password: PASSWORD });
    const { url, verifier } = authorizeRequest(identity.config, { prompt: 'select_account' });
    const page = await browser.open(url);
    expect(page.text).toContain('<h1>Sign in</h1>');
    // A page that sends itself ends the session of before, and its tokens.
    const between = await browser.submit(page, { email: 'other@example.com', password: PASSWORD });
    expect((await userInfo(tokens.access_token)).statusCode).toBe(200);
    const returned = await browser.submit(between, {});
    expect(decodeJwt((await exchange(identity.app, identity.config, returned.url, verifier)).id_token).sub).toBe(other);
    expect((await userInfo(tokens.access_token)).statusCode).toBe(401);
    expect((await refresh(tokens.refresh_token)).statusCode).toBe(400);
  });

  it('ends the whole sign-in when a code is used twice', async () => {
    const { browser, tokens: first } = await signInWithPassword(identity, 'ada@example.com', PASSWORD);
    const { url, verifier } = authorizeRequest(identity.config);
    const returned = await browser.open(url);
    const tokens = await exchange(identity.app, identity.config, returned.url, verifier);
    expect(await exchange(identity.app, identity.config, returned.url, verifier)).toMatchObject({ error: 'invalid_grant' });
    expect((await refresh(tokens.refresh_token)).json()).toMatchObject({ error: 'invalid_grant' });
    await expectEnded(browser, first);
  });

  it('rotates refresh tokens, and ends the whole sign-in when an old one comes back', async () => {
    const { browser, tokens } = await signInWithPassword(identity, 'ada@example.com', PASSWORD);
    const { url, verifier } = authorizeRequest(identity.config);
    const ofOtherGrant = await exchange(identity.app, identity.config, (await browser.open(url)).url, verifier);
    const second = (await refresh(tokens.refresh_token)).json<Tokens>();
    expect(second.refresh_token).not.toBe(tokens.refresh_token);
    expect(decodeJwt(second.access_token).origin_jti).toBe(decodeJwt(tokens.access_token).origin_jti);
    expect((await userInfo(ofOtherGrant.access_token)).statusCode).toBe(200);
    expect((await refresh(tokens.refresh_token)).statusCode).toBe(400);
    expect((await refresh(second.refresh_token)).statusCode).toBe(400);
    expect((await userInfo(second.access_token)).statusCode).toBe(401);
    await expectEnded(browser, ofOtherGrant);
  });

  it('revokes one sign-in and leaves the others alone', async () => {
    const [one, other] = [
      await signInWithPassword(identity, 'ada@example.com', PASSWORD),
      await signInWithPassword(identity, 'ada@example.com', PASSWORD),
    ];
    const revoked = await postForm(identity.app, '/oauth2/revoke', { client_id: 'site-web', token: one.tokens.refresh_token });
    expect(revoked.statusCode).toBe(200);
    expect((await refresh(one.tokens.refresh_token)).statusCode).toBe(400);
    expect((await userInfo(one.tokens.access_token)).statusCode).toBe(401);
    expect((await refresh(other.tokens.refresh_token)).statusCode).toBe(200);
  });

  it('says that an access token cannot be revoked by itself, and what was revoked without a body and its type', async () => {
    const { tokens } = await signInWithPassword(identity, 'ada@example.com', PASSWORD);
    const revoke = (token: string) => postForm(identity.app, '/oauth2/revoke', { client_id: 'site-web', token });
    const refused = await revoke(tokens.access_token);
    expect([refused.statusCode, refused.json()]).toEqual([400, expect.objectContaining({ error: 'unsupported_token_type' })]);
    expect((await userInfo(tokens.access_token)).statusCode).toBe(200);
    const done = await revoke(tokens.refresh_token);
    expect([done.statusCode, done.body, done.headers['content-type']]).toEqual([200, '', undefined]);
  });

  it('takes consent as given, also where a client asks for it', async () => {
    const browser = createTestBrowser(identity.app);
    const page = await browser.open(authorizeRequest(identity.config, { prompt: 'consent' }).url);
    const returned = await browser.submit(page, { email: 'ada@example.com', password: PASSWORD });
    expect(returned.url).toContain('/signin?code=');
  });

  it('refuses a resource that it does not know, before anybody signs in', async () => {
    const page = await createTestBrowser(identity.app).open(authorizeRequest(identity.config, { resource: 'urn:other' }).url);
    expect(page.url).toContain('/signin?error=invalid_target');
  });

  it('lets userInfo tell what the scopes of the token allow, also when a form carries the token', async () => {
    const { url, verifier } = authorizeRequest(identity.config, { scope: 'openid email' });
    const browser = createTestBrowser(identity.app);
    const returned = await browser.submit(await browser.open(url), { email: 'ada@example.com', password: PASSWORD });
    const tokens = await exchange(identity.app, identity.config, returned.url, verifier);
    const answer = await postForm(identity.app, '/oauth2/userInfo', { access_token: tokens.access_token });
    expect(answer.json()).toEqual({ sub, email: 'ada@example.com', email_verified: true });
  });

  it('tells about the person at userInfo, with an access token only', async () => {
    const { tokens } = await signInWithPassword(identity, 'ada@example.com', PASSWORD);
    expect((await userInfo(tokens.access_token)).json()).toMatchObject({ sub, email: 'ada@example.com', name: 'Ada Lovelace' });
    for (const token of [tokens.id_token, tokens.refresh_token, 'nonsense']) expect((await userInfo(token)).statusCode).toBe(401);
  });

  it('remembers the browser: a second sign-in asks for nothing, unless another provider is wanted', async () => {
    const { browser } = await signInWithPassword(identity, 'ada@example.com', PASSWORD);
    expect((await browser.open(authorizeRequest(identity.config).url)).url).toContain('/signin?code=');
    expect((await browser.open(authorizeRequest(identity.config, { prompt: 'login' }).url)).text).toContain('<h1>Sign in</h1>');
    expect((await browser.open(authorizeRequest(identity.config, { identity_provider: 'Google' }).url)).text).toContain(
      'Development account chooser',
    );
    expect((await browser.open(authorizeRequest(identity.config, { identity_provider: 'Facebook' }).url)).url).toContain(
      'error=invalid_request',
    );
    expect((await browser.open(authorizeRequest(identity.config, { identity_provider: 'COGNITO' }).url)).url).toContain('/signin?code=');
    const silent = await createTestBrowser(identity.app).open(authorizeRequest(identity.config, { prompt: 'none' }).url);
    expect(silent.url).toContain('error=login_required');
  });

  it('lets nobody in whose account was disabled', async () => {
    const { sub: other } = await identity.addAccount({ email: 'gone@example.com', password: PASSWORD });
    const { browser, tokens } = await signInWithPassword(identity, 'gone@example.com', PASSWORD);
    const { createIdentityAdmin } = await import('../local-identity-admin');
    await createIdentityAdmin(identity.context).disable(other);
    expect((await refresh(tokens.refresh_token)).statusCode).toBe(400);
    expect((await userInfo(tokens.access_token)).statusCode).toBe(401);
    const page = await browser.open(authorizeRequest(identity.config).url);
    expect((await browser.submit(page, { email: 'gone@example.com', password: PASSWORD })).text).toContain('is not right');
  });
});
