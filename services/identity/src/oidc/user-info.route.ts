/** `/oauth2/userInfo`, which takes the access tokens that we issue, as long as their sign-in stands. */
import formBody from '@fastify/formbody';
import { bearerOf } from '@site/platform/tokens';
import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import type { IdentityContext } from '../identity-context';
import { readAccessToken } from './access-token';
import type { ProviderHost } from './provider-host';
import { profileClaims } from './token-claims';

export const userInfoRoute: FastifyPluginAsync<{ context: IdentityContext; host: ProviderHost }> = async (fastify, { context, host }) => {
  const appOrigins = new Set(context.config.redirectUris.map((uri) => new URL(uri).origin));
  await fastify.register(formBody);

  fastify.route({
    method: ['GET', 'POST'],
    url: '/oauth2/userInfo',
    handler: async (request, reply) => {
      const { origin } = request.headers;
      if (origin && appOrigins.has(origin)) reply.headers({ 'access-control-allow-origin': origin, vary: 'origin' });
      const signedIn = await readAccessToken(context, host, bearerOf(request.headers.authorization) ?? tokenInForm(request));
      reply.header('cache-control', 'no-store');
      if (signedIn) return profileClaims(signedIn.account, signedIn.scopes);
      reply.code(401).header('www-authenticate', 'Bearer error="invalid_token"');
      return { error: 'invalid_token', error_description: 'Access token is expired, revoked, or not of this pool.' };
    },
  });
};

/** RFC 6750, 2.2: a form may carry the token. */
function tokenInForm({ body }: FastifyRequest): string | null {
  const token = (body as { access_token?: unknown } | undefined)?.access_token;
  return typeof token === 'string' ? token : null;
}
