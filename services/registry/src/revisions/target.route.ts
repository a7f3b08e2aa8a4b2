import type { Database } from '@site/platform/database';
import { hasTagged } from '@site/platform/entity-tag';
import { refusals } from '@site/platform/http';
import { envelopeSchema } from '@site/release-model/envelope';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { environmentParams } from '../environments/environment.schema';
import { registryError } from '../errors';
import { findEnvelope } from './revision.repository';

const schema = { params: environmentParams, response: { 200: envelopeSchema, 304: z.null(), ...refusals(404) } };

/** What edges serve: the signed target. */
export const targetRoute: FastifyPluginAsyncZod<{ database: Database }> = async (fastify, { database }) => {
  fastify.get('/target', { schema }, async ({ params, headers }, reply) => {
    const found = await findEnvelope(database.db, params.environment);
    if (!found) throw registryError('no-revision');
    const etag = `"${found.hash}"`;
    reply.header('etag', etag).header('cache-control', 'no-cache');
    return hasTagged(headers, etag) ? reply.code(304).send(null) : found.envelope;
  });
};
