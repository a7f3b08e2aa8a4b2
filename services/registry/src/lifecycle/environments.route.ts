/** Environments are made, listed and removed here. */
import { isDeepStrictEqual } from 'node:util';
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
  holdEnvironments,
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
import type { Actor } from '../tokens/principal';

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

type Wanted = z.infer<typeof createSchema.body>;

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
  async function copyOf(executor: Db, source: string | undefined): Promise<Command | null> {
    if (source === undefined) return null;
    if (!(await hasEnvironment(executor, source))) throw await environmentNotFound(executor, source);
    const live = await findCurrent(executor, source);
    if (!live) return null;
    const releases = Object.fromEntries(Object.entries(live.target.parts).map(([name, { stable }]) => [name, stable]));
    return { kind: 'promote', releases, fixes: false };
  }

  /**
   * Makes an environment while all others are held: what it begins with is neither yanked nor collected before it is live in it.
   * @param prepared What it is to begin with.
   * @returns null if the environment that it copies has others by now, which have to be prepared first.
   */
  const make = (actor: Actor, { name, copies, reason = null }: Wanted, prepared: Command | null) =>
    database.transaction(async (tx) => {
      await holdEnvironments(tx);
      const first = await copyOf(tx, copies);
      if (!isDeepStrictEqual(first, prepared)) return null;
      if (!(await addEnvironment(tx, name))) throw registryError('environment-exists');
      const details = { copies: copies ?? null };
      await recordAudit(tx, { actor: actor.name, action: 'create-environment', environment: name, reason, details });
      if (first)
        await execute.within(tx, actor, { environment: name, expectedRevision: 0, command: first, reason: reason ?? `copy of ${copies}` });
      await database.notify(ENVIRONMENT_CHANNEL, name, tx);
      return describe(tx, name);
    });

  fastify.get('/environments', { schema: listSchema, onRequest: requireToken(db, 'view') }, async () => {
    const names = await listNames(db);
    return { environments: await Promise.all(names.map((name) => describe(db, name))) };
  });

  fastify.post('/environments', { schema: createSchema, onRequest }, async (request, reply) => {
    const actor = actorOf(request);
    assertManages(actor, ALL);
    for (;;) {
      const first = await copyOf(db, request.body.copies);
      if (first) await execute.prepare(actor, first);
      const made = await make(actor, request.body, first);
      if (made) return reply.code(201).send(made);
    }
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
