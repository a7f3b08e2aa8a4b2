/** Claims in the words of Amazon Cognito, so that whoever reads tokens need not know which of the two issued them. */
import { randomUUID } from 'node:crypto';
import type { AccountClaims, KoaContextWithOIDC } from 'oidc-provider';
import { SCOPES } from '../auth-params';
import type { Account, FederatedIdentity } from '../tables';

/** Claims that a client may see of a person, by scope; used for the id token and for userInfo. */
export const CLAIMS = {
  openid: ['sub', 'token_use', 'cognito:username', 'cognito:groups', 'origin_jti', 'event_id', 'jti', 'auth_time', 'identities'],
  email: ['email', 'email_verified'],
  phone: ['phone_number', 'phone_number_verified'],
  profile: ['name'],
};

/** What the scopes let a client know of a person, who is named by `sub` in any case. */
export function profileClaims(account: Account, scopes: readonly string[]): AccountClaims {
  return {
    sub: account.sub,
    ...(scopes.includes('email') && { email: account.email, email_verified: account.emailVerified }),
    ...(scopes.includes('profile') && { name: account.fullName }),
    ...(scopes.includes('phone') && { phone_number: account.phone, phone_number_verified: false }),
  };
}

interface IdTokenFacts {
  /** Id of the grant: one per sign-in. A client revokes by it. */
  originJti: string | undefined;
  /** Epoch seconds. */
  authTime: number | undefined;
  /** At other providers, of the same person. */
  identities: readonly FederatedIdentity[];
}

/** Of every scope: the provider takes what the request's scopes allow. */
export function idTokenClaims(account: Account, { originJti, authTime, identities }: IdTokenFacts): AccountClaims {
  return {
    ...profileClaims(account, SCOPES),
    token_use: 'id',
    'cognito:username': account.sub,
    ...(account.groups.length > 0 && { 'cognito:groups': account.groups }),
    origin_jti: originJti,
    event_id: randomUUID(),
    jti: randomUUID(),
    ...(authTime !== undefined && { auth_time: authTime }),
    ...(identities.length > 0 && { identities: identities.map(identityClaim) }),
  };
}

/** All values are texts there. None of them is the primary identity: that is the account with its password. */
const identityClaim = ({ provider, subject, createdAt }: FederatedIdentity) => ({
  userId: subject,
  providerName: provider,
  providerType: provider === 'Google' ? 'Google' : 'OIDC',
  issuer: null,
  primary: 'false',
  dateCreated: String(createdAt.getTime()),
});

export function accessTokenClaims(account: Account, originJti: string, authTime: number | undefined): Record<string, unknown> {
  return {
    token_use: 'access',
    username: account.sub,
    version: 2,
    ...(account.groups.length > 0 && { 'cognito:groups': account.groups }),
    origin_jti: originJti,
    event_id: randomUUID(),
    ...(authTime !== undefined && { auth_time: authTime }),
  };
}

/** When the person signed in (epoch seconds), known from the session or from what the token request carries. */
export function authTimeOf(ctx: KoaContextWithOIDC): number | undefined {
  const { AuthorizationCode, RefreshToken, Session } = ctx.oidc.entities;
  return AuthorizationCode?.authTime ?? RefreshToken?.authTime ?? Session?.loginTs;
}
