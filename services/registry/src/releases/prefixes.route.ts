/** Who manages tokens of a part everywhere says where the paths of a part may begin. What is live already stays. */
import { releaseNameSchema } from '@site/contracts/release';
import type { Database } from '@site/platform/database';
import { refusals } from '@site/platform/http';
import { hasDots, prefixesSchema } from '@site/release-model/release-checks';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { refine } from 'zod/mini';
import { recordAudit } from '../audit/audit.repository';
import { reasonSchema } from '../reason';
import { EVERYTHING } from '../people/scope';
import { actorOf, assertManages, requireToken } from '../tokens/authorize';
import { setPrefixes } from './release.repository';

const givenSchema = prefixesSchema.check(
  refine((prefixes) => prefixes === null || !prefixes.some(hasDots), 'Browsers take . and .. out of addresses: nothing begins with them'),
);

const schema = {
  params: z.object({ name: releaseNameSchema }),
  body: z.object({ prefixes: givenSchema, reason: reasonSchema.nullish() }),
  response: { 200: z.object({ name: z.string(), prefixes: prefixesSchema }), ...refusals(400, 401, 403, 404) },
};

export const prefixesRoute: FastifyPluginAsyncZod<{ database: Database }> = async (fastify, { database }) => {
  fastify.put('/remotes/:name/prefixes', { schema, onRequest: requireToken(database.db, 'admin') }, async (request) => {
    const { name } = request.params;
    const { prefixes, reason = null } = request.body;
    const actor = actorOf(request);
    // They bind its publications, which are for every environment.
    assertManages(actor, { parts: [name], environments: [EVERYTHING] });
    await database.transaction(async (tx) => {
      const before = await setPrefixes(tx, name, prefixes);
      await recordAudit(tx, { actor: actor.name, action: 'prefixes', subject: name, reason, details: { before, after: prefixes } });
    });
    return { name, prefixes };
  });
};
