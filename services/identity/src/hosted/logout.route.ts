/** Hosted logout, as Amazon Cognito has it: ends the session at once and returns to a registered address, or leads to the next sign-in. */
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { HostedError } from './hosted-error';
import { type HostedContext, sendPage } from './hosted-scope';
import { endSession } from './session';

/** What is passed on to the next sign-in, as it came. */
const SIGN_IN = ['response_type', 'state', 'scope', 'nonce', 'code_challenge', 'code_challenge_method', 'identity_provider'] as const;

const text = z.string().optional();
const querystring = z.object({
  ...{ client_id: text, logout_uri: text, redirect_uri: text },
  ...(Object.fromEntries(SIGN_IN.map((name) => [name, text])) as Record<(typeof SIGN_IN)[number], typeof text>),
});

export const logoutRoutes: FastifyPluginAsyncZod<{ context: HostedContext }> = async (fastify, { context }) => {
  const { config, pages } = context;

  fastify.get('/logout', { schema: { querystring } }, async (request, reply) => {
    const { client_id: clientId, logout_uri: logoutUri, redirect_uri: redirectUri } = request.query;
    if (clientId !== undefined && clientId !== config.clientId) throw refused('The application that sent you here is not known.');
    // Only the client's own addresses, so that nobody is led elsewhere by a link to us.
    if (logoutUri !== undefined && (clientId === undefined || !config.logoutUris.includes(logoutUri))) {
      throw refused('The application asked to return to an address that is not registered.');
    }
    if (redirectUri !== undefined && (clientId === undefined || !config.redirectUris.includes(redirectUri))) {
      throw refused('The application asked to sign in again and to return to an address that is not registered.');
    }
    await endSession(context, request, reply);
    if (logoutUri !== undefined) return reply.header('cache-control', 'no-store').redirect(logoutUri, 302);
    if (clientId !== undefined && redirectUri !== undefined) {
      const given = SIGN_IN.flatMap((name) => (request.query[name] === undefined ? [] : [[name, request.query[name]]]));
      const asked = new URLSearchParams([['client_id', clientId], ['redirect_uri', redirectUri], ...given]);
      return reply.header('cache-control', 'no-store').redirect(`${config.issuer}/oauth2/authorize?${asked}`, 302);
    }
    return sendPage(reply, pages, pages.signedOut());
  });
};

const refused = (message: string) => new HostedError(400, { title: 'Sign-out did not happen', message });
