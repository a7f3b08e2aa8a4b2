import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { releaseNameSchema, semverSchema } from '@site/contracts/release';
import { letArriveSlowly } from '@site/platform/arrival';
import type { Database } from '@site/platform/database';
import { refusals } from '@site/platform/http';
import { LateError } from '@site/platform/in-time';
import type { Storage } from '@site/platform/storage';
import { releaseSchema } from '@site/release-model/registry-answers';
import type { Limits } from '@site/release-model/release-limits';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { registryError } from '../errors';
import { reasonQuery } from '../reason';
import { findRelease } from '../releases/release.repository';
import { inJson } from '../releases/releases.route';
import { actorOf, assertCovers, requireToken } from '../tokens/authorize';
import { checkRelease } from './check-release';
import { Compressor } from './compressor';
import { abandonPublication, claimVersion, completePublication } from './publication.repository';
import { readArchive } from './read-archive';
import { deleteLeftBehind, Scratch } from './scratch';
import { repairFiles, storeFiles } from './store-files';

export interface PublishOptions {
  database: Database;
  storage: Storage;
  /** Where archives are unpacked for checking. */
  dataDir: string;
  limits: Limits;
}

const schema = {
  params: z.object({ name: releaseNameSchema, version: semverSchema }),
  querystring: reasonQuery,
  headers: z.object({ 'x-content-sha256': z.string().regex(/^[0-9a-f]{64}$/i, 'the SHA-256 of the archive in hex') }),
  response: { 200: releaseSchema, 201: releaseSchema, ...refusals(400, 401, 403, 404, 409, 413, 415, 422, 503) },
};

/** Publishes a release: 201 when it is new, 200 when the same release is there already, which then has all of its files again. */
export const publishRoute: FastifyPluginAsyncZod<PublishOptions> = async (fastify, { database, storage, dataDir, limits }) => {
  const uploads = join(dataDir, 'uploads');
  await deleteLeftBehind(uploads);
  const compressor = new Compressor();
  fastify.addHook('onClose', () => compressor.close());
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser(
    ['application/gzip', 'application/x-gzip', 'application/octet-stream'],
    async (_request: unknown, body: Readable) => body,
  );
  // After a refusal the rest of the archive is read and dropped, so that the client sees the answer and not a broken connection.
  fastify.addHook('onError', async (request) => void request.raw.resume());

  const options = { schema, bodyLimit: limits.archive, onRequest: [requireToken(database.db, 'publish'), letArriveSlowly] };
  fastify.put('/remotes/:name/releases/:version', options, async (request, reply) => {
    const { params } = request;
    const { reason = null } = request.query;
    const actor = actorOf(request);
    assertCovers(actor, [params.name]);
    if (!request.body) throw registryError('release-archive-invalid', { message: 'The request has no archive.' });

    const isNew = await Scratch.during(uploads, async (scratch) => {
      const archive = await readArchive(request.body as Readable, request.headers['x-content-sha256'], scratch, limits);
      const descriptor = await checkRelease(archive, params, limits);
      const claimed = await claimVersion(database, descriptor);
      if (!claimed) {
        // Whoever publishes a release again gives back what the store has lost of it, or has with other bytes.
        await repairFiles(storage, compressor, descriptor, archive);
        return false;
      }
      try {
        await storeFiles(storage, compressor, descriptor, archive, claimed.first);
        return await completePublication(database, descriptor, { expiresAt: claimed.expiresAt, actor: actor.name, reason });
      } catch (error) {
        // What the store has not answered to may still be written, and must not be in the way of other bytes under the same version.
        if ((error as Error).cause instanceof LateError) throw error;
        await abandonPublication(database, descriptor).catch((err: unknown) => request.log.warn({ err }, 'a claim stays until it expires'));
        throw error;
      }
    });

    const release = await findRelease(database.db, params.name, params.version);
    if (!release) throw registryError('release-not-found');
    if (release.collected) {
      // While it was published again. What was stored of it since has no claim, and is stored anew by who tries again.
      const message = 'This release was collected while it was published again.';
      throw registryError('publication-in-progress', { message, headers: { 'retry-after': '5' } });
    }
    const { descriptor: _, ...summary } = release;
    return reply.code(isNew ? 201 : 200).send(inJson(summary));
  });
};
