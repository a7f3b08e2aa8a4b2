import type { Database } from '@site/platform/database';
import { refusals } from '@site/platform/http';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { actorOf, requireToken } from './authorize';
import { tokenInJson, tokenSchema } from './token.schema';

const schema = { response: { 200: tokenSchema, ...refusals(401) } };

/** Says whose token it is, and what it allows. */
export const whoamiRoute: FastifyPluginAsyncZod<{ database: Database }> = async (fastify, { database }) => {
  fastify.get('/whoami', { schema, onRequest: requireToken(database.db, 'view') }, async (request) => tokenInJson(actorOf(request)));
};
