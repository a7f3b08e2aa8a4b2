/** `/params.json`: the runtime parameters, for pages that are open for long. */
import { platformError } from '@site/platform/errors';
import type { FastifyPluginAsync } from 'fastify';
import { sendTagged } from '../http/entity-tag';
import type { LiveSite } from '../live-site';

export const paramsRoute: FastifyPluginAsync<{ live: LiveSite }> = async (fastify, { live }) => {
  fastify.get('/params.json', async (request, reply) => {
    if (!live.pool) throw platformError('service-unavailable', { headers: { 'retry-after': '2' } });
    return sendTagged(request, reply, 'application/json; charset=utf-8', JSON.stringify(live.pool.target.params));
  });
};
