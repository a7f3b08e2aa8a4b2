/** Verifies access tokens of the identity provider: our own or Amazon Cognito. */
import { createRemoteJWKSet, errors, type JWTVerifyGetKey, jwtVerify } from 'jose';
import { z } from 'zod';
import { platformError } from './errors';
import { bearerOf } from './tokens';

export interface TokenVerifierOptions {
  /** Exact issuer of the tokens. */
  issuer: string;
  /** Where the provider publishes its keys, or the keys themselves. */
  keys: URL | JWTVerifyGetKey;
  /** The application that the tokens were issued to, or several of them. */
  clientId: string | readonly string[];
}

/** Who makes a request. */
export interface Identity {
  sub: string;
  username: string;
  groups: string[];
  /** When the token was issued, in whole seconds. */
  issuedAt: Date;
}

export interface TokenVerifier {
  /** @throws AppError `unauthorized`, or `service-unavailable` when the provider's keys cannot be read. */
  verify(authorization: string | undefined): Promise<Identity>;
}

const claimsSchema = z.object({
  sub: z.string().min(1),
  username: z.string().min(1),
  token_use: z.literal('access'),
  client_id: z.string(),
  // One that does not say when it was issued is older than any other.
  iat: z.number().default(0),
  'cognito:groups': z.array(z.string()).default([]),
});

const CHALLENGE = { 'www-authenticate': 'Bearer error="invalid_token"' };
const CLOCK_TOLERANCE_SECONDS = 5;

export function createTokenVerifier({ issuer, keys, clientId }: TokenVerifierOptions): TokenVerifier {
  const clients = new Set([clientId].flat());
  const getKey = keys instanceof URL ? createRemoteJWKSet(keys) : keys;

  return {
    async verify(authorization) {
      const token = bearerOf(authorization);
      if (token === null) throw platformError('unauthorized', { headers: { 'www-authenticate': 'Bearer' } });
      const payload = await check(token);
      const claims = claimsSchema.safeParse(payload);
      if (!claims.success || !clients.has(claims.data.client_id)) throw platformError('unauthorized', { headers: CHALLENGE });
      const { sub, username, iat, 'cognito:groups': groups } = claims.data;
      return { sub, username, groups, issuedAt: new Date(iat * 1000) };
    },
  };

  async function check(token: string) {
    try {
      return (await jwtVerify(token, getKey, { issuer, algorithms: ['RS256'], clockTolerance: CLOCK_TOLERANCE_SECONDS })).payload;
    } catch (cause) {
      if (isRefused(cause)) throw platformError('unauthorized', { headers: CHALLENGE, cause });
      throw platformError('service-unavailable', { headers: { 'retry-after': '2' }, cause });
    }
  }
}

/** Whether the token itself is at fault, and not the way to the keys. */
function isRefused(error: unknown): boolean {
  if (error instanceof errors.JWKSTimeout || error instanceof errors.JWKSInvalid) return false;
  // The plain class is what a failed download of the keys throws.
  return error instanceof errors.JOSEError && error.code !== 'ERR_JOSE_GENERIC';
}
