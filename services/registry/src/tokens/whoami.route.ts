import type { Database, Db } from '@site/platform/database';
import { platformError } from '@site/platform/errors';
import { refusals } from '@site/platform/http';
import { whoamiSchema as answered } from '@site/release-model/registry-answers';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { recordAudit } from '../audit/audit.repository';
import { grantInJson, grantSchema } from '../people/grant.schema';
import { withoutNeedless } from '../people/scope';
import { VERBS } from '../tables';
import { actorOf, principalOf, requireIdentity, requireToken } from './authorize';
import { giveHandle } from './names';
import { personWithGrants, type Principal, type SignedIn } from './principal';
import { tokenInJson, tokenNameSchema } from './token.schema';

/** The same for both kinds. Of a person, `name` is the handle. */
const whoamiSchema = z.object({
  ...answered.shape,
  id: z.uuid().nullable(),
  verbs: z.array(z.enum(VERBS)),
  grants: z.array(grantSchema),
});

const readSchema = { response: { 200: whoamiSchema, ...refusals(401) } };
const handleSchema = { body: z.object({ handle: tokenNameSchema }), response: { 200: whoamiSchema, ...refusals(400, 401, 403, 409) } };

/** Says who asks, and what they may do, also to whoever may do nothing; and takes the handle that a person chooses. */
export const whoamiRoute: FastifyPluginAsyncZod<{ database: Database }> = async (fastify, { database }) => {
  const asking = { schema: readSchema, onRequest: requireIdentity(database.db) };
  const choosing = { schema: handleSchema, onRequest: requireToken(database.db, 'view') };

  fastify.get('/whoami', asking, async (request) => describe(principalOf(request)));

  fastify.put('/whoami/handle', choosing, async (request) => {
    const { came } = actorOf(request);
    const { handle } = request.body;
    if (came.with === 'token') throw platformError('forbidden', { message: 'A token has its name already. People choose a handle.' });
    return database.transaction((tx) => choose(tx, came.person, handle));
  });
};

async function choose(tx: Db, person: SignedIn, handle: string) {
  await giveHandle(tx, person.subject, handle);
  if (person.handle === null) await recordAudit(tx, { actor: handle, action: 'choose-handle', subject: handle });
  return describe(await personWithGrants(tx, { ...person, handle }));
}

function describe(principal: Principal): z.input<typeof whoamiSchema> {
  const { came, name, scopes } = principal;
  if (came.with === 'token') return { ...tokenInJson(came.token), kind: 'token', handle: null, groups: [], teams: [], grants: [] };
  const { handle, groups, teams, grants, subject, since } = came.person;
  const handles = new Map(handle === null ? [] : [[subject, handle]]);
  return {
    ...{ kind: 'person', id: null, name, handle, state: 'valid' },
    ...{ groups: [...groups], teams: [...teams], grants: grants.map((grant) => grantInJson(grant, handles)) },
    verbs: VERBS.filter((verb) => scopes.some(({ verbs }) => verbs.includes(verb))),
    parts: withoutNeedless(scopes.flatMap(({ parts }) => parts)),
    environments: withoutNeedless(scopes.flatMap(({ environments }) => environments)),
    ...{ createdBy: 'registry', createdAt: since.toISOString(), expiresAt: null, revokedAt: null, lastUsedOn: null },
  };
}
