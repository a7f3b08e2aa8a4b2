import type { Database } from '@site/platform/database';
import { refusals } from '@site/platform/http';
import { auditEntrySchema } from '@site/release-model/registry-answers';
import type { onRequestAsyncHookHandler } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { listAudit } from './audit.repository';

const nameSchema = z.string().max(100, 'A name has up to 100 characters').optional();

const schema = {
  querystring: z.object({
    actor: nameSchema,
    action: nameSchema,
    environment: nameSchema,
    before: z.coerce.number().int().positive().optional(),
    limit: z.coerce.number().int().min(1).max(200).default(50),
  }),
  response: { 200: z.object({ entries: z.array(auditEntrySchema) }), ...refusals(400, 401, 403) },
};

interface AuditOptions {
  database: Database;
  /** Refuses who may not read the audit. */
  onRequest: onRequestAsyncHookHandler;
}

export const auditRoute: FastifyPluginAsyncZod<AuditOptions> = async (fastify, { database, onRequest }) => {
  fastify.get('/audit', { schema, onRequest }, async ({ query }) => {
    const entries = await listAudit(database.db, query);
    return { entries: entries.map((entry) => ({ ...entry, at: entry.at.toISOString() })) };
  });
};
