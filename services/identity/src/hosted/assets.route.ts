import type { FastifyPluginAsync } from 'fastify';
import type { HostedPages } from './hosted-pages';

/** The style sheet and the script, under names that change with their contents. */
export const assetsRoute: FastifyPluginAsync<{ pages: HostedPages }> = async (fastify, { pages }) => {
  for (const { name, type, content } of pages.assets)
    fastify.get(`/assets/${name}`, async (_request, reply) =>
      reply.type(`${type}; charset=utf-8`).header('cache-control', 'public, max-age=31536000, immutable').send(content),
    );
};
