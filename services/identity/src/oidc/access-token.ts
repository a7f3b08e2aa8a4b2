/** Access tokens that we issued, and whether their sign-in still stands. */
import type { Db } from '@site/platform/database';
import { and, eq, exists, gt, sql } from 'drizzle-orm';
import { createLocalJWKSet, jwtVerify } from 'jose';
import type { IdentityContext } from '../identity-context';
import { account, type Account, oidcRecord } from '../tables';
import { recordHash } from './adapter';
import { TOKEN_AUDIENCE } from './provider-configuration';
import type { ProviderHost } from './provider-host';

/**
 * The account of a token as it is now, while it is enabled and the sign-in has not ended: by a sign-out, a changed password, a revoked or
 * stolen refresh token, or its age.
 * @param token Claims of a token whose signature was verified.
 */
export async function findSignedIn(db: Db, token: { sub: string; originJti: string }): Promise<Account | undefined> {
  const grant = db
    .select({ one: sql`1` })
    .from(oidcRecord)
    .where(and(eq(oidcRecord.model, 'Grant'), eq(oidcRecord.idHash, recordHash(token.originJti)), gt(oidcRecord.expiresAt, sql`now()`)));
  const [found] = await db
    .select()
    .from(account)
    .where(and(eq(account.sub, token.sub), eq(account.enabled, true), exists(grant)));
  return found;
}

/** @returns The account, and the scopes of the token; undefined unless it is an access token of ours whose sign-in stands. */
export async function readAccessToken(
  { config, database }: IdentityContext,
  host: ProviderHost,
  token: string | null,
): Promise<{ account: Account; scopes: string[] } | undefined> {
  const options = { issuer: config.issuer, audience: TOKEN_AUDIENCE, algorithms: ['RS256'] };
  const verified = token ? await jwtVerify(token, createLocalJWKSet(host.publicKeys()), options).catch(() => null) : null;
  const { sub, origin_jti: originJti, token_use: use, scope = '' } = verified?.payload ?? {};
  if (use !== 'access' || !sub || typeof originJti !== 'string') return undefined;
  const found = await findSignedIn(database.db, { sub, originJti });
  return found && { account: found, scopes: String(scope).split(' ') };
}
