/** What `/oauth2/revoke` answers where the protocol's library leaves it open. */
import type { KoaContextWithOIDC } from 'oidc-provider';

/** An access token is a signed text that nobody stores: header, payload and signature. */
const SIGNED_TEXT = /^[\w-]+\.[\w-]+\.[\w-]+$/;

/**
 * Access tokens cannot be revoked by themselves, and whoever tries is told so (RFC 7009, 2.2.1): they end with their refresh token. What was
 * revoked is answered without a body, and then without its type too: some clients fail on a type that they do not expect.
 */
export async function answerRevocation(ctx: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> {
  await next();
  if (ctx.oidc?.route !== 'revocation' || ctx.status !== 200) return;
  if (SIGNED_TEXT.test(String(ctx.oidc.params?.token))) {
    ctx.status = 400;
    ctx.body = { error: 'unsupported_token_type', error_description: 'Access tokens end with the refresh token: revoke that one.' };
  } else ctx.remove('content-type');
}
