/** `/_edge/status`: which revision this edge serves, and how far it is with rendering it. For scripts and operators. */
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Prerenders } from '../prerendering/prerenders';
import type { RevisionFollower } from '../revision/revision-follower';
import type { LiveSite } from '../live-site';

const statusSchema = z.object({
  /** Number of the revision; null before the first promotion. */
  revision: z.int().nullable(),
  registry: z.object({
    /** Whether new revisions are announced at once. */
    connected: z.boolean(),
    /** ISO 8601 time of the registry's last answer. */
    reachedAt: z.string().nullable(),
  }),
  /** Pages rendered ahead. */
  pages: z.object({ planned: z.int(), rendered: z.int(), failed: z.int(), done: z.boolean() }),
  /** Releases of the revision that cannot be read. */
  defects: z.array(z.string()),
});

interface StatusSources {
  live: LiveSite;
  follower: RevisionFollower;
  prerenders: Prerenders;
}

export const statusRoute: FastifyPluginAsyncZod<StatusSources> = async (fastify, { live, follower, prerenders }) => {
  fastify.get('/_edge/status', { schema: { response: { 200: statusSchema } } }, async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({
      revision: live.snapshot?.site.revision ?? null,
      registry: { connected: follower.connected, reachedAt: follower.reachedAt?.toISOString() ?? null },
      pages: prerenders.progress,
      defects: [...live.defects],
    }),
  );
};
