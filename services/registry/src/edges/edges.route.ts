/** Edges tell what they serve, so that everybody can see where a revision has arrived. */
import type { KeyObject } from 'node:crypto';
import type { Database } from '@site/platform/database';
import { refusals } from '@site/platform/http';
import { hashSchema } from '@site/release-model/release-id';
import { dayOf, sealKey, sealKeysSchema } from '@site/release-model/seal';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { environmentParams } from '../environments/environment.schema';
import { requireToken } from '../tokens/authorize';
import { forgetEdges, listEdges, removeEdge, saveHeartbeat } from './edge.repository';

/** An edge that was not heard of for so long is no longer there: it reports every ten seconds. */
const PRESENT_S = 30;
const FORGOTTEN_S = 3_600;

const count = z.int().min(0);
const heartbeatSchema = z.object({
  epoch: z.int().positive(),
  number: z.int().positive(),
  /** Hash of the target that it serves. */
  hash: hashSchema,
  /** Pages rendered ahead for it. */
  pages: z.object({ planned: count, rendered: count, failed: count, done: z.boolean() }),
  /** What it refused and why, as sentences. */
  defects: z.array(z.string().max(500)).max(20),
});
const edgeParams = environmentParams.extend({ id: z.string().regex(/^[\w.-]{1,100}$/, 'an id has letters, digits, dots and dashes') });

const reportSchema = { params: edgeParams, body: heartbeatSchema, response: { 200: sealKeysSchema, ...refusals(400, 401, 403, 404) } };
const endSchema = { params: edgeParams, response: { 204: z.null(), ...refusals(400, 401, 403, 404) } };
const listSchema = {
  params: environmentParams,
  response: {
    200: z.object({ edges: z.array(heartbeatSchema.extend({ id: z.string(), seenAt: z.iso.datetime() })) }),
    ...refusals(404),
  },
};

interface EdgesOptions {
  database: Database;
  signingKey: KeyObject;
  now: () => Date;
}

export const edgesRoute: FastifyPluginAsyncZod<EdgesOptions> = async (fastify, { database: { db }, signingKey, now }) => {
  const onRequest = requireToken(db, 'serve');

  fastify.put('/edges/:id', { schema: reportSchema, onRequest }, async ({ params, body }) => {
    await forgetEdges(db, FORGOTTEN_S);
    await saveHeartbeat(db, { ...params, ...body });
    // With those of tomorrow, midnight needs nobody.
    const days = [dayOf(now()), dayOf(now(), 1)];
    return { seals: days.map((day) => ({ day, key: sealKey(signingKey, params.environment, day).toString('base64url') })) };
  });

  fastify.delete('/edges/:id', { schema: endSchema, onRequest }, async ({ params }, reply) => {
    await removeEdge(db, params.environment, params.id);
    return reply.code(204).send(null);
  });

  fastify.get('/edges', { schema: listSchema }, async ({ params }) => {
    const edges = await listEdges(db, params.environment, PRESENT_S);
    return { edges: edges.map(({ environment: _, seenAt, ...edge }) => ({ ...edge, seenAt: seenAt.toISOString() })) };
  });
};
