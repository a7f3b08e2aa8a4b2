/** Webhooks are added, listed, rotated, enabled and removed by holders of the verb `admin`. */
import type { Database } from '@site/platform/database';
import { refusals } from '@site/platform/http';
import { webhookSchema, webhookWithSecretSchema } from '@site/release-model/webhook-answers';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { recordAudit } from '../audit/audit.repository';
import { listNames } from '../environments/environment.repository';
import { registryError } from '../errors';
import { EVERYTHING } from '../people/scope';
import { reasonQuery, reasonSchema } from '../reason';
import { actorOf, requireToken } from '../tokens/authorize';
import type { Principal } from '../tokens/principal';
import type { AddressPolicy } from './address-policy';
import { assertMayManage, findManaged } from './assert-may-manage';
import { assertEnabled } from './assert-enabled';
import { assertNotInOverlap } from './assert-not-in-overlap';
import { createSecret } from './signature';
import { giveUpAll } from './message.repository';
import { deleteWebhook, holdWebhook, insertWebhook, listWebhooks, updateWebhook } from './webhook.repository';
import { webhookInJson, webhookParams, webhookRequestSchema } from './webhook.schema';

const HOUR_MS = 3_600_000;

const addSchema = {
  body: webhookRequestSchema,
  response: { 201: webhookWithSecretSchema, ...refusals(400, 401, 403, 404, 409, 422) },
};
const listSchema = { response: { 200: z.object({ webhooks: z.array(webhookSchema) }), ...refusals(401, 403) } };
const oneSchema = { params: webhookParams, response: { 200: webhookSchema, ...refusals(400, 401, 403, 404) } };
const enableSchema = {
  params: webhookParams,
  body: z.object({ reason: reasonSchema.nullish() }),
  response: { 200: webhookSchema, ...refusals(400, 401, 403, 404) },
};
const disableSchema = {
  params: webhookParams,
  body: z.object({ reason: reasonSchema }),
  response: { 200: webhookSchema, ...refusals(400, 401, 403, 404, 409) },
};
const rotateSchema = {
  params: webhookParams,
  /**
   * For how long messages are signed with the secret before as well; 0 if nobody is to believe it any more. While they are, since a rotation before, only
   * a rotation with 0 is taken.
   */
  body: z.object({ overlapHours: z.int().min(0).max(168).default(24), reason: reasonSchema.nullish() }),
  response: { 200: webhookWithSecretSchema, ...refusals(400, 401, 403, 404, 409) },
};
const removeSchema = {
  params: webhookParams,
  querystring: reasonQuery,
  response: { 204: z.null(), ...refusals(400, 401, 403, 404) },
};

export interface WebhooksOptions {
  database: Database;
  policy: AddressPolicy;
  now: () => Date;
}

export const webhooksRoute: FastifyPluginAsyncZod<WebhooksOptions> = async (fastify, { database, policy, now }) => {
  const { db } = database;
  const onRequest = requireToken(db, 'admin');

  fastify.post('/webhooks', { schema: addSchema, onRequest }, async (request, reply) => {
    const actor = actorOf(request);
    const { name, url, events, reason = null } = request.body;
    const environments = request.body.environments ?? managedBy(actor);
    assertMayManage(actor, environments);
    const known = await listNames(db);
    if (environments.some((environment) => environment !== EVERYTHING && !known.includes(environment)))
      throw registryError('environment-not-found', { details: { environments: known } });
    const address = new URL(url);
    await policy.assertAllowed(address);
    const secret = createSecret();
    const webhook = await database.transaction(async (tx) => {
      const added = await insertWebhook(tx, { name, url, environments, events: [...new Set(events)], secret, createdBy: actor.name });
      if (!added) throw registryError('webhook-exists', { message: `Another webhook is named ${name}. Choose another name.` });
      // Path and query may be secrets of the receiver.
      const details = { host: address.host, environments, events: added.events };
      await recordAudit(tx, { actor: actor.name, action: 'add-webhook', subject: name, reason, details });
      return added;
    });
    return reply
      .code(201)
      .header('cache-control', 'no-store')
      .send({ webhook: webhookInJson(webhook, now()), secret });
  });

  fastify.get('/webhooks', { schema: listSchema, onRequest }, async (request) => {
    const actor = actorOf(request);
    assertMayManage(actor, []);
    const webhooks = await listWebhooks(db);
    const seen = webhooks.filter(({ environments }) => coversAll(managedBy(actor), environments));
    return { webhooks: seen.map((row) => webhookInJson(row, now())) };
  });

  fastify.get('/webhooks/:name', { schema: oneSchema, onRequest }, async (request) =>
    webhookInJson(await findManaged(db, actorOf(request), request.params.name), now()),
  );

  fastify.delete('/webhooks/:name', { schema: removeSchema, onRequest }, async (request, reply) => {
    const { name } = request.params;
    const { reason = null } = request.query;
    const actor = actorOf(request);
    await findManaged(db, actor, name);
    await database.transaction(async (tx) => {
      await deleteWebhook(tx, name);
      await recordAudit(tx, { actor: actor.name, action: 'remove-webhook', subject: name, reason });
    });
    return reply.code(204).send(null);
  });

  fastify.post('/webhooks/:name/rotate', { schema: rotateSchema, onRequest }, async (request, reply) => {
    const { name } = request.params;
    const { overlapHours, reason = null } = request.body;
    const actor = actorOf(request);
    const secret = createSecret();
    const webhook = await database.transaction(async (tx) => {
      await holdWebhook(tx, name);
      const before = await findManaged(tx, actor, name);
      const at = now();
      if (overlapHours > 0) assertNotInOverlap(before, at);
      const until = overlapHours === 0 ? null : new Date(at.getTime() + overlapHours * HOUR_MS);
      const previous = { previousSecret: until && before.secret, previousSecretUntil: until };
      const rotated = await updateWebhook(tx, name, { secret, ...previous });
      await recordAudit(tx, { actor: actor.name, action: 'rotate-webhook', subject: name, reason, details: { overlapHours } });
      return rotated;
    });
    return reply.header('cache-control', 'no-store').send({ webhook: webhookInJson(webhook, now()), secret });
  });

  fastify.post('/webhooks/:name/disable', { schema: disableSchema, onRequest }, async (request) => {
    const { name } = request.params;
    const { reason } = request.body;
    const actor = actorOf(request);
    assertEnabled(await findManaged(db, actor, name));
    const webhook = await database.transaction(async (tx) => {
      const disabled = await updateWebhook(tx, name, { disabledAt: now(), disabledReason: `${reason} (${actor.name})` });
      await giveUpAll(tx, name);
      await recordAudit(tx, { actor: actor.name, action: 'disable-webhook', subject: name, reason });
      return disabled;
    });
    return webhookInJson(webhook, now());
  });

  fastify.post('/webhooks/:name/enable', { schema: enableSchema, onRequest }, async (request) => {
    const { name } = request.params;
    const actor = actorOf(request);
    await findManaged(db, actor, name);
    const webhook = await database.transaction(async (tx) => {
      const enabled = await updateWebhook(tx, name, { disabledAt: null, disabledReason: null });
      await recordAudit(tx, { actor: actor.name, action: 'enable-webhook', subject: name, reason: request.body.reason ?? null });
      return enabled;
    });
    return webhookInJson(webhook, now());
  });
};

/** Environments in which somebody manages tokens of every part. */
const managedBy = ({ scopes }: Principal): string[] => [
  ...new Set(
    scopes.filter(({ verbs, parts }) => verbs.includes('admin') && parts.includes(EVERYTHING)).flatMap(({ environments }) => environments),
  ),
];

const coversAll = (covered: readonly string[], wanted: readonly string[]): boolean =>
  covered.includes(EVERYTHING) || wanted.every((name) => covered.includes(name));
