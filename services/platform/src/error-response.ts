/** Turns whatever a route throws into the body, status and headers of the answer. */
import type { ErrorBody } from '@site/contracts/errors';
import type { FastifyError } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { isDatabaseDown } from './database-down';
import { AppError, platformError } from './errors';

const RETRY_AFTER_SECONDS = '2';

/** Maps any failure to the error that people may see. Unknown failures become `internal-error`, with the failure as the cause. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (hasZodFastifySchemaValidationErrors(error)) {
    const issues = error.validation.map((issue) => ({ path: issue.instancePath, message: issue.message ?? 'Invalid' }));
    return platformError('invalid-request', { details: { in: error.validationContext, issues } });
  }
  if (isDatabaseDown(error)) return platformError('service-unavailable', { headers: { 'retry-after': RETRY_AFTER_SECONDS }, cause: error });
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ENOSPC' || code === 'EDQUOT') return platformError('storage-full', { cause: error });
  return fromStatus((error as FastifyError | undefined)?.statusCode, error);
}

/** Errors of the framework itself carry a status: a malformed body, an unknown content type, a request that is too large. */
function fromStatus(status: number | undefined, cause: unknown): AppError {
  if (status === 408) return platformError('request-timeout', { cause });
  if (status === 413) return platformError('payload-too-large', { cause });
  if (status === 415) return platformError('unsupported-media-type', { cause });
  if (status !== undefined && status >= 400 && status < 500) return platformError('invalid-request', { cause });
  return platformError('internal-error', { cause });
}

export const errorBody = (error: AppError, requestId: string): ErrorBody => ({
  code: error.code,
  error: error.message,
  requestId,
  ...(error.details && { details: error.details }),
});
