/** What webhooks were told: read, sent once more, and tried with a message of its own. */
import type { Database } from '@site/platform/database';
import { refusals } from '@site/platform/http';
import { deliverySchema, detailedDeliverySchema } from '@site/release-model/webhook-answers';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { recordAudit } from '../audit/audit.repository';
import { queueMessage, WEBHOOK_CHANNEL } from '../events/emit';
import { PING } from '../events/event';
import { reasonQuery } from '../reason';
import { actorOf, requireToken } from '../tokens/authorize';
import { assertEnabled } from './assert-enabled';
import { findManaged } from './assert-may-manage';
import { findMessage, listAttempts, listMessages, updateMessage } from './message.repository';
import { deliveryInJson, deliveryParams, detailedDeliveryInJson, webhookParams } from './webhook.schema';

const listSchema = {
  params: webhookParams,
  querystring: z.object({
    before: z.coerce.number().int().positive().optional(),
    limit: z.coerce.number().int().min(1).max(200).default(20),
  }),
  response: { 200: z.object({ deliveries: z.array(deliverySchema) }), ...refusals(400, 401, 403, 404) },
};
const oneSchema = { params: deliveryParams, response: { 200: detailedDeliverySchema, ...refusals(400, 401, 403, 404) } };
const testSchema = { params: webhookParams, response: { 202: deliverySchema, ...refusals(400, 401, 403, 404, 409) } };
const againSchema = {
  params: deliveryParams,
  querystring: reasonQuery,
  response: { 202: deliverySchema, ...refusals(400, 401, 403, 404, 409) },
};

export const deliveriesRoute: FastifyPluginAsyncZod<{ database: Database; now: () => Date }> = async (fastify, { database, now }) => {
  const { db } = database;
  const onRequest = requireToken(db, 'admin');

  fastify.get('/webhooks/:name/deliveries', { schema: listSchema, onRequest }, async (request) => {
    const { name } = await findManaged(db, actorOf(request), request.params.name);
    return { deliveries: (await listMessages(db, name, request.query)).map(deliveryInJson) };
  });

  fastify.get('/webhooks/:name/deliveries/:id', { schema: oneSchema, onRequest }, async (request) => {
    const { name } = await findManaged(db, actorOf(request), request.params.name);
    const message = await findMessage(db, name, request.params.id);
    return detailedDeliveryInJson(message, await listAttempts(db, message.number));
  });

  fastify.post('/webhooks/:name/test', { schema: testSchema, onRequest }, async (request, reply) => {
    const actor = actorOf(request);
    const { name } = assertEnabled(await findManaged(db, actor, request.params.name));
    const message = await database.transaction(async (tx) => {
      const id = await queueMessage(tx, name, PING, { webhook: name, actor: actor.name });
      return findMessage(tx, name, id);
    });
    return reply.code(202).send(deliveryInJson(message));
  });

  fastify.post('/webhooks/:name/deliveries/:id/redeliver', { schema: againSchema, onRequest }, async (request, reply) => {
    const actor = actorOf(request);
    const { name } = assertEnabled(await findManaged(db, actor, request.params.name));
    const { reason = null } = request.query;
    const message = await database.transaction(async (tx) => {
      const { number, id } = await findMessage(tx, name, request.params.id);
      await updateMessage(tx, number, { attempts: 0, nextAttemptAt: now(), deliveredAt: null });
      await recordAudit(tx, { actor: actor.name, action: 'redeliver', subject: name, reason, details: { message: id } });
      await database.notify(WEBHOOK_CHANNEL, '', tx);
      return findMessage(tx, name, id);
    });
    return reply.code(202).send(deliveryInJson(message));
  });
};
