/** The sign-out of the standard ends what `/logout` ends: the browser's session, and the tokens of its sign-in with it. */
import type { Database } from '@site/platform/database';
import type { KoaContextWithOIDC } from 'oidc-provider';
import { recordSecurityEvent } from '../security/security-log';
import { endSession } from '../sessions/session.repository';
import { visitOfRaw } from '../sessions/visit';
import type { ProviderPages } from './provider-configuration';

/**
 * The library deletes the session alone, also that of whoever is signed in where somebody else signs in. Where the rest does not end, the answer
 * is an error.
 */
export const endSignedOut = (database: Database, pages: ProviderPages) => async (ctx: KoaContextWithOIDC, next: () => Promise<void>) => {
  await next();
  await endTokens(database, ctx).catch((err: unknown) => {
    ctx.remove('location');
    ctx.type = 'html';
    ctx.body = pages.protocolError('server_error', true);
    // Its listener writes it to the log, and gives the answer its status.
    ctx.oidc.provider.emit('server_error', ctx, err);
  });
};

async function endTokens(database: Database, ctx: KoaContextWithOIDC): Promise<void> {
  // The library's types do not know what it sets as it deletes one.
  const session = ctx.oidc?.session as (NonNullable<typeof ctx.oidc.session> & { destroyed?: boolean }) | undefined;
  if (ctx.oidc?.route !== 'end_session_confirm' || !session?.accountId || !session.destroyed) return;
  await endSession(database, session.accountId, session.uid);
  const visit = visitOfRaw(ctx.req);
  await recordSecurityEvent(database.db, { kind: 'signed-out', sub: session.accountId, actor: 'owner', visit });
}
