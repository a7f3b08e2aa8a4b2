import type { Database } from '@site/platform/database';
import { refusals } from '@site/platform/http';
import { releaseSchema } from '@site/release-model/registry-answers';
import { revisionSchema, revisionSummarySchema } from '@site/release-model/revision';
import { releasesOf } from '@site/release-model/target';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { environmentParams } from '../environments/environment.schema';
import { registryError } from '../errors';
import { listReleasesById } from '../releases/release.repository';
import { inJson } from '../releases/releases.route';
import { findCurrent, findRevision, listRevisions } from './revision.repository';

const listSchema = {
  params: environmentParams,
  querystring: z.object({
    before: z.coerce.number().int().positive().max(2_147_483_647).optional(),
    limit: z.coerce.number().int().min(1).max(200).default(20),
  }),
  response: { 200: z.object({ revisions: z.array(revisionSummarySchema) }), ...refusals(400, 404) },
};
const currentSchema = { params: environmentParams, response: { 200: revisionSchema, ...refusals(404) } };
const liveSchema = {
  params: environmentParams,
  response: { 200: z.object({ releases: z.array(releaseSchema) }), ...refusals(404) },
};
const oneSchema = {
  params: environmentParams.extend({ number: z.coerce.number().int().positive().max(2_147_483_647) }),
  response: { 200: revisionSchema, ...refusals(400, 404) },
};

export const readRevisionRoutes: FastifyPluginAsyncZod<{ database: Database }> = async (fastify, { database: { db } }) => {
  fastify.get('/revisions', { schema: listSchema }, async ({ params, query }) => ({
    revisions: await listRevisions(db, params.environment, query),
  }));

  fastify.get('/revisions/current', { schema: currentSchema }, async ({ params }) => {
    const revision = await findCurrent(db, params.environment);
    if (!revision) throw registryError('no-revision');
    return revision;
  });

  /** The releases that the live target names, of every part: stable, candidate and fallback. */
  fastify.get('/releases', { schema: liveSchema }, async ({ params }) => {
    const revision = await findCurrent(db, params.environment);
    const ids = releasesOf(revision?.target.parts ?? {}).map(({ id }) => id);
    return { releases: (await listReleasesById(db, ids)).map(inJson) };
  });

  fastify.get('/revisions/:number', { schema: oneSchema }, async ({ params }) => {
    const revision = await findRevision(db, params.environment, params.number);
    if (!revision) throw registryError('revision-not-found');
    return revision;
  });
};
