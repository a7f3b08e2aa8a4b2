/** Hosted logout, as Amazon Cognito has it: ends the session at once and returns to a registered address. */
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { HostedError } from './hosted-error';
import { type HostedContext, sendPage } from './hosted-scope';
import { endSession } from './session';

const querystring = z.object({ client_id: z.string().optional(), logout_uri: z.string().optional() });

export const logoutRoutes: FastifyPluginAsyncZod<{ context: HostedContext }> = async (fastify, { context }) => {
  const { config, pages } = context;

  fastify.get('/logout', { schema: { querystring } }, async (request, reply) => {
    const { client_id: clientId, logout_uri: logoutUri } = request.query;
    if (clientId !== undefined && clientId !== config.clientId) throw refused('The application that sent you here is not known.');
    // Only the client's own addresses, so that nobody is led elsewhere by a link to us.
    if (logoutUri !== undefined && (clientId === undefined || !config.logoutUris.includes(logoutUri))) {
      throw refused('The application asked to return to an address that is not registered.');
    }
    await endSession(context, request, reply);
    if (logoutUri !== undefined) return reply.header('cache-control', 'no-store').redirect(logoutUri, 302);
    return sendPage(reply, pages, pages.signedOut());
  });
};

const refused = (message: string) => new HostedError(400, { title: 'Sign-out did not happen', message });
