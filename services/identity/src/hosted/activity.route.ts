/** `/account/activity`: the last entries of the security log, for their owner. */
import type { FastifyPluginAsync } from 'fastify';
import { readSecurityLog } from '../security/security-log';
import { accountView, openAccount } from './account-view';
import { type HostedContext, sendPage } from './hosted-scope';
import { activityPage } from './pages/activity-page';

const SHOWN = 20;

export const activityRoute: FastifyPluginAsync<{ context: HostedContext }> = async (fastify, { context }) => {
  fastify.get('/account/activity', async (request, reply) => {
    const session = await openAccount(context, request, reply);
    if (!session) return reply;
    const events = await readSecurityLog(context.database.db, { sub: session.account.sub, limit: SHOWN });
    return sendPage(reply, context.pages, activityPage({ ...accountView(context, session), events }));
  });
};
