/** Edges tell what they serve, so that everybody can see where a revision has arrived. */
import type { KeyObject } from 'node:crypto';
import type { Database } from '@site/platform/database';
import { refusals } from '@site/platform/http';
import { withFirstOf, withTimeLimit } from '@site/platform/time-limit';
import { LONGEST_DEFECT, MOST_DEFECTS } from '@site/release-model/edge-report';
import { serviceOf } from '@site/release-model/edge-service';
import { hashSchema } from '@site/release-model/release-id';
import { dayOf, sealKey, sealKeysSchema } from '@site/release-model/seal';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { environmentParams } from '../environments/environment.schema';
import { requireToken } from '../tokens/authorize';
import { followEdgeReports } from './edge-reports';
import { forgetEdges, listEdges, removeEdge, reportHeartbeat } from './edge.repository';

/** An edge that was not heard of for so long is no longer there: it reports every ten seconds. */
const PRESENT_S = 30;
/** From then on a report is missing. */
const SILENT_S = 15;
const FORGOTTEN_S = 3_600;
/** Longest time that an answer waits for edges, and how many answers wait at a time. */
const LONGEST_WAIT_S = 20;
const MOST_WAITING = 100;

const count = z.int().min(0);
const heartbeatSchema = z.object({
  epoch: z.int32().positive(),
  number: z.int32().positive(),
  /** Hash of the target that it serves. */
  hash: hashSchema,
  /** Pages rendered ahead for it. */
  pages: z.object({ planned: count, rendered: count, failed: count, done: z.boolean() }),
  /** What it refused and why, as sentences. */
  defects: z.array(z.string().max(LONGEST_DEFECT)).max(MOST_DEFECTS),
});
const edgeParams = environmentParams.extend({ id: z.string().regex(/^[\w.-]{1,100}$/, 'an id has letters, digits, dots and dashes') });

const reportSchema = { params: edgeParams, body: heartbeatSchema, response: { 200: sealKeysSchema, ...refusals(400, 401, 403, 404) } };
const endSchema = { params: edgeParams, response: { 204: z.null(), ...refusals(400, 401, 403, 404) } };
const listSchema = {
  params: environmentParams,
  querystring: z.object({
    /** Answer only when every edge serves this revision or a newer one, or after `wait` seconds. */
    epoch: z.coerce.number().int().positive().max(2_147_483_647).default(1),
    number: z.coerce.number().int().min(0).max(2_147_483_647).default(0),
    wait: z.coerce.number().min(0).max(LONGEST_WAIT_S).default(0),
  }),
  response: {
    200: z.object({ edges: z.array(heartbeatSchema.extend({ id: z.string(), strayed: z.boolean(), seenAt: z.iso.datetime() })) }),
    ...refusals(400, 404),
  },
};

interface EdgesOptions {
  database: Database;
  signingKey: KeyObject;
  now: () => Date;
}

export const edgesRoute: FastifyPluginAsyncZod<EdgesOptions> = async (fastify, { database, signingKey, now }) => {
  const { db } = database;
  const onRequest = requireToken(db, 'serve');
  const reports = await followEdgeReports(database);
  fastify.addHook('onClose', () => reports.close());
  let waiting = 0;

  /** The edges, as soon as all of them serve the revision, and at the latest when `signal` is aborted. */
  async function whenServed(environment: string, revision: { epoch: number; number: number }, signal: AbortSignal) {
    const answered = new AbortController();
    waiting += 1;
    try {
      for (;;) {
        // Before the reading, so that no report falls between the two.
        const reported = withFirstOf([signal, answered.signal], (either) => reports.next(environment, either));
        const edges = await listEdges(db, environment, PRESENT_S);
        if (serviceOf(edges, revision).serving.length === edges.length || signal.aborted) return edges;
        await reported;
      }
    } finally {
      waiting -= 1;
      answered.abort();
    }
  }

  fastify.put('/edges/:id', { schema: reportSchema, onRequest }, async ({ params, body }) => {
    await reportHeartbeat(database, { ...params, ...body });
    await forgetEdges(db, FORGOTTEN_S);
    // With those of tomorrow, midnight needs nobody.
    const days = [dayOf(now()), dayOf(now(), 1)];
    return { seals: days.map((day) => ({ day, key: sealKey(signingKey, params.environment, day).toString('base64url') })) };
  });

  fastify.delete('/edges/:id', { schema: endSchema, onRequest }, async ({ params }, reply) => {
    await removeEdge(db, params.environment, params.id);
    return reply.code(204).send(null);
  });

  fastify.get('/edges', { schema: listSchema }, async ({ params: { environment }, query: { wait, ...revision } }, reply) => {
    if (wait === 0 || waiting >= MOST_WAITING) return inJson(await listEdges(db, environment, PRESENT_S));
    const gone = new AbortController();
    reply.raw.once('close', () => gone.abort());
    const ends = [gone.signal, fastify.drainSignal];
    return inJson(await withTimeLimit(Math.ceil(wait * 1_000), ends, (signal) => whenServed(environment, revision, signal)));
  });
};

const inJson = (edges: Awaited<ReturnType<typeof listEdges>>) => ({
  edges: edges.map(({ environment: _, seenAt, silentS, defects, ...edge }) => ({
    ...edge,
    defects: [...describeSilence(silentS), ...defects].slice(0, MOST_DEFECTS),
    seenAt: seenAt.toISOString(),
  })),
});

const describeSilence = (seconds: number): string[] =>
  seconds < SILENT_S
    ? []
    : [`It was last heard of ${Math.floor(seconds)} s ago. One that has ended without a word counts for ${PRESENT_S} s.`];
