/** Records what people and holders of tokens tried and were refused, also of tokens that are no longer valid. */
import type { Database } from '@site/platform/database';
import { toAppError } from '@site/platform/error-response';
import { AppError } from '@site/platform/errors';
import { createRateLimiter } from '@site/platform/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isWithoutDatabase } from '../unavailable';
import { recordAudit } from './audit.repository';

/** Entries of one principal within an hour. The audit stays for good, so nobody fills it with what they were refused. */
const MOST_AN_HOUR = 100;
const HOUR_S = 3_600;
/** Characters of what a client has sent. */
const LONGEST = 500;

const LAST = `The last one on record: of one principal at most ${MOST_AN_HOUR} refusals are kept within an hour.`;

/** @param triedIn What a request says that it wants to do, if it says that. */
export function auditRefusals(fastify: FastifyInstance, database: Database, triedIn: (body: unknown) => string | undefined): void {
  const limiter = createRateLimiter(database, { name: 'audited-refusals', points: MOST_AN_HOUR, windowSeconds: HOUR_S });

  /** What a call is about: a part or a release of it, by its address or else by what it wants to do, and an environment. */
  function placeOf({ params, body }: FastifyRequest): { subject?: string; environment?: string } {
    const { name, version, environment } = params as Record<'name' | 'version' | 'environment', string | undefined>;
    const subject = name === undefined ? triedIn(body) : version === undefined ? name : `${name}@${version}`;
    return {
      ...(subject !== undefined && { subject: printable(subject) }),
      ...(environment !== undefined && { environment: printable(environment) }),
    };
  }

  async function record(request: FastifyRequest, { code, message }: AppError): Promise<void> {
    const { principal, method, url } = request;
    if (!principal) return;
    const left = await remaining(limiter.consume(principal.key));
    if (left === null) return;
    const path = printable(url.split('?')[0] ?? '');
    const details = { code, method, path, message: printable(message), ...(left === 0 && { note: LAST }) };
    await recordAudit(database.db, { actor: principal.name, action: 'refused', ...placeOf(request), details });
  }

  fastify.addHook('onError', async (request, _reply, thrown) => {
    const error = toAppError(thrown);
    // What is refused is the client's doing; what fails is in the log.
    if (error.status >= 500 && (!(thrown instanceof AppError) || isWithoutDatabase(error))) return;
    // Who looks for what is not there is refused nothing: `publish` asks whether a version is free, and edges for what is live before anything is.
    if (request.method === 'GET' && error.status === 404) return;
    await record(request, error).catch((err: unknown) => request.log.error({ err }, 'a refusal could not be audited'));
  });
}

/** Null for one too many. */
const remaining = (consumed: Promise<number>): Promise<number | null> =>
  consumed.catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'too-many-requests') return null;
    throw error;
  });

/** Without what the database would refuse: control characters and halves of surrogate pairs. */
const printable = (text: string): string => text.slice(0, LONGEST).replace(/[\p{Cc}\p{Cs}]/gu, '?');
