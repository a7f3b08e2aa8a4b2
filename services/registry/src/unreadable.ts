/** Texts that the database cannot hold: with U+0000, or with halves of surrogate pairs. */
import { platformError } from '@site/platform/errors';
import type { FastifyInstance } from 'fastify';

/**
 * Refuses them before a route asks the database with them: an address with one is that of nothing (404), a query or a body with one is not valid
 * (400). Archives and pictures are no texts.
 */
export function refuseUnreadable(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', async ({ params, query }) => {
    if (isUnreadable(params)) throw platformError('not-found');
    if (isUnreadable(query)) throw invalid('The query');
  });
  fastify.addHook('preValidation', async ({ body, headers }) => {
    if (headers['content-type']?.startsWith('application/json') && isUnreadable(body)) throw invalid('The body');
  });
}

const invalid = (what: string) => platformError('invalid-request', { message: `${what} has a character that no text has.` });

function isUnreadable(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\u0000') || !value.isWellFormed();
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([key, inner]) => isUnreadable(key) || isUnreadable(inner));
}
