/** Links to releases that are not live. They are signed and not kept: edges verify them by themselves. */
import { type KeyObject, randomUUID } from 'node:crypto';
import type { ReleaseDescriptor } from '@site/contracts/release';
import type { Database } from '@site/platform/database';
import { refusals } from '@site/platform/http';
import { type Preview, previewed, signPreview } from '@site/release-model/preview';
import { Refusal } from '@site/release-model/refusal';
import { assertFitTogether } from '@site/release-model/solver';
import { releasesOf } from '@site/release-model/target';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { recordAudit } from '../audit/audit.repository';
import { environmentParams } from '../environments/environment.schema';
import { errorOf, registryError } from '../errors';
import type { Descriptors } from '../releases/descriptors';
import { findReleases, requestedReleasesSchema } from '../revisions/requested-command';
import { findCurrent } from '../revisions/revision.repository';
import { actorOf, assertCovers, requireToken } from '../tokens/authorize';
import { assertShowable, expiresInHoursSchema, hoursAfter, linkSchema } from './link';

const schema = {
  params: environmentParams,
  body: z.object({ releases: requestedReleasesSchema, expiresInHours: expiresInHoursSchema }),
  response: {
    201: linkSchema,
    ...refusals(400, 401, 403, 404, 409, 422, 503),
  },
};

export interface PreviewOptions {
  database: Database;
  descriptors: Descriptors;
  signingKey: KeyObject;
  now: () => Date;
  /** @throws AppError if edges could not read a release. */
  assertReadable: (release: ReleaseDescriptor) => Promise<void>;
}

export const previewRoute: FastifyPluginAsyncZod<PreviewOptions> = async (fastify, options) => {
  const { db } = options.database;

  /** @throws AppError if edges could not show it as things are. */
  async function assertShown(preview: Preview): Promise<void> {
    const live = await findCurrent(db, preview.environment);
    if (!live) throw registryError('no-revision');
    const refs = [...releasesOf(live.target.parts), ...Object.values(preview.parts)];
    const read = await options.descriptors.load(
      db,
      refs.map(({ id }) => id),
    );
    for (const { id } of Object.values(preview.parts)) await options.assertReadable(read(id));
    assertFitTogether(previewed(live.target, preview).parts, read);
  }

  fastify.post('/previews', { schema, onRequest: requireToken(db, 'publish', 'promote') }, async (request, reply) => {
    const { environment } = request.params;
    const actor = actorOf(request);
    assertCovers(actor, Object.keys(request.body.releases));
    const parts = await findReleases(db, request.body.releases);
    await assertShowable(db, parts);

    const expiresAt = hoursAfter(options.now(), request.body.expiresInHours);
    const preview: Preview = { schema: 1, environment, id: randomUUID(), parts, expiresAt, createdBy: actor.name };
    const token = await assertShown(preview)
      .then(() => signPreview(preview, options.signingKey))
      .catch((error: unknown) => {
        throw error instanceof Refusal ? errorOf(error) : error;
      });
    const subject = Object.entries(parts)
      .map(([name, { version }]) => `${name}@${version}`)
      .join(' ');
    const details = { id: preview.id, expiresAt, releases: Object.values(parts).map(({ id }) => id) };
    await recordAudit(db, { actor: actor.name, action: 'preview', environment, subject, details });
    return reply
      .code(201)
      .header('cache-control', 'no-store')
      .send({ url: `/_preview/${token}`, token, expiresAt });
  });
};
