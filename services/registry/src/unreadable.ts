/** Texts that the database cannot hold: with U+0000, or with halves of surrogate pairs. */
import { platformError } from '@site/platform/errors';
import type { FastifyInstance } from 'fastify';

/** Beacons are JSON that says it is plain text. */
const TEXTS = /^(?:application\/json|text\/plain)/;

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
    if (TEXTS.test(headers['content-type'] ?? '') && isUnreadable(body)) throw invalid('The body');
  });
}

const invalid = (what: string) => platformError('invalid-request', { message: `${what} has a character that no text has.` });

function isUnreadable(value: unknown): boolean {
  // As UTF-8, half of a pair becomes the sign for what cannot be read.
  if (typeof value === 'string') return value.includes('\u0000') || Buffer.from(value).toString() !== value;
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([key, inner]) => isUnreadable(key) || isUnreadable(inner));
}
