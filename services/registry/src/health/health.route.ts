/** How often parts fail, by release. */
import type { Database } from '@site/platform/database';
import { refusals } from '@site/platform/http';
import { healthSchema } from '@site/release-model/registry-answers';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { environmentParams } from '../environments/environment.schema';
import { requireToken } from '../tokens/authorize';
import { listHealth } from './health.repository';

const HOUR_MS = 3_600_000;

const schema = {
  params: environmentParams,
  querystring: z.object({ hours: z.coerce.number().int().min(1).max(720).default(1) }),
  response: {
    200: z.object({ since: z.iso.datetime(), ...healthSchema.shape }),
    ...refusals(400, 401, 403, 404),
  },
};

export const healthRoute: FastifyPluginAsyncZod<{ database: Database }> = async (fastify, { database: { db } }) => {
  fastify.get('/health', { schema, onRequest: requireToken(db, 'view') }, async ({ params, query }) => {
    const since = new Date(Date.now() - query.hours * HOUR_MS);
    const rows = await listHealth(db, params.environment, since);
    const parts = [...new Set(rows.map(({ part }) => part))].map((name) => ({
      name,
      releases: rows
        .filter(({ part }) => part === name)
        .map(({ id, version, documents, failures }) => ({ id, version, documents, failures, share: shareOf(failures, documents) })),
    }));
    return { since: since.toISOString(), parts };
  });
};

/** A document may be older than its failure, and not among those that are counted. */
const shareOf = (failures: number, documents: number): number | null => (documents === 0 ? null : Math.min(1, failures / documents));
