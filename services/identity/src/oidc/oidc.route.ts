/** Hands the protocol's own addresses to the OpenID provider. */
import type { IncomingMessage } from 'node:http';
import { networkOf } from '@site/platform/network';
import type { FastifyPluginAsync } from 'fastify';
import type { IdentityContext } from '../identity-context';
import { rememberVisit } from '../sessions/visit';
import type { ProviderHost } from './provider-host';
import { createSignInLimiter } from './sign-in-limiter';

/** By the rules of the provider's router, for which letters of either case and a slash at the end are the same. */
const leavesRecord = (address: string): boolean => /^\/(?:oauth2\/(?:authorize|end-session)|request)\/?(?:\?|$)/i.test(address);

export const oidcRoutes: FastifyPluginAsync<{ context: IdentityContext; host: ProviderHost }> = async (fastify, { context, host }) => {
  const issuer = new URL(context.config.issuer);
  // Where Cognito has the documents of a pool.
  const ofPool = `${issuer.pathname}/${context.config.userPoolId}/.well-known/`;
  // The provider reads bodies itself.
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser('*', (_request, _payload, done) => done(null));

  const limiter = createSignInLimiter(context);
  fastify.addHook('onRequest', async (request) => {
    if (leavesRecord(request.url.slice(issuer.pathname.length))) await limiter.consume(networkOf(request.ip));
  });

  fastify.route({
    method: ['GET', 'HEAD', 'POST', 'OPTIONS'],
    url: '/*',
    handler: async (request, reply) => {
      reply.hijack();
      for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) reply.raw.setHeader(name, value);
      rememberVisit(request);
      if (request.url.startsWith(ofPool)) request.raw.url = request.url.replace(ofPool, `${issuer.pathname}/.well-known/`);
      useRequest(request.raw, issuer);
      await host.provider().callback()(request.raw, reply.raw);
    },
  });
};

/**
 * Makes the provider see the request as if it came to its public address, whatever the `Host` header claims: the addresses that it builds
 * come from the configuration only.
 */
export function useRequest(request: IncomingMessage, issuer: URL): void {
  Object.assign(request.headers, { host: issuer.host, 'x-forwarded-proto': issuer.protocol.slice(0, -1) });
  delete request.headers['x-forwarded-host'];
  const original = request.url ?? '/';
  Object.assign(request, { originalUrl: original, url: original.slice(issuer.pathname.length) || '/' });
}
