/** Environments are made, listed and removed here. */
import type { Database, Db } from '@site/platform/database';
import { refusals } from '@site/platform/http';
import type { Command } from '@site/release-model/commands';
import { listedEnvironmentSchema } from '@site/release-model/registry-answers';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { recordAudit } from '../audit/audit.repository';
import {
  addEnvironment,
  deleteEnvironment,
  environmentNotFound,
  findEnvironment,
  hasEnvironment,
  holdEnvironment,
  listNames,
} from '../environments/environment.repository';
import { environmentParams, environmentNameSchema } from '../environments/environment.schema';
import { ENVIRONMENT_CHANNEL } from '../environments/known-environments';
import { registryError } from '../errors';
import { reasonQuery, reasonSchema } from '../reason';
import type { Execute } from '../revisions/execute';
import { EVERYTHING } from '../people/scope';
import { findCurrent } from '../revisions/revision.repository';
import { actorOf, assertManages, requireToken } from '../tokens/authorize';

/** An environment concerns everything that there is. */
const ALL = { parts: [EVERYTHING], environments: [EVERYTHING] };

const listSchema = { response: { 200: z.object({ environments: z.array(listedEnvironmentSchema) }), ...refusals(401, 403) } };
const createSchema = {
  /** `copies`: the environment whose stable releases it begins with. */
  body: z.object({ name: environmentNameSchema, copies: z.string().optional(), reason: reasonSchema.nullish() }),
  response: { 201: listedEnvironmentSchema, ...refusals(400, 401, 403, 404, 409, 422) },
};
const removeSchema = {
  params: environmentParams,
  querystring: reasonQuery,
  response: { 204: z.null(), ...refusals(400, 401, 403, 404, 409) },
};

interface EnvironmentsOptions {
  database: Database;
  execute: Execute;
}

export const environmentsRoute: FastifyPluginAsyncZod<EnvironmentsOptions> = async (fastify, { database, execute }) => {
  const { db } = database;
  const onRequest = requireToken(db, 'admin');

  const describe = async (executor: Db, name: string) => {
    const { lock, ...environment } = await findEnvironment(executor, name);
    return { ...environment, lock: lock && { ...lock, at: lock.at.toISOString() } };
  };

  /** @returns The command that makes the stable releases of another environment live; null if it has none. */
  async function copyOf(source: string): Promise<Command | null> {
    if (!(await hasEnvironment(db, source))) throw await environmentNotFound(db, source);
    const live = await findCurrent(db, source);
    if (!live) return null;
    const releases = Object.fromEntries(Object.entries(live.target.parts).map(([name, { stable }]) => [name, stable]));
    return { kind: 'promote', releases, fixes: false };
  }

  fastify.get('/environments', { schema: listSchema, onRequest: requireToken(db, 'view') }, async () => {
    const names = await listNames(db);
    return { environments: await Promise.all(names.map((name) => describe(db, name))) };
  });

  fastify.post('/environments', { schema: createSchema, onRequest }, async (request, reply) => {
    const actor = actorOf(request);
    assertManages(actor, ALL);
    const { name, copies, reason = null } = request.body;
    const first = copies === undefined ? null : await copyOf(copies);
    if (first) await execute.prepare(actor, first);
    const made = await database.transaction(async (tx) => {
      if (!(await addEnvironment(tx, name))) throw registryError('environment-exists');
      await recordAudit(tx, {
        actor: actor.name,
        action: 'create-environment',
        environment: name,
        reason,
        details: { copies: copies ?? null },
      });
      if (first)
        await execute.within(tx, actor, { environment: name, expectedRevision: 0, command: first, reason: reason ?? `copy of ${copies}` });
      await database.notify(ENVIRONMENT_CHANNEL, name, tx);
      return describe(tx, name);
    });
    return reply.code(201).send(made);
  });

  fastify.delete('/environments/:environment', { schema: removeSchema, onRequest }, async (request, reply) => {
    const actor = actorOf(request);
    assertManages(actor, ALL);
    const { environment } = request.params;
    const { reason = null } = request.query;
    await database.transaction(async (tx) => {
      await holdEnvironment(tx, environment);
      if ((await findEnvironment(tx, environment)).revision > 0) throw registryError('environment-in-use');
      await deleteEnvironment(tx, environment);
      await recordAudit(tx, { actor: actor.name, action: 'remove-environment', environment, reason });
      await database.notify(ENVIRONMENT_CHANNEL, environment, tx);
    });
    return reply.code(204).send(null);
  });
};
