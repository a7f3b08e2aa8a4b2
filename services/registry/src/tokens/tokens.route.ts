/** Tokens of teams and machines, managed by holders of the verb `admin`. */
import type { Database } from '@site/platform/database';
import { refusals } from '@site/platform/http';
import { eq } from 'drizzle-orm';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { registryError } from '../errors';
import { EVERYTHING, withoutNeedless } from '../people/scope';
import { reasonQuery } from '../reason';
import { tokens } from '../tables';
import { actorOf, assertManages, assertManagesUntil, requireToken } from './authorize';
import { issueToken, revokeTokens, type TokenGrant } from './manage-tokens';
import type { Principal } from './principal';
import { findTokenById, listTokens } from './token.repository';
import { tokenInJson, tokenRequestSchema, tokenSchema } from './token.schema';

const DAY_MS = 86_400_000;

const createSchema = {
  body: tokenRequestSchema,
  /** `secret` is answered this once. */
  response: { 201: z.object({ token: tokenSchema, secret: z.string() }), ...refusals(400, 401, 403, 404, 409) },
};
const listSchema = { response: { 200: z.object({ tokens: z.array(tokenSchema) }), ...refusals(401, 403) } };
const revokeSchema = {
  params: z.object({ id: z.uuid() }),
  querystring: reasonQuery,
  response: { 200: tokenSchema, ...refusals(400, 401, 403, 404) },
};

interface TokensOptions {
  database: Database;
  /** Those that there are at the moment. */
  environments: () => Promise<readonly string[]>;
}

export const tokensRoute: FastifyPluginAsyncZod<TokensOptions> = async (fastify, { database, environments: listEnvironments }) => {
  const onRequest = requireToken(database.db, 'admin');

  fastify.post('/tokens', { schema: createSchema, onRequest }, async (request, reply) => {
    const actor = actorOf(request);
    const { name, verbs, expiresInDays, reason } = request.body;
    const environments = withoutNeedless(request.body.environments ?? managedEnvironments(actor));
    const known = await listEnvironments();
    if (environments.some((environment) => environment !== EVERYTHING && !known.includes(environment)))
      throw registryError('environment-not-found', { details: { environments: known } });
    const grant: TokenGrant = {
      ...{ name, verbs: [...new Set(verbs)], parts: withoutNeedless(request.body.parts), environments },
      ...{ expiresAt: new Date(Date.now() + expiresInDays * DAY_MS), createdBy: actor.name },
    };
    // Whoever manages tokens may give any verb.
    if (verbs.includes('admin')) assertManagesUntil(actor, grant);
    else assertManages(actor, grant);
    const { token, secret } = await database.transaction((tx) => issueToken(tx, grant, reason ?? null));
    return reply
      .code(201)
      .header('cache-control', 'no-store')
      .send({ token: tokenInJson(token), secret });
  });

  fastify.get('/tokens', { schema: listSchema, onRequest }, async () => ({ tokens: (await listTokens(database.db)).map(tokenInJson) }));

  fastify.delete('/tokens/:id', { schema: revokeSchema, onRequest }, async (request) => {
    const actor = actorOf(request);
    const { id } = request.params;
    const token = await findTokenById(database.db, id);
    if (!token) throw registryError('token-not-found');
    assertManages(actor, token);
    return database.transaction(async (tx) => {
      await revokeTokens(tx, eq(tokens.id, id), actor.name, request.query.reason);
      return tokenInJson((await findTokenById(tx, id)) ?? token);
    });
  });
};

const managedEnvironments = ({ scopes }: Principal): string[] =>
  scopes.filter(({ verbs }) => verbs.includes('admin')).flatMap(({ environments }) => environments);
