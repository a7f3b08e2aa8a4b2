/** `/account/sessions`: where the account is signed in, and the end of it. */
import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { recordSecurityEvent, type SecurityEventKind } from '../security/security-log';
import { visitOf } from '../sessions/visit';
import { endOtherSessions, endSession, listSessions } from '../sessions/session.repository';
import { accountLinks, accountView, openAccount } from './account-view';
import { type HostedContext, sendPage } from './hosted-scope';
import { sessionsPage } from './pages/session-pages';
import { text } from './password.route';
import type { HostedSession } from './session';

export const sessionsRoutes: FastifyPluginAsyncZod<{ context: HostedContext }> = async (fastify, { context }) => {
  const { database, pages } = context;
  const links = accountLinks(context);
  const record = (request: FastifyRequest, { account: { sub } }: HostedSession, kind: SecurityEventKind, detail?: string) =>
    recordSecurityEvent(database.db, { kind, sub, actor: 'owner', visit: visitOf(request), ...(detail && { detail }) });

  fastify.get('/account/sessions', async (request, reply) => {
    const session = await openAccount(context, request, reply);
    if (!session) return reply;
    const found = await listSessions(database.db, session.account.sub);
    const sessions = found.map((one) => ({ ...one, isThisOne: one.id === session.uid }));
    return sendPage(reply, pages, sessionsPage({ ...accountView(context, session), sessions }));
  });

  // One that is gone already has ended as well: the list is shown again in either case.
  fastify.post('/account/sessions', { schema: { body: z.object({ csrf: text, id: text }) } }, async (request, reply) => {
    const session = await openAccount(context, request, reply, request.body.csrf);
    if (!session) return reply;
    const ended = await endSession(database, session.account.sub, request.body.id);
    if (ended) await record(request, session, 'sign-in-ended', ended.device);
    return reply.redirect(links.sessions, 303);
  });

  fastify.post('/account/sessions/end-others', { schema: { body: z.object({ csrf: text }) } }, async (request, reply) => {
    const session = await openAccount(context, request, reply, request.body.csrf);
    if (!session) return reply;
    if (await endOtherSessions(database, session.account.sub, session.uid)) await record(request, session, 'other-sign-ins-ended');
    return reply.redirect(links.sessions, 303);
  });
};
