/** Follows sign-ins by the tokens that are fetched for them, and by those that are revoked. */
import type { Database } from '@site/platform/database';
import type { Logger } from '@site/platform/logging';
import type { KoaContextWithOIDC } from 'oidc-provider';
import { RELEASE_CLIENT_ID } from '../config';
import { recordSecurityEvent } from '../security/security-log';
import { endSession, findSessionOf, rememberSession, touchSession } from '../sessions/session.repository';
import { visitOfRaw } from '../sessions/visit';
import { recordHash } from './adapter';

const RELEASE_DEVICE = 'The release command';

const revoked = new WeakMap<KoaContextWithOIDC, string>();

/** Listens to the provider's `grant.revoked`. */
export const noteRevokedGrant = (ctx: KoaContextWithOIDC, grantId: string): void => void revoked.set(ctx, grantId);

/** Tokens that were given are not taken back because they could not be written down: the log says so. */
export const followSessions = (database: Database, logger: Logger) => async (ctx: KoaContextWithOIDC, next: () => Promise<void>) => {
  await next();
  await followEnd(database, ctx).catch((err: unknown) => logger.error({ err }, 'the end of a sign-in could not be completed'));
  await followUse(database, ctx).catch((err: unknown) => logger.warn({ err }, 'the use of a sign-in could not be written down'));
};

async function followUse(database: Database, ctx: KoaContextWithOIDC): Promise<void> {
  if (ctx.oidc?.route !== 'token' || ctx.status !== 200) return;
  const { AuthorizationCode: code, Grant: grant } = ctx.oidc.entities;
  if (!grant) return;
  if (!code?.accountId || grant.clientId !== RELEASE_CLIENT_ID) return touchSession(database.db, grant.jti);
  const { network } = visitOfRaw(ctx.req);
  const beganAt = code.authTime === undefined ? new Date() : new Date(code.authTime * 1000);
  const visit = { network, device: RELEASE_DEVICE };
  await rememberSession(database, { id: recordHash(grant.jti), sub: code.accountId, grantId: grant.jti, visit, beganAt });
}

/** Who revokes a token signs out; who uses one twice, or a code, is a thief or was robbed, and the whole sign-in ends: its other tokens may be stolen too. */
async function followEnd(database: Database, ctx: KoaContextWithOIDC): Promise<void> {
  const grantId = revoked.get(ctx);
  const session = grantId === undefined ? undefined : await findSessionOf(database.db, grantId);
  if (!session) return;
  const isOwn = ctx.oidc.route === 'revocation';
  if (!isOwn) await endSession(database, session.sub, session.id);
  await recordSecurityEvent(database.db, {
    kind: isOwn ? 'signed-out' : 'token-reused',
    sub: session.sub,
    actor: isOwn ? 'owner' : 'unknown',
    detail: session.device,
  });
}
