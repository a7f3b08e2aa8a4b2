/** Edges tell how many documents they served with which releases. */
import type { Database } from '@site/platform/database';
import { refusals } from '@site/platform/http';
import { countsBatchSchema } from '@site/release-model/document-counts';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { environmentParams } from '../environments/environment.schema';
import { requireToken } from '../tokens/authorize';
import { addBatch } from './health.repository';

const schema = {
  params: environmentParams.extend({ id: z.string() }),
  body: countsBatchSchema,
  response: { 204: z.null(), ...refusals(400, 401, 403, 404) },
};

export const countsRoute: FastifyPluginAsyncZod<{ database: Database }> = async (fastify, { database }) => {
  fastify.post('/edges/:id/counts', { schema, onRequest: requireToken(database.db, 'serve') }, async ({ params, body }, reply) => {
    await database.transaction((tx) => addBatch(tx, params.environment, body));
    return reply.code(204).send(null);
  });
};
