import type { Database } from '@site/platform/database';
import { refusals } from '@site/platform/http';
import { decidedRevisionSchema } from '@site/release-model/revision';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { environmentParams } from '../environments/environment.schema';
import { reasonSchema } from '../reason';
import { actorOf, assertMayForce, requireToken } from '../tokens/authorize';
import type { Execute } from './execute';
import { requestedCommandSchema, resolveReleases } from './requested-command';

const schema = {
  params: environmentParams,
  /** `proposed`: of a dry run, what the command would make once others have approved it. */
  querystring: z.object({ dryRun: z.enum(['true', 'false']).default('false'), proposed: z.enum(['true', 'false']).default('false') }),
  body: z.object({
    expectedRevision: z.int32().min(0),
    command: requestedCommandSchema,
    reason: reasonSchema.nullish(),
    /** Goes against a freeze, breaks links, and does without a rehearsal; for tokens with the verb admin. */
    force: z.boolean().default(false),
  }),
  response: { 200: decidedRevisionSchema, 201: decidedRevisionSchema, ...refusals(400, 401, 403, 404, 409, 422, 423) },
};

interface CommandOptions {
  database: Database;
  execute: Execute;
}

/** Carries out a command: 201 with the revision that it made, or, with `dryRun`, 200 with the one that it would make. */
export const commandRoute: FastifyPluginAsyncZod<CommandOptions> = async (fastify, { database, execute }) => {
  const onRequest = requireToken(database.db, 'promote', 'admin');
  fastify.post('/commands', { schema, onRequest }, async (request, reply) => {
    const { environment } = request.params;
    const { expectedRevision, reason = null, force: isForced } = request.body;
    if (isForced) assertMayForce(actorOf(request), reason);
    const actor = actorOf(request, isForced ? 'admin' : 'promote');
    const isDryRun = request.query.dryRun === 'true';
    const command = await resolveReleases(database.db, request.body.command);
    const tried = request.query.proposed === 'true' ? 'propose' : 'try';
    const purpose = isDryRun ? tried : 'carry-out';
    const revision = await execute(actor, { environment, expectedRevision, command, reason, purpose, isForced });
    return reply.code(isDryRun ? 200 : 201).send(revision);
  });
};
