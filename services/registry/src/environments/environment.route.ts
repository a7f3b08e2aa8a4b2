/** What there is to know of an environment, and its lock. */
import type { KeyObject } from 'node:crypto';
import type { Database, Db } from '@site/platform/database';
import { refusals } from '@site/platform/http';
import { keyId, publicKeyPem } from '@site/release-model/envelope';
import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { recordAudit } from '../audit/audit.repository';
import { EVERYTHING } from '../people/scope';
import { reasonQuery, reasonSchema } from '../reason';
import { actorOf, assertCovers, requireToken } from '../tokens/authorize';
import { environmentLocked } from './lock';
import { findEnvironment, holdEnvironment, setLock } from './environment.repository';
import { environmentParams, signingEnvironmentSchema } from './environment.schema';

const readSchema = { params: environmentParams, response: { 200: signingEnvironmentSchema, ...refusals(404) } };
const unlockSchema = {
  params: environmentParams,
  querystring: reasonQuery,
  response: { 200: signingEnvironmentSchema, ...refusals(400, 401, 403, 404) },
};
const lockSchema = {
  params: environmentParams,
  body: z.object({ reason: reasonSchema }),
  response: { 200: signingEnvironmentSchema, ...refusals(400, 401, 403, 404, 423) },
};

interface EnvironmentOptions {
  database: Database;
  signingKey: KeyObject;
}

export const environmentRoute: FastifyPluginAsyncZod<EnvironmentOptions> = async (fastify, { database, signingKey }) => {
  const publicKeys = [{ id: keyId(signingKey), pem: publicKeyPem(signingKey) }];
  const onRequest = requireToken(database.db, 'promote');

  const describe = async (db: Db, name: string) => {
    const { lock, rules: _, ...environment } = await findEnvironment(db, name);
    return { ...environment, lock: lock && { ...lock, at: lock.at.toISOString() }, publicKeys };
  };

  fastify.get('', { schema: readSchema }, ({ params }) => describe(database.db, params.environment));

  fastify.post('/lock', { schema: lockSchema, onRequest }, async (request) => {
    const { environment } = request.params;
    const by = lockerOf(request);
    const { reason } = request.body;
    return database.transaction(async (tx) => {
      const lock = await holdEnvironment(tx, environment);
      if (lock) throw environmentLocked(lock);
      await setLock(tx, environment, { by, reason });
      await recordAudit(tx, { actor: by, action: 'lock', environment, reason });
      return describe(tx, environment);
    });
  });

  fastify.delete('/lock', { schema: unlockSchema, onRequest }, async (request) => {
    const { environment } = request.params;
    const actor = lockerOf(request);
    const { reason = null } = request.query;
    return database.transaction(async (tx) => {
      const lock = await holdEnvironment(tx, environment);
      if (lock) {
        await setLock(tx, environment, null);
        await recordAudit(tx, { actor, action: 'unlock', environment, reason, details: { lockedBy: lock.by } });
      }
      return describe(tx, environment);
    });
  });
};

/** A lock concerns all parts, so whoever sets or takes it must cover them. @returns Their name. */
function lockerOf(request: FastifyRequest): string {
  const actor = actorOf(request);
  assertCovers(actor, [EVERYTHING]);
  return actor.name;
}
