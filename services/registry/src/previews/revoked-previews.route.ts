/** Tells edges which links were taken back, signed. Ids say nothing of what the links show, so that also an edge without a token is told. */
import type { KeyObject } from 'node:crypto';
import type { Database } from '@site/platform/database';
import { hasTagged } from '@site/platform/entity-tag';
import { refusals } from '@site/platform/http';
import { envelopeSchema } from '@site/release-model/envelope';
import { signRevokedPreviews } from '@site/release-model/revoked-previews';
import { sha256 } from '@site/release-model/sha256';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { environmentParams } from '../environments/environment.schema';
import { listRevoked } from './issued-preview.repository';

const schema = { params: environmentParams, response: { 200: envelopeSchema, 304: z.null(), ...refusals(404) } };

interface RevokedPreviewsOptions {
  database: Database;
  signingKey: KeyObject;
  now: () => Date;
}

export const revokedPreviewsRoute: FastifyPluginAsyncZod<RevokedPreviewsOptions> = async (fastify, { database, signingKey, now }) => {
  fastify.get('/revoked-previews', { schema }, async ({ params: { environment }, headers }, reply) => {
    const envelope = signRevokedPreviews(
      { schema: 1, environment, revoked: await listRevoked(database.db, environment, now()) },
      signingKey,
    );
    const etag = `"${sha256(Buffer.from(envelope.payload, 'base64'))}"`;
    reply.header('etag', etag).header('cache-control', 'no-cache');
    return hasTagged(headers, etag) ? reply.code(304).send(null) : envelope;
  });
};
