/** Edges tell how many documents they served with which releases. */
import type { Database } from '@site/platform/database';
import { refusals } from '@site/platform/http';
import { countsBatchSchema } from '@site/release-model/document-counts';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { environmentParams } from '../environments/environment.schema';
import { requireToken } from '../tokens/authorize';
import { addBatch } from './health.repository';

/** What is counted arrives within seconds. */
const MOST_MINUTES_AWAY = 2;

const schema = {
  params: environmentParams.extend({ id: z.string() }),
  body: countsBatchSchema,
  response: { 204: z.null(), ...refusals(400, 401, 403, 404) },
};

export const countsRoute: FastifyPluginAsyncZod<{ database: Database }> = async (fastify, { database }) => {
  fastify.post('/edges/:id/counts', { schema, onRequest: requireToken(database.db, 'serve') }, async ({ params, body, log }, reply) => {
    const away = await database.transaction((tx) => addBatch(tx, params.environment, body));
    if (away !== null && Math.abs(away) > MOST_MINUTES_AWAY)
      log.warn({ minutes: away }, 'counts of an edge are of another time: its clock is wrong, or they could not be sent before');
    return reply.code(204).send(null);
  });
};
