import { revisionSchema } from '@site/contracts/revision';
import type { Database } from '@site/platform/database';
import { refusals } from '@site/platform/http';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { registryError } from '../errors';
import { assertEnvironment, environmentParams } from './environments';
import { findCurrent, findRevision, listRevisions } from './revision.repository';
import { rollbackTarget } from './rollback-target';

const pageQuery = z.object({
  before: z.coerce.number().int().positive().optional(),
  limit: z.coerce.number().int().min(1).max(200).default(20),
});
const listSchema = {
  params: environmentParams,
  querystring: pageQuery,
  response: { 200: z.object({ revisions: z.array(revisionSchema) }), ...refusals(400, 404) },
};
const targetSchema = { params: environmentParams, response: { 200: revisionSchema, ...refusals(400, 404, 409) } };
const currentSchema = { params: environmentParams, response: { 200: revisionSchema, 304: z.null(), ...refusals(400, 404) } };
const oneSchema = {
  params: environmentParams.extend({ number: z.coerce.number().int().positive().max(2_147_483_647) }),
  response: { 200: revisionSchema, ...refusals(400, 404) },
};

export const readRevisionRoutes: FastifyPluginAsyncZod<{ database: Database }> = async (fastify, { database: { db } }) => {
  fastify.get('/environments/:environment/revisions', { schema: listSchema }, async ({ params, query }) => {
    assertEnvironment(params.environment);
    return { revisions: await listRevisions(db, params.environment, query) };
  });

  fastify.get('/environments/:environment/revisions/current', { schema: currentSchema }, async ({ params, headers }, reply) => {
    assertEnvironment(params.environment);
    const revision = await findCurrent(db, params.environment);
    if (!revision) throw registryError('no-revision');
    const etag = `"${revision.environment}-${revision.number}"`;
    reply.header('etag', etag).header('cache-control', 'no-cache');
    return headers['if-none-match'] === etag ? reply.code(304).send(null) : revision;
  });

  fastify.get('/environments/:environment/rollback', { schema: targetSchema }, async ({ params }) => {
    assertEnvironment(params.environment);
    return rollbackTarget(db, await findCurrent(db, params.environment));
  });

  fastify.get('/environments/:environment/revisions/:number', { schema: oneSchema }, async ({ params }) => {
    assertEnvironment(params.environment);
    const revision = await findRevision(db, params.environment, params.number);
    if (!revision) throw registryError('revision-not-found');
    return revision;
  });
};
