/** `/account/activity`: the last entries of the security log, for their owner. */
import type { FastifyPluginAsync } from 'fastify';
import { readOwnSecurityLog } from '../security/security-log';
import { accountView, openAccount } from './account-view';
import { type HostedContext, sendPage } from './hosted-scope';
import { activityPage } from './pages/activity-page';

/** Of what the owner and the administration did, and of what others tried. */
const SHOWN = 20;

export const activityRoute: FastifyPluginAsync<{ context: HostedContext }> = async (fastify, { context }) => {
  fastify.get('/account/activity', async (request, reply) => {
    const session = await openAccount(context, request, reply);
    if (!session) return reply;
    const events = await readOwnSecurityLog(context.database.db, session.account.sub, SHOWN);
    return sendPage(reply, context.pages, activityPage({ ...accountView(context, session), events }));
  });
};
