/** For tests only: a request to each route of the identity service, by and about people who carry a mark. */
import { sql } from 'drizzle-orm';
import { createAccountRepository } from './accounts/account.repository';
import { offerRegistration, registerPasskey } from './accounts/passkeys';
import { createSoftwareAuthenticator } from './authenticator-testing';
import { identityPoolOperations } from './cognito/identity-pool-operations';
import type { CognitoContext } from './cognito/operation';
import { userPoolOperations } from './cognito/user-pool-operations';
import { createTotpSecret, totpCode } from './crypto/totp';
import { type createUpstream, walkUpstream } from './federation/upstream-testing';
import {
  authorizeRequest,
  callCognito,
  ceremonyOf,
  createTestBrowser,
  exchange,
  postForm,
  signInWithPassword,
  type TestIdentity,
  type TestPage,
  type Tokens,
} from './identity-testing';
import { present } from './present';
import type { Account } from './tables';

/** Whatever a person typed, owns or is known by carries this. */
export const MARK = 'swordfish';
export const PHONE = '+12025550173';
export const PASSWORD = `${MARK} pass-word`;

const NEW_PASSWORD = { newPassword: `${PASSWORD} 2`, repeatPassword: `${PASSWORD} 2` };
const DISCOVERY = '/.well-known/openid-configuration';
const CODE_OR_PASSWORD = /^ {4}(\S+)$/m;

/** Makes ready what a request needs, and returns what sends it. */
export type Prepare = () => Promise<() => Promise<{ status: number }>>;

/**
 * Whatever the service offers: its routes, and where one stands for many, the addresses of the OpenID provider behind `/*` and the operations
 * of Cognito's wire behind `POST /`.
 */
export async function offeredRoutes({ routes, app, config, context }: TestIdentity): Promise<string[]> {
  const discovered = await app.inject(new URL(config.issuer).pathname + DISCOVERY);
  const addresses = Object.values(discovered.json<Record<string, unknown>>())
    .filter((value): value is string => typeof value === 'string' && value.startsWith(`${config.issuer}/`))
    .map((address) => address.slice(config.issuer.length));
  const own = routes.map((route) => route.replace(/\/assets\/.*/, '/assets/:style'));
  const wire = context as CognitoContext;
  const offered = [
    ...own.filter((route) => !['GET /*', 'POST /*', 'POST /'].includes(route)),
    ...[DISCOVERY, ...addresses].filter((address) => !own.includes(`GET ${address}`)),
    ...[userPoolOperations(wire), identityPoolOperations(wire)].flatMap((operations) => Object.keys(operations)),
  ];
  return [...new Set(offered)].sort();
}

/** By the names of {@link offeredRoutes}. @param upstream Stands behind LinkedIn. */
export function routeCases(identity: TestIdentity, upstream: ReturnType<typeof createUpstream>): Record<string, Prepare> {
  const { app, config, context, database } = identity;
  const base = new URL(config.issuer).pathname;
  let counter = 0;

  function addAccount(fields: Partial<Account> = {}): Promise<Account> {
    const email = `${MARK}.${(counter += 1)}@example.com`;
    return identity.addAccount({ email, fullName: MARK, phone: PHONE, password: PASSWORD, ...fields });
  }

  /** A browser at the page that asks for the password, on its way to `account`. */
  async function begin({ account, ...extra }: { account?: Partial<Account>; identity_provider?: string } = {}) {
    const { email, sub } = await addAccount(account);
    const browser = createTestBrowser(app);
    const { url } = authorizeRequest(config, { login_hint: email, state: MARK, ...extra });
    const page = await browser.open(url);
    const [, uid] = /interaction\/([\w-]+)/.exec(page.url) ?? [];
    const at = (step: string): string => `${config.issuer}/interaction/${uid}${step}`;
    return { browser, page, email, sub, at };
  }
  async function lastCode(email: string): Promise<string> {
    const mail = present((await identity.mails()).filter(({ to }) => to === email).at(-1), 'mail with the code');
    return present(CODE_OR_PASSWORD.exec(mail.text)?.[1], 'code');
  }
  async function afterPassword(account: Partial<Account> = {}) {
    const begun = await begin({ account });
    return { ...begun, page: await begun.browser.submit(begun.page, { email: begun.email, password: PASSWORD }) };
  }
  const newcomer = () => afterPassword({ status: 'FORCE_CHANGE_PASSWORD' });

  async function secured() {
    const secret = createTotpSecret();
    const begun = await begin();
    await turnOn(begun.sub, secret);
    const page = await begun.browser.submit(begun.page, { email: begun.email, password: PASSWORD });
    return { ...begun, page, code: totpCode(secret, Date.now()) };
  }
  const turnOn = (sub: string, secret: string) =>
    database.db.execute(
      sql`update identity.account set totp_enabled = true, totp_secret = ${context.keyring.seal(secret, `totp:${sub}`)} where sub = ${sub}`,
    );

  /** At the page that asks for the mailed code. */
  async function unconfirmed() {
    const begun = await afterPassword({ groups: ['staff'] });
    return { ...begun, code: await lastCode(begun.email) };
  }
  /** At the page that sets up a second factor. */
  async function unprotected() {
    const { code, ...begun } = await unconfirmed();
    return { ...begun, page: await begun.browser.submit(begun.page, { code }, '/code') };
  }
  /** Whoever signs in with a passkey, at the page that asks for the password. */
  async function withPasskey(account: Partial<Account> = {}) {
    const begun = await begin({ account });
    const device = createSoftwareAuthenticator(config.siteUrl);
    const binding = `${MARK}-${begun.sub}`;
    const owner = present(await createAccountRepository(database.db).find(begun.sub), 'account');
    const { challenge } = await offerRegistration(context, owner, binding);
    const answer = device.create({ challenge, handle: begun.sub });
    await registerPasskey(context, owner, { binding, name: MARK, answer }, async () => undefined);
    return { ...begun, device };
  }
  async function confirming() {
    const begun = await withPasskey({ groups: ['staff'] });
    return { ...begun, page: await begun.browser.submit(begun.page, { email: begun.email, password: PASSWORD }) };
  }
  /** A member at the page that makes a passkey. */
  async function creating() {
    const { browser, page, sub } = await memberAt('/passkeys/add');
    return { browser, sub, page: await browser.submit(page, { name: MARK, password: PASSWORD }) };
  }
  async function removing() {
    const { browser, page, email, device } = await withPasskey();
    await browser.submit(page, { email, password: PASSWORD });
    const address = `${config.issuer}/account/passkeys/${device.id}/remove`;
    return { browser, address, page: await browser.open(address) };
  }
  const made = ({ page, sub }: { page: TestPage; sub: string }) => ({
    answer: createSoftwareAuthenticator(config.siteUrl).create({ ...ceremonyOf(page), handle: sub }),
  });
  const used = ({ page, device }: { page: TestPage; device: ReturnType<typeof createSoftwareAuthenticator> }) => ({
    answer: device.get(ceremonyOf(page)),
  });
  const codeOf = ({ page }: { page: TestPage }) => {
    const secret = /<code>([A-Z2-7 ]+)<\/code>/.exec(page.text)?.[1]?.replaceAll(' ', '') ?? '';
    return { code: totpCode(secret, Date.now()) };
  };

  async function forgetful() {
    const begun = await begin();
    const page = await begun.browser.submit(await begun.browser.open(begun.at('/forgot')), { email: begun.email });
    return { ...begun, page, code: await lastCode(begun.email) };
  }

  /** Back from LinkedIn, with the address that it sends the browser to. */
  async function returning() {
    const begun = await begin();
    upstream.become({ sub: `${MARK}-${counter}`, email: begun.email, email_verified: true });
    const away = await begun.browser.open(begun.at('/with/LinkedIn'));
    return { ...begun, callback: await walkUpstream(away.url) };
  }

  async function member() {
    const { email, sub } = await addAccount();
    const { browser, tokens } = await signInWithPassword(identity, email, PASSWORD);
    return { browser, tokens, sub, email, account: (path: string) => browser.open(`${config.issuer}/account${path}`) };
  }
  async function memberAt(path: string) {
    const { account, browser, sub } = await member();
    return { browser, sub, page: await account(path) };
  }

  /** At the page that asks for the code of a new address. */
  async function changing() {
    const { browser, page } = await memberAt('/email');
    const email = `${MARK}.changed.${counter}@example.com`;
    const asked = await browser.submit(page, { email, password: PASSWORD });
    return { browser, page: asked, code: await lastCode(email) };
  }

  /** At the list of sign-ins, of which there are two. */
  async function twice() {
    const { browser, account, email } = await member();
    await signInWithPassword(identity, email, PASSWORD);
    return { browser, page: await account('/sessions') };
  }

  const inject = async (method: 'GET' | 'POST' | 'OPTIONS', path: string, headers: Record<string, string> = {}) => ({
    status: (await app.inject({ method, url: base + path, headers })).statusCode,
  });
  const post = async (path: string, form: Record<string, string>) => ({ status: (await postForm(app, path, form)).statusCode });
  const operate = async (name: string, body: object) => ({ status: (await callCognito(app, name, body)).statusCode });
  const userPool = (name: string, body: object) =>
    operate(`AWSCognitoIdentityProviderService.${name}`, { ClientId: config.clientId, ...body });
  const identityPool = (name: string, body: object) => operate(`AWSCognitoIdentityService.${name}`, body);
  const logins = (idToken: string) => ({ Logins: { [config.issuer.replace(/^https?:\/\//, '')]: idToken } });

  /** Sends the form of a page that was made ready. */
  const sending =
    <State extends { browser: ReturnType<typeof createTestBrowser>; page: TestPage }>(
      prepare: () => Promise<State>,
      typed: (state: State) => Record<string, string>,
      where?: string,
    ): Prepare =>
    async () => {
      const state = await prepare();
      return () => state.browser.submit(state.page, typed(state), where);
    };
  /** Opens a page, which may be done again and again: what it needs is made ready once. */
  const opening = <State extends { browser: ReturnType<typeof createTestBrowser> }>(
    prepare: () => Promise<State>,
    address: (state: State) => string,
  ): Prepare => {
    let prepared: Promise<State> | undefined;
    return async () => {
      const state = await (prepared ??= prepare());
      return () => state.browser.open(address(state));
    };
  };
  const openingAccount = (path: string) => opening(member, () => `${config.issuer}/account${path}`);
  /** Sends tokens, which are good for once. */
  const withNewTokens =
    (send: (tokens: Tokens) => Promise<{ status: number }>): Prepare =>
    async () => {
      const { tokens } = await member();
      return () => send(tokens);
    };
  /** Sends tokens, which are good for several times. */
  const withTokens = (send: (tokens: Tokens) => Promise<{ status: number }>): Prepare => {
    let prepared: ReturnType<typeof member> | undefined;
    return async () => {
      const { tokens } = await (prepared ??= member());
      return () => send(tokens);
    };
  };

  return {
    'GET /assets/:style': opening(begin, ({ page }) => new URL(/href="([^"]*\.css)"/.exec(page.text)?.[1] ?? '', page.url).href),
    'GET /interaction/:uid': opening(begin, ({ at }) => at('')),
    'POST /interaction/:uid/cancel': sending(begin, () => ({}), '/cancel'),
    'GET /interaction/:uid/password': opening(begin, ({ at }) => at('/password')),
    'POST /interaction/:uid/password': sending(begin, ({ email }) => ({ email, password: PASSWORD })),
    'GET /interaction/:uid/new-password': opening(newcomer, ({ at }) => at('/new-password')),
    'POST /interaction/:uid/new-password': sending(newcomer, () => NEW_PASSWORD),
    'GET /interaction/:uid/forgot': opening(begin, ({ at }) => at('/forgot')),
    'POST /interaction/:uid/forgot': sending(
      async () => {
        const { browser, at, email } = await begin();
        return { browser, email, page: await browser.open(at('/forgot')) };
      },
      ({ email }) => ({ email }),
    ),
    'GET /interaction/:uid/reset': opening(forgetful, ({ at }) => at('/reset')),
    'POST /interaction/:uid/reset': sending(forgetful, ({ code }) => ({ code, ...NEW_PASSWORD })),
    'GET /interaction/:uid/second-factor': opening(secured, ({ at }) => at('/second-factor')),
    'POST /interaction/:uid/second-factor': sending(secured, ({ code }) => ({ code })),
    'POST /interaction/:uid/passkey': sending(withPasskey, used, '/passkey'),
    'POST /interaction/:uid/passkey/confirm': sending(confirming, used, '/passkey'),
    'GET /interaction/:uid/enrolment': opening(unprotected, ({ at }) => at('/enrolment')),
    'POST /interaction/:uid/enrolment/code': sending(unconfirmed, ({ code }) => ({ code }), '/code'),
    'POST /interaction/:uid/enrolment/mail': sending(unconfirmed, () => ({}), '/mail'),
    'POST /interaction/:uid/enrolment/app': sending(unprotected, codeOf, '/app'),
    'POST /interaction/:uid/enrolment/passkey': sending(unprotected, made, '/passkey'),
    'GET /interaction/:uid/with/:provider': opening(begin, ({ at }) => at('/with/LinkedIn')),
    'POST /interaction/:uid/with/:provider': sending(
      () => begin({ identity_provider: 'Google' }),
      ({ sub }) => ({ sub }),
      '/with/',
    ),
    'GET /interaction/:uid/complete': async () => {
      const { browser, callback } = await returning();
      const { headers } = await app.inject(new URL(callback).pathname + new URL(callback).search);
      return () => browser.open(String(headers.location));
    },
    'GET /oauth2/idpresponse': async () => {
      const { browser, callback } = await returning();
      return () => browser.open(callback);
    },
    'GET /logout': async () => {
      const { browser } = await member();
      return () => browser.open(`${config.issuer}/logout`);
    },
    'GET /account': openingAccount(''),
    'GET /account/ready': openingAccount(`/ready?code=${MARK}`),
    'GET /account/password': openingAccount('/password'),
    'POST /account/password': sending(
      () => memberAt('/password'),
      () => ({ password: PASSWORD, ...NEW_PASSWORD }),
    ),
    'GET /account/second-factor': openingAccount('/second-factor'),
    'POST /account/second-factor': sending(
      () => memberAt('/second-factor'),
      ({ page }) => ({ password: PASSWORD, ...codeOf({ page }) }),
    ),
    'GET /account/second-factor/remove': openingAccount('/second-factor/remove'),
    'POST /account/second-factor/remove': sending(
      () => memberAt('/second-factor/remove'),
      () => ({ password: PASSWORD }),
    ),
    'GET /account/passkeys/add': openingAccount('/passkeys/add'),
    'POST /account/passkeys/add': sending(
      () => memberAt('/passkeys/add'),
      () => ({ name: MARK, password: PASSWORD }),
    ),
    'POST /account/passkeys': sending(creating, made),
    'GET /account/passkeys/:id/remove': opening(removing, ({ address }) => address),
    'POST /account/passkeys/:id/remove': sending(removing, () => ({ password: PASSWORD })),
    'GET /account/activity': openingAccount('/activity'),
    'GET /account/details': openingAccount('/details'),
    'POST /account/details': sending(
      () => memberAt('/details'),
      () => ({ fullName: MARK, phone: PHONE, password: PASSWORD }),
    ),
    'GET /account/email': openingAccount('/email'),
    'POST /account/email': sending(
      () => memberAt('/email'),
      () => ({ email: `${MARK}.new.${counter}@example.com`, password: PASSWORD }),
    ),
    'GET /account/email/confirm': opening(changing, () => `${config.issuer}/account/email/confirm`),
    'POST /account/email/confirm': sending(changing, ({ code }) => ({ code })),
    'GET /account/sessions': openingAccount('/sessions'),
    'POST /account/sessions': sending(twice, () => ({}), '/account/sessions'),
    'POST /account/sessions/end-others': sending(twice, () => ({}), '/end-others'),
    'OPTIONS /': async () => () => inject('OPTIONS', '/', { origin: config.siteUrl }),
    'GET /oauth2/userInfo': withTokens(({ access_token: token }) =>
      inject('GET', '/oauth2/userInfo', { authorization: `Bearer ${token}` }),
    ),
    'POST /oauth2/userInfo': withTokens(({ access_token: token }) =>
      inject('POST', '/oauth2/userInfo', { authorization: `Bearer ${token}` }),
    ),
    'OPTIONS /*': async () => () => inject('OPTIONS', '/oauth2/token', { origin: config.siteUrl, 'access-control-request-method': 'POST' }),
    [DISCOVERY]: async () => () => inject('GET', DISCOVERY),
    '/.well-known/jwks.json': async () => () => inject('GET', '/.well-known/jwks.json'),
    '/oauth2/authorize': async () => {
      const { url } = authorizeRequest(config, { login_hint: `${MARK}@example.com`, state: MARK });
      return () => createTestBrowser(app).open(url);
    },
    '/request': async () => {
      const { searchParams } = new URL(authorizeRequest(config, { login_hint: `${MARK}@example.com`, state: MARK }).url);
      return () => post('/request', Object.fromEntries(searchParams));
    },
    '/oauth2/token': async () => {
      const { email } = await addAccount();
      const browser = createTestBrowser(app);
      const { url, verifier } = authorizeRequest(config);
      const returned = await browser.submit(await browser.open(url), { email, password: PASSWORD });
      return () => exchange(app, config, returned.url, verifier).then(({ access_token: token }) => ({ status: token ? 200 : 500 }));
    },
    '/oauth2/revoke': withNewTokens(({ refresh_token: token }) => post('/oauth2/revoke', { client_id: config.clientId, token })),
    '/oauth2/end-session': async () => {
      const { browser, tokens } = await member();
      return () => browser.open(`${config.issuer}/oauth2/end-session?id_token_hint=${tokens.id_token}`);
    },
    GetTokensFromRefreshToken: withNewTokens(({ refresh_token: token }) => userPool('GetTokensFromRefreshToken', { RefreshToken: token })),
    GlobalSignOut: withNewTokens(({ access_token: token }) => userPool('GlobalSignOut', { AccessToken: token })),
    RevokeToken: withNewTokens(({ refresh_token: token }) => userPool('RevokeToken', { Token: token })),
    GetId: withTokens(({ id_token: token }) => identityPool('GetId', { IdentityPoolId: config.identityPoolId, ...logins(token) })),
    GetCredentialsForIdentity: async () => {
      const { tokens } = await member();
      const input = { IdentityPoolId: config.identityPoolId, ...logins(tokens.id_token) };
      const { IdentityId } = (await callCognito(app, 'AWSCognitoIdentityService.GetId', input)).json<{ IdentityId: string }>();
      return () => identityPool('GetCredentialsForIdentity', { IdentityId, ...logins(tokens.id_token) });
    },
  };
}
