/** What people read while the registry cannot answer: which of the things that it needs is away. */
import { isDatabaseDown } from '@site/platform/database-down';
import { AppError, platformError } from '@site/platform/errors';
import type { FastifyInstance } from 'fastify';

/** What the registry needs; `details.dependency` of the answer. */
type Dependency = 'database' | 'store' | 'identity provider';

interface Unavailable {
  /** A sentence for people. */
  message: string;
  cause?: unknown;
  /** Seconds; default 2. */
  retryAfter?: number;
}

export const unavailable = (dependency: Dependency, { message, cause, retryAfter = 2 }: Unavailable): AppError =>
  platformError('service-unavailable', { message, cause, details: { dependency }, headers: { 'retry-after': String(retryAfter) } });

/** Before it has opened its database for the first time. */
export const notOpenYet = (): AppError =>
  unavailable('database', { message: 'The registry is not open yet: its database does not answer, or is being brought up to date.' });

const READING: ReadonlySet<string> = new Set(['GET', 'HEAD']);
const DOUBT = ' Whether it has done what it was asked is not known: look before you repeat it.';

/** Whatever fails in the scope because the database is away is answered by a sentence that says so. */
export function nameTheDatabase(fastify: FastifyInstance): void {
  fastify.setErrorHandler((error, { method }) => {
    if (error instanceof AppError || !isDatabaseDown(error)) throw error;
    throw unavailable('database', { message: `The registry cannot reach its database.${READING.has(method) ? '' : DOUBT}`, cause: error });
  });
}

/** Whether it is an answer of {@link nameTheDatabase}: nothing can be put on record then. */
export const isWithoutDatabase = (error: AppError): boolean => error.details?.['dependency'] === 'database';
