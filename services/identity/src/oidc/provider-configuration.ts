/** The OpenID provider's configuration: authorization code with PKCE for one public client, tokens as Amazon Cognito shapes them. */
import { randomBytes } from 'node:crypto';
import { hostCookie, pathCookie } from '@site/platform/cookie-names';
import type { Database } from '@site/platform/database';
import { type ClientMetadata, type Configuration, errors, interactionPolicy, type KoaContextWithOIDC } from 'oidc-provider';
import type { AccountRepository } from '../accounts/account.repository';
import { lacksSecondFactor } from '../accounts/factors';
import { SCOPES } from '../auth-params';
import { type IdentityConfig, isOwnProvider, RELEASE_CLIENT_ID, RELEASE_REDIRECT_URIS } from '../config';
import type { Keyring } from '../crypto/keyring';
import { present } from '../present';
import { rememberSession } from '../sessions/session.repository';
import { visitOfRaw } from '../sessions/visit';
import { createAdapterFactory, type ProviderRequest } from './adapter';
import type { PrivateJwk } from './signing-keys';
import { accessTokenClaims, authTimeOf, CLAIMS, idTokenClaims, profileClaims } from './token-claims';

/** Audience of access tokens. Cognito's carry none, but a JWT access token must. */
export const TOKEN_AUDIENCE = 'urn:site:members';
/** Client of the hosted account page, which needs a session and no tokens. */
export const ACCOUNT_CLIENT_ID = 'hosted-account';

export const SESSION_SECONDS = 3600;
export const INTERACTION_SECONDS = 900;
const CODE_SECONDS = 60;

/** Pages that the protocol itself may have to show. */
export interface ProviderPages {
  /** Sets the headers under which a page is shown. */
  applyPolicy(set: (name: string, value: string) => void): void;
  protocolError(code: string, isSignOut: boolean): string;
  notFound(): string;
  /** @param action Where to confirm. @param xsrf Token of the form. */
  signOut(action: string, xsrf: string): string;
  signedOut(): string;
}

export interface ProviderParts {
  config: IdentityConfig;
  database: Database;
  accounts: AccountRepository;
  pages: ProviderPages;
  keyring: Keyring;
  signingKeys: PrivateJwk[];
  /** What is being answered. */
  request: () => ProviderRequest | undefined;
}

export function providerConfiguration({ config, database, accounts, pages, keyring, signingKeys, request }: ProviderParts): Configuration {
  const { pathname: base, protocol } = new URL(config.issuer);
  const isSecure = protocol === 'https:';
  const cookie = { httpOnly: true, sameSite: 'lax', signed: true, secure: isSecure } as const;
  const publicClient: Omit<ClientMetadata, 'client_id'> = {
    token_endpoint_auth_method: 'none',
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    id_token_signed_response_alg: 'RS256',
  };

  return {
    adapter: createAdapterFactory(database.db, {
      refreshGraceSeconds: config.refreshGraceSeconds,
      sessionLimitSeconds: config.signInSeconds,
      request,
    }),
    clients: [
      { ...publicClient, client_id: config.clientId, redirect_uris: config.redirectUris, post_logout_redirect_uris: config.logoutUris },
      {
        ...publicClient,
        client_id: ACCOUNT_CLIENT_ID,
        grant_types: ['authorization_code'],
        redirect_uris: [`${config.issuer}/account/ready`],
      },
      { ...publicClient, client_id: RELEASE_CLIENT_ID, application_type: 'native', redirect_uris: RELEASE_REDIRECT_URIS },
    ],
    jwks: { keys: signingKeys as NonNullable<Configuration['jwks']>['keys'] },
    cookies: {
      keys: keyring.cookieKeys,
      // Each sign-in that has begun has two short ones, by its paths.
      names: {
        session: hostCookie('idp_session', isSecure),
        interaction: pathCookie('idp_interaction', isSecure),
        resume: pathCookie('idp_resume', isSecure),
      },
      long: { ...cookie, path: '/' },
      short: cookie,
    },
    routes: {
      authorization: '/oauth2/authorize',
      token: '/oauth2/token',
      revocation: '/oauth2/revoke',
      userinfo: '/oauth2/userInfo',
      jwks: '/.well-known/jwks.json',
      end_session: '/oauth2/end-session',
    },
    scopes: SCOPES,
    responseTypes: ['code'],
    clientAuthMethods: ['none'],
    claims: CLAIMS,
    conformIdTokenClaims: false,
    extraParams: ['identity_provider', 'idp_identifier', 'lang'],
    pkce: { required: () => true, methods: ['S256'] },
    clientBasedCORS: (_ctx, origin, client) =>
      client.applicationType === 'web' && (client.redirectUris ?? []).some((uri) => new URL(uri).origin === origin),
    ttl: {
      AccessToken: config.accessTokenSeconds,
      IdToken: config.accessTokenSeconds,
      AuthorizationCode: CODE_SECONDS,
      Session: (_ctx, { loginTs }) => Math.min(SESSION_SECONDS, secondsLeft(config, loginTs)),
      Interaction: INTERACTION_SECONDS,
      Grant: config.refreshTokenSeconds,
      // Each token that is fetched prolongs the sign-in, but not beyond the end of its grant: a stolen one cannot be kept alive for ever.
      RefreshToken: (ctx, token) => {
        nameSuccessor(ctx, token, keyring);
        return Math.min(config.idleSeconds, present(ctx.oidc.entities.Grant, 'grant of the refresh token').remainingTTL);
      },
    },
    issueRefreshToken: async (_ctx, client) => client.grantTypeAllowed('refresh_token'),
    rotateRefreshToken: true,
    expiresWithSession: async () => false,
    findAccount: async (ctx, sub, token) => {
      const account = await accounts.findEnabled(sub);
      // Codes and refresh tokens tell how the person signed in: with too little for the groups of today, there are no tokens.
      if (!account || (token && lacksSecondFactor(config, account, 'amr' in token ? token.amr : []))) return undefined;
      const ofIdToken = async () => {
        const identities = await accounts.listFederated(sub);
        return idTokenClaims(account, { originJti: ctx.oidc.entities.Grant?.jti, authTime: authTimeOf(ctx), identities });
      };
      return { accountId: sub, claims: async (use) => (use === 'id_token' ? ofIdToken() : profileClaims(account, SCOPES)) };
    },
    loadExistingGrant: (ctx) => grantEverything(ctx, config, database),
    interactions: { url: (_ctx, interaction) => `${base}/interaction/${interaction.uid}`, policy: signInPolicy(config, accounts) },
    formats: {
      customizers: {
        jwt: async (ctx, token, parts) => {
          const account = 'accountId' in token && token.accountId ? await accounts.findEnabled(token.accountId) : undefined;
          if (account && 'grantId' in token) {
            const grantId = present(token.grantId, 'grant of the access token');
            Object.assign(parts.payload, accessTokenClaims(account, grantId, authTimeOf(ctx)));
          }
          return parts;
        },
      },
    },
    renderError: async (ctx, out) => {
      ctx.type = 'html';
      pages.applyPolicy((name, value) => ctx.set(name, value));
      const isSignOut = ctx.oidc?.route?.startsWith('end_session') === true;
      ctx.body = ctx.status === 404 ? pages.notFound() : pages.protocolError(out.error, isSignOut);
    },
    features: {
      devInteractions: { enabled: false },
      revocation: { enabled: true },
      userinfo: { enabled: true },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: async (ctx) => {
          pages.applyPolicy((name, value) => ctx.set(name, value));
          const { secret } = ctx.oidc.session?.state as { secret: string };
          ctx.body = pages.signOut(`${base}/oauth2/end-session/confirm`, secret);
        },
        postLogoutSuccessSource: async (ctx) => {
          pages.applyPolicy((name, value) => ctx.set(name, value));
          ctx.body = pages.signedOut();
        },
      },
      resourceIndicators: {
        enabled: true,
        defaultResource: async () => TOKEN_AUDIENCE,
        useGrantedResource: async () => true,
        getResourceServerInfo: async (_ctx, resource) => {
          if (resource !== TOKEN_AUDIENCE) throw new errors.InvalidTarget('The requested resource is not known.');
          return {
            scope: SCOPES.join(' '),
            audience: TOKEN_AUDIENCE,
            accessTokenFormat: 'jwt',
            accessTokenTTL: config.accessTokenSeconds,
            jwt: { sign: { alg: 'RS256' } },
          };
        },
      },
    },
  };
}

/**
 * A refresh token that is used again within the grace gets the successor that it has: each has one, and a sign-in never has two that go on side
 * by side. Its name follows from the token and a secret, so whoever asks at the same moment gets the same. The library names a token after it
 * has asked for its lifetime, unless it has a name by then; there alone it shows the new one together with the one before.
 */
function nameSuccessor({ oidc }: KoaContextWithOIDC, token: { jti: string }, keyring: Keyring): void {
  const before = oidc.entities.RotatedRefreshToken;
  if (before) token.jti = keyring.tag('successors', before.jti);
}

/** There is no consent to ask: the client is ours. Every sign-in gets a grant of its own, so that revoking it ends that sign-in only. */
async function grantEverything(ctx: KoaContextWithOIDC, config: IdentityConfig, database: Database) {
  const clientId = present(ctx.oidc.client, 'client').clientId;
  const session = present(ctx.oidc.session, 'session');
  const accountId = present(session.accountId, 'account of the session');
  // Nothing hangs on a grant of the account pages.
  const lifetime =
    clientId === ACCOUNT_CLIENT_ID ? CODE_SECONDS : Math.min(config.refreshTokenSeconds, secondsLeft(config, session.loginTs));
  const grant = new ctx.oidc.provider.Grant({ clientId, accountId });
  // The library reads it, and its types do not say so.
  Object.assign(grant, { expiresIn: lifetime });
  grant.addOIDCScope(SCOPES.join(' '));
  grant.addResourceScope(TOKEN_AUDIENCE, SCOPES.join(' '));
  grant.jti = randomBytes(32).toString('base64url');
  // The browser is signed in for a program too. The grant is the program's, whose own sign-in begins when it fetches tokens, see session-middleware.ts.
  const ofBrowser = clientId === RELEASE_CLIENT_ID ? {} : { grantId: grant.jti };
  const beganAt = new Date(present(session.loginTs, 'time of the sign-in') * 1000);
  // Whose it is stands before the grant does: whoever ends the sign-in meanwhile finds it.
  await rememberSession(database, { id: session.uid, sub: accountId, ...ofBrowser, visit: visitOfRaw(ctx.req), beganAt });
  await grant.save();
  return grant;
}

/** What is left of a sign-in, at least a second. The session itself is refused by the adapter once the time is over. */
function secondsLeft({ signInSeconds }: IdentityConfig, signedInAt: number | undefined): number {
  const now = Math.floor(Date.now() / 1000);
  return Math.max(1, (signedInAt ?? now) + signInSeconds - now);
}

/**
 * Who asks for Google is not served with the session of a password, or of LinkedIn, nor who asks for a provider that nobody offers; and who must
 * sign in with two factors, not with a session of one.
 */
function signInPolicy(config: IdentityConfig, accounts: AccountRepository) {
  const { Check, Prompt, base } = interactionPolicy;
  const policy = base();
  // Answered by the sign-in page: a browser has one session.
  policy.add(new Prompt({ name: 'select_account', requestable: true }), 0);
  const { checks } = present(policy.get('login'), 'login prompt');
  checks.add(
    new Check('other_provider', 'Sign-in with another provider was requested', (ctx) => {
      const wanted = ctx.oidc.params?.identity_provider;
      const session = standingSession(ctx);
      const satisfied = !session || session.amr?.includes(String(wanted));
      return !isOwnProvider(wanted) && !satisfied ? Check.REQUEST_PROMPT : Check.NO_NEED_TO_PROMPT;
    }),
  );
  checks.add(
    new Check('second_factor', 'This account signs in with a second factor', 'login_required', async (ctx) => {
      const session = standingSession(ctx);
      const account = session && (await accounts.findEnabled(session.accountId));
      return account && lacksSecondFactor(config, account, session.amr) ? Check.REQUEST_PROMPT : Check.NO_NEED_TO_PROMPT;
    }),
  );
  return policy;
}

/** The session of an earlier sign-in; none after the one that this request waited for. */
function standingSession(ctx: KoaContextWithOIDC): { accountId: string; amr: string[] | undefined } | undefined {
  const { session } = ctx.oidc;
  return session?.accountId && !isSignIn(ctx) ? { accountId: session.accountId, amr: session.amr } : undefined;
}

/** Whether the request gives what the sign-in that it waited for has brought. */
const isSignIn = ({ oidc }: KoaContextWithOIDC): boolean => (oidc as { result?: { login?: unknown } }).result?.login !== undefined;

/** What the storage must know of a request. */
export const asProviderRequest = (ctx: KoaContextWithOIDC): ProviderRequest => ({
  sessionUid: ctx.oidc.session?.uid,
  isSignIn: isSignIn(ctx),
});
