/** Access tokens that we issued, and whether their sign-in still stands. */
import type { Db } from '@site/platform/database';
import { and, eq, sql } from 'drizzle-orm';
import { createLocalJWKSet, jwtVerify } from 'jose';
import { isAccountName } from '../accounts/account.repository';
import type { IdentityContext } from '../identity-context';
import { account, type Account } from '../tables';
import { recordHash } from './adapter';
import { TOKEN_AUDIENCE } from './provider-configuration';
import type { ProviderHost } from './provider-host';

/**
 * The account of a token as it is now, while it is enabled and the sign-in has not ended: by a sign-out, a changed password, a revoked or
 * stolen refresh token, or its age.
 * @param token Claims of a token whose signature was verified.
 */
export async function findSignedIn(db: Db, token: { sub: string; originJti: string }): Promise<Account | undefined> {
  const stands = sql`identity.groups_of_sign_in(${account.sub}, ${recordHash(token.originJti)}) is not null`;
  const [found] = await db
    .select()
    .from(account)
    .where(and(eq(account.sub, token.sub), stands));
  return found;
}

/** The groups of that account; null if there is none. Whoever asks need not be able to read accounts. */
export async function findGroupsOfSignIn(db: Db, token: { sub: string; originJti: string }): Promise<string[] | null> {
  const { rows } = await db.execute<{ groups: string[] | null }>(
    sql`select identity.groups_of_sign_in(${token.sub}::uuid, ${recordHash(token.originJti)}) as groups`,
  );
  return rows[0]?.groups ?? null;
}

/** The groups of an account, signed in or not; null when it is gone or disabled. Whoever asks need not be able to read accounts. */
export async function findGroupsOfAccount(db: Db, sub: string): Promise<string[] | null> {
  if (!isAccountName(sub)) return null;
  const { rows } = await db.execute<{ groups: string[] | null }>(sql`select identity.groups_of_account(${sub}::uuid) as groups`);
  return rows[0]?.groups ?? null;
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
