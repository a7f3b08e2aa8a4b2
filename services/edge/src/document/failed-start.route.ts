/** The script of a start that has failed. Browsers ask whether theirs is still the one of this edge. */
import type { FastifyPluginAsync } from 'fastify';
import { sendTagged, SHARED } from '../http/entity-tag';
import { FAILED_START_PATH, failedStart } from './failed-start';

export const failedStartRoute: FastifyPluginAsync = async (fastify) => {
  fastify.get(FAILED_START_PATH, async (request, reply) => {
    reply.header('cache-control', SHARED);
    return sendTagged(request, reply, 'text/javascript; charset=utf-8', failedStart);
  });
};
