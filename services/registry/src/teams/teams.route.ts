/** Teams and their members. What a team may do is granted to it; which parts are its own, its releases say. */
import type { Database, Db } from '@site/platform/database';
import { refusals } from '@site/platform/http';
import { teamSchema } from '@site/release-model/registry-answers';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { recordAudit } from '../audit/audit.repository';
import { registryError } from '../errors';
import { grantsTo, lockGrants } from '../people/grant.repository';
import { findPersonByHandle, type Person } from '../people/person.repository';
import { addMember, findTeam, insertTeam, listTeams, removeMember, type Team } from '../people/team.repository';
import { reasonQuery, reasonSchema } from '../reason';
import { TEAM_NAME, teamNotFound } from '../team-not-found';
import { actorOf, assertManages, assertManagesUntil, type Caller, requireToken } from '../tokens/authorize';

const nameSchema = z.string().regex(TEAM_NAME, 'A team is named with up to 40 letters, digits, dots and dashes');

const listSchema = { response: { 200: z.object({ teams: z.array(teamSchema) }), ...refusals(401, 403) } };
const oneSchema = { params: z.object({ name: z.string() }), response: { 200: teamSchema, ...refusals(401, 403, 404) } };
const createSchema = {
  body: z.object({ name: nameSchema, reason: reasonSchema.nullish() }),
  response: { 201: teamSchema, ...refusals(400, 401, 403, 409) },
};
const memberSchema = {
  params: z.object({ name: z.string(), handle: z.string() }),
  querystring: reasonQuery,
  response: { 200: teamSchema, ...refusals(400, 401, 403, 404) },
};

export const teamsRoute: FastifyPluginAsyncZod<{ database: Database }> = async (fastify, { database }) => {
  const { db } = database;
  const toView = requireToken(db, 'view');
  const toManage = requireToken(db, 'admin');

  fastify.get('/teams', { schema: listSchema, onRequest: toView }, async () => ({ teams: (await listTeams(db)).map(teamInJson) }));

  fastify.get('/teams/:name', { schema: oneSchema, onRequest: toView }, async ({ params }) => teamInJson(await found(db, params.name)));

  fastify.post('/teams', { schema: createSchema, onRequest: toManage }, async (request, reply) => {
    const actor = actorOf(request);
    const { name, reason = null } = request.body;
    const made = await database.transaction(async (tx) => {
      if (!(await insertTeam(tx, name, actor.name))) throw registryError('team-exists');
      await recordAudit(tx, { actor: actor.name, action: 'create-team', subject: name, reason });
      return found(tx, name);
    });
    return reply.code(201).send(teamInJson(made));
  });

  interface Change {
    name: string;
    handle: string;
    actor: Caller;
    action: 'add-member' | 'remove-member';
    reason: string | null;
    carryOut: (tx: Db, person: Person) => Promise<boolean>;
  }

  /** Nothing is changed, and nothing on record, if it is so already. */
  const change = ({ name, handle, actor, action, reason, carryOut }: Change) =>
    database.transaction(async (tx) => {
      // Between the look at the grants of the team and the change, it gets no other.
      await lockGrants(tx);
      await found(tx, name);
      const person = await findPersonByHandle(tx, handle);
      if (!person) throw registryError('person-not-found', { message: `Nobody here has the handle ${handle}.` });
      await assertMayChange(tx, actor, name);
      if (await carryOut(tx, person))
        await recordAudit(tx, { actor: actor.name, action, subject: name, reason, details: { member: person.handle } });
      return teamInJson(await found(tx, name));
    });

  fastify.put('/teams/:name/members/:handle', { schema: memberSchema, onRequest: toManage }, (request) => {
    const { name, handle } = request.params;
    const actor = actorOf(request);
    const { reason = null } = request.query;
    return change({
      name,
      handle,
      actor,
      action: 'add-member',
      reason,
      carryOut: (tx, { subject }) => addMember(tx, name, subject, actor.name),
    });
  });

  fastify.delete('/teams/:name/members/:handle', { schema: memberSchema, onRequest: toManage }, (request) => {
    const { name, handle } = request.params;
    const actor = actorOf(request);
    const { reason = null } = request.query;
    return change({ name, handle, actor, action: 'remove-member', reason, carryOut: (tx, { subject }) => removeMember(tx, name, subject) });
  });
};

/** Who joins a team gets what is granted to it: whoever adds or removes them manages all of that. @throws AppError `forbidden`. */
async function assertMayChange(tx: Db, actor: Caller, name: string): Promise<void> {
  for (const grant of await grantsTo(tx, 'team', name)) {
    if (grant.role === 'admin') assertManagesUntil(actor, grant);
    else assertManages(actor, grant);
  }
}

async function found(db: Db, name: string): Promise<Team> {
  const team = await findTeam(db, name);
  if (!team) throw teamNotFound(name);
  return team;
}

const teamInJson = ({ createdAt, ...team }: Team): z.input<typeof teamSchema> => ({ ...team, createdAt: createdAt.toISOString() });
