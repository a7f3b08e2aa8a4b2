import type { KeyObject } from 'node:crypto';
import { beaconSchema } from '@site/contracts/beacon';
import type { Database } from '@site/platform/database';
import { AppError, platformError } from '@site/platform/errors';
import { refusals } from '@site/platform/http';
import { networkOf } from '@site/platform/network';
import { createRateLimiter } from '@site/platform/rate-limit';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { believedFailure, recordFailure } from '../health/failures';
import { findRelease } from '../releases/release.repository';
import { requireToken } from '../tokens/authorize';
import { lastMessages, recordBeacon, sumBeacons } from './beacon.repository';

const HOUR_MS = 3_600_000;
const BODY_LIMIT = 8 * 1024;
/** Failures of documents of one day that one address can report. More of them change nothing. */
const FAILURES_OF_A_DAY = 100;
const DAY_S = 86_400;

const summarySchema = z.object({
  since: z.iso.datetime(),
  counts: z.array(z.object({ name: z.string(), version: z.string(), kind: z.string(), count: z.int(), average: z.number().nullable() })),
  messages: z.array(
    z.object({
      at: z.iso.datetime(),
      name: z.string(),
      version: z.string(),
      kind: z.string(),
      revision: z.int(),
      route: z.string().nullable(),
      message: z.string().nullable(),
    }),
  ),
});

const readSchema = {
  querystring: z.object({ hours: z.coerce.number().int().min(1).max(720).default(24) }),
  response: { 200: summarySchema, ...refusals(400, 401, 403) },
};

interface BeaconsOptions {
  database: Database;
  signingKey: KeyObject;
  now: () => Date;
}

export const beaconsRoute: FastifyPluginAsyncZod<BeaconsOptions> = async (fastify, { database, signingKey, now }) => {
  const limiter = createRateLimiter(database, { name: 'beacons', points: 120, windowSeconds: 60 });
  const failureLimiter = createRateLimiter(database, { name: 'sealed-failures', points: FAILURES_OF_A_DAY, windowSeconds: DAY_S });

  // `navigator.sendBeacon` with a string says text/plain, which needs no preflight request.
  fastify.addContentTypeParser('text/plain', { parseAs: 'string' }, async (_request: unknown, body: string | Buffer) => {
    try {
      return JSON.parse(String(body)) as unknown;
    } catch (cause) {
      throw platformError('invalid-request', { message: 'A beacon is JSON.', cause });
    }
  });

  const isWithinLimit = (day: string, ip: string): Promise<boolean> =>
    failureLimiter.consume(`${day} ${networkOf(ip)}`).then(
      () => true,
      (error: unknown) => {
        if (error instanceof AppError && error.code === 'too-many-requests') return false;
        throw error;
      },
    );

  const writeSchema = { body: beaconSchema, response: { 204: z.null(), ...refusals(400) } };
  fastify.post('/beacons', { schema: writeSchema, bodyLimit: BODY_LIMIT }, async ({ body, ip }, reply) => {
    await limiter.consume(networkOf(ip));
    // Reports about versions that do not exist here, such as those of development servers, would only fill the tables.
    if (await findRelease(database.db, body.name, body.version)) {
      const failure = body.kind === 'web-vital' ? null : await believedFailure(database.db, body, { signingKey, today: now() });
      await recordBeacon(database.db, body, failure || body.kind === 'web-vital' ? body.kind : 'unsealed');
      if (failure && (await isWithinLimit(failure.day, ip))) await recordFailure(database.db, failure);
    }
    return reply.code(204).send(null);
  });

  fastify.get('/beacons', { schema: readSchema, onRequest: requireToken(database.db, 'view') }, async ({ query }) => {
    const since = new Date(Date.now() - query.hours * HOUR_MS);
    const [counts, messages] = [await sumBeacons(database.db, since), await lastMessages(database.db, 50)];
    return {
      since: since.toISOString(),
      counts: counts.map(({ total, ...sum }) => ({ ...sum, average: sum.kind === 'web-vital' ? total / sum.count : null })),
      messages: messages.map(({ id: _, at, ...message }) => ({ ...message, at: at.toISOString() })),
    };
  });
};
