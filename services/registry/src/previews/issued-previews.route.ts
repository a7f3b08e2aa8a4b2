/** Links to previews and replays are listed and revoked here. Nobody gets the links themselves from a list. */
import type { Database } from '@site/platform/database';
import { refusals } from '@site/platform/http';
import { issuedPreviewSchema } from '@site/release-model/registry-answers';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { environmentParams } from '../environments/environment.schema';
import { reasonSchema } from '../reason';
import { actorOf, assertCovers, requireToken } from '../tokens/authorize';
import { findPreview, listPreviews, revokePreview } from './issued-preview.repository';

const listSchema = {
  params: environmentParams,
  querystring: z.object({
    /** Number of the oldest that was seen. */
    before: z.coerce.number().int().positive().optional(),
    limit: z.coerce.number().int().min(1).max(100).default(50),
  }),
  response: { 200: z.object({ previews: z.array(issuedPreviewSchema) }), ...refusals(400, 401, 403, 404) },
};
const revokeSchema = {
  params: environmentParams.extend({ id: z.uuid() }),
  body: z.object({ reason: reasonSchema }),
  response: { 200: issuedPreviewSchema, ...refusals(400, 401, 403, 404, 409) },
};

interface IssuedPreviewsOptions {
  database: Database;
  now: () => Date;
}

export const issuedPreviewsRoute: FastifyPluginAsyncZod<IssuedPreviewsOptions> = async (fastify, { database, now }) => {
  const { db } = database;

  fastify.get('/previews', { schema: listSchema, onRequest: requireToken(db, 'view') }, async ({ params, query }) => ({
    previews: await listPreviews(db, params.environment, now(), query),
  }));

  /** Whoever may make such a link may take it back. */
  fastify.post('/previews/:id/revoke', { schema: revokeSchema, onRequest: requireToken(db, 'publish', 'promote') }, async (request) => {
    const { environment, id } = request.params;
    const actor = actorOf(request);
    const { parts } = await findPreview(db, environment, id);
    assertCovers(actor, parts);
    return revokePreview(database, { environment, id, by: actor.name, at: now(), reason: request.body.reason });
  });
};
