import type { Database } from '@site/platform/database';
import { AppError } from '@site/platform/errors';
import { refusals } from '@site/platform/http';
import type { FastifyInstance, onRequestAsyncHookHandler } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { listAudit, recordAudit } from './audit.repository';

const entrySchema = z.object({
  id: z.int(),
  at: z.iso.datetime(),
  actor: z.string(),
  action: z.string(),
  environment: z.string().nullable(),
  subject: z.string().nullable(),
  fromRevision: z.int().nullable(),
  toRevision: z.int().nullable(),
  reason: z.string().nullable(),
  details: z.record(z.string(), z.unknown()).nullable(),
});

const schema = {
  querystring: z.object({
    actor: z.string().max(100).optional(),
    action: z.string().max(100).optional(),
    environment: z.string().max(100).optional(),
    before: z.coerce.number().int().positive().optional(),
    limit: z.coerce.number().int().min(1).max(200).default(50),
  }),
  response: { 200: z.object({ entries: z.array(entrySchema) }), ...refusals(400, 401, 403) },
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

/** Records what people and holders of tokens tried and were refused, also of tokens that are no longer valid. */
export function auditRefusals(fastify: FastifyInstance, database: Database): void {
  fastify.addHook('onError', async (request, _reply, error) => {
    if (!request.principal || !(error instanceof AppError)) return;
    const details = { code: error.code, method: request.method, path: request.url.split('?')[0], message: error.message };
    await recordAudit(database.db, { actor: request.principal.name, action: 'refused', details }).catch((err: unknown) =>
      request.log.error({ err }, 'a refusal could not be audited'),
    );
  });
}
