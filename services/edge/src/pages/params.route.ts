/** `/params.json`: the runtime parameters, for pages that are open for long. */
import { paramsSchema } from '@site/contracts/params';
import type { FastifyPluginAsync } from 'fastify';
import type { ParamsSource } from '../params/params-source';

export const paramsRoute: FastifyPluginAsync<{ params: ParamsSource }> = async (fastify, { params }) => {
  fastify.get('/params.json', { schema: { response: { 200: paramsSchema } } }, async (_request, reply) =>
    reply.header('cache-control', 'no-store').send(params.current),
  );
};
