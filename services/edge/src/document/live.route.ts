/** Where an open page asks whether a new document would have other releases. */
import { LIVE_PATH, type Live } from '@site/contracts/composition';
import type { FastifyPluginAsync } from 'fastify';
import { sendTagged } from '../http/entity-tag';
import { siteOfVisitor, type SiteSources } from './visitors-site';

export const liveRoute: FastifyPluginAsync<SiteSources> = async (fastify, sources) => {
  fastify.get(LIVE_PATH, async (request, reply) => {
    const { composed, setCookie } = await siteOfVisitor(request, sources);
    const { identity, openTabs } = composed.composition;
    const answer: Live = { identity, openTabs };
    if (setCookie !== null) reply.header('set-cookie', setCookie);
    reply.headers({ 'cache-control': 'private, no-cache', vary: 'cookie' });
    return sendTagged(request, reply, 'application/json; charset=utf-8', JSON.stringify(answer));
  });
};
