/** `/params.json`: the runtime parameters, for pages that are open for long. In a preview or a replay they are those of its documents. */
import type { FastifyPluginAsync } from 'fastify';
import { siteOfVisitor, type SiteSources } from '../document/visitors-site';
import { sendTagged } from '../http/entity-tag';

export const paramsRoute: FastifyPluginAsync<SiteSources> = async (fastify, sources) => {
  fastify.get('/params.json', async (request, reply) => {
    const { composed } = await siteOfVisitor(request, sources);
    reply.headers({ 'cache-control': 'private, no-cache', vary: 'cookie' });
    return sendTagged(request, reply, 'application/json; charset=utf-8', JSON.stringify(composed.site.params));
  });
};
