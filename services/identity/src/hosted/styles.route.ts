import type { FastifyPluginAsync } from 'fastify';
import type { HostedPages } from './hosted-pages';

/** The style sheet, under a name that changes with its content. */
export const stylesRoute: FastifyPluginAsync<{ pages: HostedPages }> = async (fastify, { pages }) => {
  fastify.get(`/assets/${pages.styleName}`, async (_request, reply) =>
    reply.type('text/css; charset=utf-8').header('cache-control', 'public, max-age=31536000, immutable').send(pages.styles),
  );
};
