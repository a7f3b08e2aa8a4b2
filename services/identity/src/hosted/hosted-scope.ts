/** What all hosted pages share: forms, limits on sending them, the page policy, and errors as pages. */
import formbody from '@fastify/formbody';
import { toAppError } from '@site/platform/error-response';
import { networkOf } from '@site/platform/network';
import { createRateLimiter } from '@site/platform/rate-limit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { errors } from 'oidc-provider';
import type { BreachedPasswords } from '../accounts/breached-passwords';
import type { IdentityContext } from '../identity-context';
import type { ProviderHost } from '../oidc/provider-host';
import { HostedError, SignInElsewhere, signInExpired } from './hosted-error';
import type { HostedPages } from './hosted-pages';
import { errorPage } from './pages/plain-pages';

export interface HostedContext extends IdentityContext {
  pages: HostedPages;
  host: ProviderHost;
  breached: BreachedPasswords;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Origin of the program to which the sign-in of this page returns; null where it returns to the site. */
    program: string | null;
  }
}

/** Longest form: a passkey that was made. */
const BODY_LIMIT = 16 * 1024;

export async function prepareHostedScope(fastify: FastifyInstance, context: HostedContext): Promise<void> {
  const { config, database } = context;
  fastify.decorateRequest('program', null);
  await fastify.register(formbody, { bodyLimit: BODY_LIMIT });
  const limiter = createRateLimiter(database, { name: 'identity-forms', points: config.formPostsPerMinute, windowSeconds: 60 });
  fastify.addHook('onRequest', async (request) => {
    if (request.method === 'POST') await limiter.consume(networkOf(request.ip));
  });
  answerFailuresWithPages(fastify, context);
}

export function answerFailuresWithPages(fastify: FastifyInstance, { pages }: Pick<HostedContext, 'pages'>): void {
  fastify.setErrorHandler((thrown, request, reply) => {
    if (thrown instanceof SignInElsewhere) return reply.redirect(thrown.page, 303);
    const error = toPageError(thrown, request);
    const headers = error instanceof HostedError ? {} : error.headers;
    const view = error instanceof HostedError ? error.view : { title: 'Something went wrong', message: error.message };
    return sendPage(reply.code(error.status).headers(headers), pages, errorPage(pages.site, view));
  });
}

function toPageError(thrown: unknown, request: FastifyRequest) {
  if (thrown instanceof HostedError) return thrown;
  if (thrown instanceof errors.SessionNotFound) return signInExpired();
  const error = toAppError(thrown);
  if (error.status >= 500) request.log.error({ err: error.cause ?? error }, 'a hosted page failed');
  return error;
}

export function sendPage(reply: FastifyReply, pages: HostedPages, text: string): FastifyReply {
  pages.applyPolicy((name, value) => void reply.header(name, value), reply.request.program ?? undefined);
  return reply.type('text/html; charset=utf-8').send(text);
}
