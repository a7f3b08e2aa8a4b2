/** Tells edges what may become live next, and what was live before, signed, so that they can prepare for it. */
import type { KeyObject } from 'node:crypto';
import type { Database } from '@site/platform/database';
import { hasTagged } from '@site/platform/entity-tag';
import { refusals } from '@site/platform/http';
import { sha256 } from '@site/release-model/sha256';
import { envelopeSchema } from '@site/release-model/envelope';
import { signProspects } from '@site/release-model/prospects';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { environmentParams } from '../environments/environment.schema';
import { registryError } from '../errors';
import { findCurrent } from '../revisions/revision.repository';
import { requireToken } from '../tokens/authorize';
import { findProspects } from '../releases/prospects.repository';
import { findReplaced } from '../releases/replaced.repository';

const schema = { params: environmentParams, response: { 200: envelopeSchema, 304: z.null(), ...refusals(401, 403, 404) } };

interface ProspectsOptions {
  database: Database;
  signingKey: KeyObject;
}

export const prospectsRoute: FastifyPluginAsyncZod<ProspectsOptions> = async (fastify, { database: { db }, signingKey }) => {
  fastify.get('/prospects', { schema, onRequest: requireToken(db, 'serve') }, async ({ params: { environment }, headers }, reply) => {
    const live = await findCurrent(db, environment);
    if (!live) throw registryError('no-revision');
    const prospects = await findProspects(db, environment, live.target.parts);
    const replaced = await findReplaced(db, live);
    const envelope = signProspects({ schema: 1, environment, prospects, replaced }, signingKey);
    const etag = `"${sha256(Buffer.from(envelope.payload, 'base64'))}"`;
    reply.header('etag', etag).header('cache-control', 'no-store');
    return hasTagged(headers, etag) ? reply.code(304).send(null) : envelope;
  });
};
