/** Links to what a revision composed. They are signed: edges verify them, and read the target of the revision from here. */
import { randomUUID } from 'node:crypto';
import { refusals } from '@site/platform/http';
import { signPreview } from '@site/release-model/preview';
import { previewSchema } from '@site/release-model/registry-answers';
import { type Replay, replayed } from '@site/release-model/replay';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { environmentParams } from '../environments/environment.schema';
import { registryError } from '../errors';
import { reasonSchema } from '../reason';
import { findRevision } from '../revisions/revision.repository';
import { actorOf, requireToken } from '../tokens/authorize';
import { recordPreview } from './issued-preview.repository';
import { assertShowable, expiresInHoursSchema, hoursAfter } from './link';
import type { PreviewOptions } from './preview.route';

const schema = {
  params: environmentParams,
  body: z.object({
    revision: z.int32().positive(),
    /** Shows the candidates of the revision in place of what was stable. */
    candidates: z.boolean().default(false),
    expiresInHours: expiresInHoursSchema,
    reason: reasonSchema.nullish(),
  }),
  response: { 201: previewSchema, ...refusals(400, 401, 403, 404, 409, 503) },
};

/** What a revision shows was shown to visitors, so that a token needs to cover none of its parts. */
export const replayRoute: FastifyPluginAsyncZod<PreviewOptions> = async (fastify, options) => {
  const { descriptors, database } = options;
  const { db } = database;
  fastify.post('/replays', { schema, onRequest: requireToken(db, 'publish', 'promote') }, async (request, reply) => {
    const { params, body } = request;
    const { environment } = params;
    const actor = actorOf(request);
    const revision = await findRevision(db, environment, body.revision);
    if (!revision) throw registryError('revision-not-found', { message: `There is no revision ${body.revision} in ${environment}.` });

    const { number, hash, createdAt, target } = revision;
    const shows = Object.fromEntries(Object.entries(replayed(target, body).parts).map(([name, { stable }]) => [name, stable]));
    await assertShowable(db, shows);
    const ids = Object.values(shows).map(({ id }) => id);
    const read = await descriptors.load(db, ids);
    for (const id of ids) await options.assertReadable(read(id));

    const replay: Replay = {
      schema: 2,
      environment,
      id: randomUUID(),
      revision: { number, hash, createdAt },
      candidates: body.candidates,
      expiresAt: hoursAfter(options.now(), body.expiresInHours),
      createdBy: actor.name,
    };
    const { candidates, expiresAt } = replay;
    const token = signPreview(replay, options.signingKey);
    await recordPreview(options, replay, {
      ...{ kind: 'replay', subject: `revision ${number}`, parts: [], reason: body.reason ?? null },
      ...{ shows, details: { candidates } },
    });
    return reply
      .code(201)
      .header('cache-control', 'no-store')
      .send({ url: `/_preview/${token}`, token, expiresAt });
  });
};
