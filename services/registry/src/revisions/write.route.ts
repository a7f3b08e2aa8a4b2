import { type RevisionChange, revisionChangeSchema, revisionSchema } from '@site/contracts/revision';
import type { Database } from '@site/platform/database';
import { refusals } from '@site/platform/http';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { actorOf, assertCovers, requireToken } from '../tokens/authorize';
import { assertEnvironment, environmentParams } from './environments';
import { promote, rollBack } from './write-revision';

const expectedRevision = z.int().min(0);
const reason = z.string().trim().min(1).max(500).nullish();
const changes = z
  .array(revisionChangeSchema)
  .min(1)
  .max(50)
  .refine((list) => new Set(list.map(({ name }) => name)).size === list.length, 'each name can change once');

const answers = { 201: revisionSchema, ...refusals(400, 401, 403, 404, 409, 422) };
const promoteSchema = { params: environmentParams, body: z.object({ expectedRevision, changes, reason }), response: answers };
const rollbackSchema = {
  params: environmentParams,
  body: z.object({ expectedRevision, to: z.int().positive().optional(), reason }),
  response: answers,
};

export interface WriteRevisionOptions {
  database: Database;
  /** @throws AppError if edges could not read the release now. */
  assertReadable: (release: RevisionChange) => Promise<void>;
}

export const writeRevisionRoutes: FastifyPluginAsyncZod<WriteRevisionOptions> = async (fastify, { database, assertReadable }) => {
  const onRequest = requireToken(database.db, 'promote');

  fastify.post('/environments/:environment/revisions', { schema: promoteSchema, onRequest }, async (request, reply) => {
    const { body } = request;
    const { environment } = request.params;
    assertEnvironment(environment);
    const actor = actorOf(request);
    assertCovers(
      actor,
      body.changes.map(({ name }) => name),
    );
    await Promise.all(body.changes.map(assertReadable));
    const revision = await promote(database, { ...body, environment, actor: actor.name, reason: body.reason ?? null });
    return reply.code(201).send(revision);
  });

  fastify.post('/environments/:environment/rollback', { schema: rollbackSchema, onRequest }, async (request, reply) => {
    const { body } = request;
    const { environment } = request.params;
    assertEnvironment(environment);
    const actor = actorOf(request);
    const revision = await rollBack(database, {
      ...body,
      environment,
      to: body.to,
      actor: actor.name,
      reason: body.reason ?? null,
      assertCovers: (names) => assertCovers(actor, names),
    });
    return reply.code(201).send(revision);
  });
};
