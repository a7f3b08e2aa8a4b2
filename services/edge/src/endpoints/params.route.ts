/** `/params.json`: the runtime parameters, for pages that are open for long. */
import { paramsSchema } from '@site/contracts/params';
import { platformError } from '@site/platform/errors';
import type { FastifyPluginAsync } from 'fastify';
import type { LiveSite } from '../live-site';

export const paramsRoute: FastifyPluginAsync<{ live: LiveSite }> = async (fastify, { live }) => {
  fastify.get('/params.json', { schema: { response: { 200: paramsSchema } } }, async (_request, reply) => {
    if (!live.pool) throw platformError('service-unavailable', { headers: { 'retry-after': '2' } });
    return reply.header('cache-control', 'no-store').send(live.pool.target.params);
  });
};
