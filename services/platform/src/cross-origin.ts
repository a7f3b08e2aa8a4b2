/** Which pages of other origins may call a service and read its answers (CORS). */
import cors from '@fastify/cors';
import type { FastifyInstance } from 'fastify';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'];
const REQUEST_HEADERS = ['authorization', 'content-type', 'idempotency-key', 'if-match', 'if-none-match'];
const ANSWER_HEADERS = ['content-disposition', 'etag', 'retry-after', 'x-request-id'];
/** The longest that Chromium takes. */
const PREFLIGHT_SECONDS = 7200;

/**
 * Lets pages of these origins read every answer below the prefix of `scope`, refusals included, and answers their preflights. To call before
 * other hooks are added. Pages of any other origin are answered without a word of it, as all are where no origin is named. Nobody is
 * recognized by a cookie, so none is let through.
 * @param origins As browsers write them: `https://www.example.com`.
 */
export async function allowOrigins(scope: FastifyInstance, origins: readonly string[]): Promise<void> {
  if (origins.length === 0) return;
  const allowed = new Set(origins);
  await scope.register(cors, {
    origin: (origin, callback) => callback(null, origin !== undefined && allowed.has(origin) ? origin : false),
    methods: METHODS,
    allowedHeaders: REQUEST_HEADERS,
    exposedHeaders: ANSWER_HEADERS,
    maxAge: PREFLIGHT_SECONDS,
  });
}
