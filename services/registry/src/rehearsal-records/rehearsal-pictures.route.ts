/** Pictures of rehearsals are sent and read here, each by its hash. */
import { letArriveSlowly } from '@site/platform/arrival';
import type { Database } from '@site/platform/database';
import { refusals } from '@site/platform/http';
import type { Storage } from '@site/platform/storage';
import { REHEARSAL_LIMITS } from '@site/release-model/rehearsal';
import { hashSchema } from '@site/release-model/release-id';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { registryError } from '../errors';
import { findRehearsal } from '../rehearsals/rehearsal.repository';
import { actorOf, assertCovers, requireToken } from '../tokens/authorize';
import { readPicture, storePicture } from './pictures';
import { rehearsalParams } from './rehearsal.schema';

const PATH = '/rehearsals/:id/pictures/:sha256';
const params = rehearsalParams.extend({ sha256: hashSchema });
const sendSchema = { params, response: { 204: z.null(), ...refusals(400, 401, 403, 404, 413, 415, 422) } };
const readSchema = {
  params,
  response: { 200: { content: { 'image/png': { schema: z.any() } } }, ...refusals(400, 401, 403, 404) },
};

interface PicturesOptions {
  database: Database;
  storage: Storage;
}

export const rehearsalPicturesRoute: FastifyPluginAsyncZod<PicturesOptions> = async (fastify, { database: { db }, storage }) => {
  fastify.addContentTypeParser('image/png', { parseAs: 'buffer' }, async (_request: unknown, body: Buffer) => body);

  const onRequest = [requireToken(db, 'publish', 'promote'), letArriveSlowly];
  const sending = { schema: sendSchema, onRequest, bodyLimit: REHEARSAL_LIMITS.picture };
  fastify.put(PATH, sending, async (request, reply) => {
    const { environment, id, sha256 } = request.params;
    const rehearsal = await findRehearsal(db, environment, id);
    assertCovers(actorOf(request), Object.keys(rehearsal.releases));
    const bytes: unknown = request.body;
    if (!Buffer.isBuffer(bytes)) throw registryError('rehearsal-picture-invalid');
    await storePicture(storage, rehearsal, sha256, bytes);
    return reply.code(204).send(null);
  });

  fastify.get(PATH, { schema: readSchema, onRequest: requireToken(db, 'view') }, async (request, reply) => {
    const { environment, id, sha256 } = request.params;
    const picture = await readPicture(storage, await findRehearsal(db, environment, id), sha256);
    return reply.type('image/png').header('cache-control', 'private, max-age=31536000, immutable').send(picture);
  });
};
