/** Follows sign-ins by the tokens that are fetched for them. */
import type { Db } from '@site/platform/database';
import type { KoaContextWithOIDC } from 'oidc-provider';
import { RELEASE_CLIENT_ID } from '../config';
import { rememberSession, touchSession } from '../sessions/session.repository';
import { visitOfRaw } from '../sessions/visit';
import { recordHash } from './adapter';

const RELEASE_DEVICE = 'The release command';

export const followSessions = (db: Db) => async (ctx: KoaContextWithOIDC, next: () => Promise<void>) => {
  await next();
  if (ctx.oidc?.route !== 'token' || ctx.status !== 200) return;
  const { AuthorizationCode: code, Grant: grant } = ctx.oidc.entities;
  if (!grant) return;
  if (!code?.accountId || grant.clientId !== RELEASE_CLIENT_ID) return touchSession(db, grant.jti);
  const { network } = visitOfRaw(ctx.req);
  const beganAt = code.authTime === undefined ? new Date() : new Date(code.authTime * 1000);
  const visit = { network, device: RELEASE_DEVICE };
  await rememberSession(db, { id: recordHash(grant.jti), sub: code.accountId, grantId: grant.jti, visit, beganAt });
};
