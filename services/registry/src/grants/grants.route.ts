/** Grants: what people may do, as members of a group of the identity provider or of a team, or in person. */
import type { Database, Db } from '@site/platform/database';
import { refusals } from '@site/platform/http';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { recordAudit } from '../audit/audit.repository';
import { registryError } from '../errors';
import { lineSchema } from '../line';
import { findGrant, type Grant, grantsTo, insertGrant, listGrants, lockGrants, markGrantRevoked } from '../people/grant.repository';
import { environmentsSchema, grantInJson, grantSchema, partsSchema } from '../people/grant.schema';
import { findPersonByHandle, handlesOf } from '../people/person.repository';
import { EVERYTHING, withoutNeedless } from '../people/scope';
import { findTeam } from '../people/team.repository';
import { reasonQuery, reasonSchema } from '../reason';
import { HOLDER_KINDS, ROLES } from '../tables';
import { teamNotFound } from '../team-not-found';
import { actorOf, assertManages, assertManagesUntil, requireToken } from '../tokens/authorize';

const DAY_MS = 86_400_000;

const listSchema = { response: { 200: z.object({ grants: z.array(grantSchema) }), ...refusals(401, 403) } };
const addSchema = {
  body: z.object({
    /** A group of the identity provider, a team, or a person by handle. */
    holder: z.object({ kind: z.enum(HOLDER_KINDS), name: lineSchema('Name a group, a team or a person, in up to 128 characters', 128) }),
    role: z.enum(ROLES),
    parts: partsSchema,
    environments: environmentsSchema.default([EVERYTHING]),
    /** Without it, until it is revoked. */
    expiresInDays: z.int().min(1).max(366).optional(),
    reason: reasonSchema.nullish(),
  }),
  response: { 201: grantSchema, ...refusals(400, 401, 403, 404, 409) },
};
const revokeSchema = {
  params: z.object({ id: z.uuid() }),
  querystring: reasonQuery,
  response: { 200: grantSchema, ...refusals(400, 401, 403, 404) },
};

interface GrantsOptions {
  database: Database;
  /** Those that there are at the moment. */
  environments: () => Promise<readonly string[]>;
}

export const grantsRoute: FastifyPluginAsyncZod<GrantsOptions> = async (fastify, { database, environments: listEnvironments }) => {
  const { db } = database;
  const onRequest = requireToken(db, 'admin');

  fastify.get('/grants', { schema: listSchema, onRequest: requireToken(db, 'view') }, async () => {
    const grants = await listGrants(db);
    const handles = await handlesOf(db, subjectsIn(grants));
    return { grants: grants.map((grant) => grantInJson(grant, handles)) };
  });

  fastify.post('/grants', { schema: addSchema, onRequest }, async (request, reply) => {
    const actor = actorOf(request);
    const { holder: given, role, expiresInDays, reason = null } = request.body;
    const environments = withoutNeedless(request.body.environments);
    const known = await listEnvironments();
    if (environments.some((environment) => environment !== EVERYTHING && !known.includes(environment)))
      throw registryError('environment-not-found', { details: { environments: known } });
    const expiresAt = expiresInDays === undefined ? null : new Date(Date.now() + expiresInDays * DAY_MS);
    const scope = { parts: withoutNeedless(request.body.parts), environments, expiresAt };
    if (role === 'admin') assertManagesUntil(actor, scope);
    else assertManages(actor, scope);

    const grant = await database.transaction(async (tx) => {
      await lockGrants(tx);
      const holder = await holderNamed(tx, given);
      const row = { holderKind: given.kind, holder, role, ...scope, createdBy: actor.name };
      if ((await grantsTo(tx, given.kind, holder)).some((other) => isSame(other, row))) throw registryError('grant-exists');
      const added = await insertGrant(tx, row);
      await recordAudit(tx, {
        actor: actor.name,
        action: 'grant',
        subject: `${given.kind} ${given.name}`,
        reason,
        details: factsOf(added),
      });
      return added;
    });
    return reply.code(201).send(await describe(db, grant));
  });

  fastify.delete('/grants/:id', { schema: revokeSchema, onRequest }, async (request) => {
    const actor = actorOf(request);
    const { id } = request.params;
    const { reason = null } = request.query;
    const grant = await findGrant(db, id);
    if (!grant) throw registryError('grant-not-found');
    assertManages(actor, grant);
    return database.transaction(async (tx) => {
      const described = await describe(tx, grant);
      const subject = `${described.holder.kind} ${described.holder.name ?? grant.holder.slice(0, 8)}`;
      if (await markGrantRevoked(tx, id))
        await recordAudit(tx, { actor: actor.name, action: 'revoke-grant', subject, reason, details: factsOf(grant) });
      return describe(tx, (await findGrant(tx, id)) ?? grant);
    });
  });
};

/** What the table has of a holder: the subject of a person's account, and names of the others. @throws AppError */
async function holderNamed(db: Db, { kind, name }: { kind: Grant['holderKind']; name: string }): Promise<string> {
  if (kind === 'group') return name;
  if (kind === 'team') {
    if (!(await findTeam(db, name))) throw teamNotFound(name);
    return name;
  }
  const person = await findPersonByHandle(db, name);
  if (!person) throw registryError('person-not-found', { message: `Nobody here has the handle ${name}.` });
  return person.subject;
}

type Row = Pick<Grant, 'role' | 'parts' | 'environments' | 'expiresAt'>;

/** Ends are counted from when a grant is asked for: what is asked for again within this ends at the same time. */
const SAME_END_MS = 10 * 60_000;

const isSame = (a: Row, b: Row): boolean =>
  a.role === b.role && isSameEnd(a.expiresAt, b.expiresAt) && isSameSet(a.parts, b.parts) && isSameSet(a.environments, b.environments);

const isSameEnd = (a: Date | null, b: Date | null): boolean => (a && b ? Math.abs(a.getTime() - b.getTime()) < SAME_END_MS : a === b);

const isSameSet = (a: readonly string[], b: readonly string[]): boolean => a.length === b.length && a.every((name) => b.includes(name));

const factsOf = ({ id, role, parts, environments, expiresAt }: Grant) => ({ grant: id, role, parts, environments, expiresAt });

const subjectsIn = (grants: readonly Grant[]): string[] =>
  grants.filter(({ holderKind }) => holderKind === 'person').map(({ holder }) => holder);

const describe = async (db: Db, grant: Grant) => grantInJson(grant, await handlesOf(db, subjectsIn([grant])));
