/** `/oauth2/userInfo`, which takes the access tokens that we issue, as long as their sign-in was not revoked. */
import { bearerOf } from '@site/platform/tokens';
import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import { createLocalJWKSet, jwtVerify } from 'jose';
import { createAccountRepository } from '../accounts/account.repository';
import type { IdentityContext } from '../identity-context';
import { TOKEN_AUDIENCE } from './provider-configuration';
import type { ProviderHost } from './provider-host';
import { profileClaims } from './token-claims';

export const userInfoRoute: FastifyPluginAsync<{ context: IdentityContext; host: ProviderHost }> = async (fastify, { context, host }) => {
  const { config, database } = context;
  const accounts = createAccountRepository(database.db);
  const appOrigins = new Set(config.redirectUris.map((uri) => new URL(uri).origin));

  fastify.route({
    method: ['GET', 'POST'],
    url: '/oauth2/userInfo',
    handler: async (request, reply) => {
      const { origin } = request.headers;
      if (origin && appOrigins.has(origin)) reply.headers({ 'access-control-allow-origin': origin, vary: 'origin' });
      const account = await accountOf(request);
      reply.header('cache-control', 'no-store');
      if (account) return profileClaims(account);
      reply.code(401).header('www-authenticate', 'Bearer error="invalid_token"');
      return { error: 'invalid_token', error_description: 'Access token is expired, revoked, or not of this pool.' };
    },
  });

  async function accountOf(request: FastifyRequest) {
    const token = bearerOf(request.headers.authorization);
    const options = { issuer: config.issuer, audience: TOKEN_AUDIENCE, algorithms: ['RS256'] };
    const verified = token ? await jwtVerify(token, createLocalJWKSet(host.publicKeys()), options).catch(() => null) : null;
    const { sub, origin_jti: grantId, token_use: use } = verified?.payload ?? {};
    if (use !== 'access' || !sub || typeof grantId !== 'string') return undefined;
    const revoked = !(await host.provider().Grant.find(grantId));
    return revoked ? undefined : accounts.findEnabled(sub);
  }
};
