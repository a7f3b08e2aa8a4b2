/** `/_edge/status`: which target this edge serves, and how far it is with rendering it. For scripts and operators. */
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { DocumentsAhead } from '../document/documents-ahead';
import type { Prerenders } from '../prerendering/prerenders';
import type { TargetFollower } from '../target/target-follower';
import type { LiveSite } from '../live-site';

/** Without names: what is not live is not for everybody to know. */
const prospectsSchema = z.object({
  /** SHA-256 of the statement that names them, in hex; null before the first. */
  hash: z.string().nullable(),
  /** How many are named and not live, how many of them have all of their pages, and how many never will as things are. */
  known: z.int(),
  ready: z.int(),
  failed: z.int(),
  /** Whether all was tried for them beside what is live, and whether the deltas of all that were made. */
  done: z.boolean(),
  deltas: z.boolean(),
});

const statusSchema = z.object({
  /** Epoch, number of the revision and hash of the target; null before the first promotion. */
  epoch: z.int().nullable(),
  revision: z.int().nullable(),
  hash: z.string().nullable(),
  /** Milliseconds from the arrival of the target until it was served; null for one of an earlier start. */
  switchedInMs: z.number().nullable(),
  registry: z.object({
    /** Whether new targets are announced at once. */
    connected: z.boolean(),
    /** ISO 8601 time of the registry's last answer. */
    reachedAt: z.string().nullable(),
  }),
  /** Pages rendered ahead. */
  pages: z.object({ planned: z.int(), rendered: z.int(), failed: z.int(), done: z.boolean() }),
  /** Documents that are made and compressed before somebody asks, in production. */
  documents: z.object({ planned: z.int(), made: z.int(), done: z.boolean() }),
  /** What may become live next, and how far it is prepared. */
  prospects: prospectsSchema,
  /** What keeps the edge from serving what it was offered. */
  defects: z.array(z.string()),
});

interface StatusSources {
  live: LiveSite;
  follower: TargetFollower;
  prerenders: Prerenders;
  ahead: DocumentsAhead;
  prospects: { readonly status: z.infer<typeof prospectsSchema> };
}

export const statusRoute: FastifyPluginAsyncZod<StatusSources> = async (fastify, { live, follower, prerenders, ahead, prospects }) => {
  fastify.get('/_edge/status', { schema: { response: { 200: statusSchema } } }, async (_request, reply) => {
    const { epoch = null, number: revision = null, hash = null } = live.pool?.position ?? {};
    return reply.header('cache-control', 'no-store').send({
      epoch,
      revision,
      hash,
      switchedInMs: live.switchedInMs,
      registry: { connected: follower.connected, reachedAt: follower.reachedAt?.toISOString() ?? null },
      pages: prerenders.progress,
      documents: ahead.progress,
      prospects: prospects.status,
      defects: live.defects,
    });
  });
};
