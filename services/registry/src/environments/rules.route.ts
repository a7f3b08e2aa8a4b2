/** Who may read and set the rules of an environment. */
import type { Database } from '@site/platform/database';
import { refusals } from '@site/platform/http';
import { isShowable } from '@site/release-model/keepable-text';
import { versionedRulesSchema } from '@site/release-model/registry-answers';
import { rulesSchema } from '@site/release-model/rules';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { recordAudit } from '../audit/audit.repository';
import { registryError } from '../errors';
import { UNREADABLE } from '../line';
import { EVERYTHING } from '../people/scope';
import { reasonSchema } from '../reason';
import { actorOf, assertCovers, requireToken } from '../tokens/authorize';
import { findRules, holdEnvironment, replaceRules } from './environment.repository';
import { environmentParams } from './environment.schema';

/** Reasons of before may have any characters. */
const givenSchema = rulesSchema.check(({ value, issues }) => {
  for (const [index, { reason }] of value.freezes.entries())
    if (!isShowable(reason)) issues.push({ code: 'custom', input: reason, path: ['freezes', index, 'reason'], message: UNREADABLE });
});

const readSchema = { params: environmentParams, response: { 200: versionedRulesSchema, ...refusals(401, 403, 404) } };
const writeSchema = {
  params: environmentParams,
  /** `version` is that of the rules that these replace. */
  body: z.object({ version: z.int32().min(0), rules: givenSchema, reason: reasonSchema.nullish() }),
  response: { 200: versionedRulesSchema, ...refusals(400, 401, 403, 404, 409) },
};

export const rulesRoute: FastifyPluginAsyncZod<{ database: Database }> = async (fastify, { database }) => {
  fastify.get('/rules', { schema: readSchema, onRequest: requireToken(database.db, 'view') }, ({ params }) =>
    findRules(database.db, params.environment),
  );

  fastify.put('/rules', { schema: writeSchema, onRequest: requireToken(database.db, 'admin') }, async (request) => {
    const { environment } = request.params;
    const { version, rules, reason = null } = request.body;
    const actor = actorOf(request);
    assertCovers(actor, [EVERYTHING]);
    return database.transaction(async (tx) => {
      // No command is decided by the rules of before after this was answered.
      await holdEnvironment(tx, environment);
      const before = await findRules(tx, environment);
      if (!(await replaceRules(tx, environment, { version, rules })))
        throw registryError('rules-conflict', { details: { expected: version, current: before } });
      const details = { before: before.rules, after: rules, version: version + 1 };
      await recordAudit(tx, { actor: actor.name, action: 'rules', environment, reason, details });
      return { version: version + 1, rules };
    });
  });
};
