/** Failures of calls, as people read them. */
import type { ApiError } from '@site/api-client';
import { errorBodySchema } from '@site/contracts/errors';

/** What a call of RTK Query hands over: a refusal of ours, unless the code around the call itself broke. */
export type Failure = ApiError | { message?: string };

export const codeOf = (failure: Failure): string => ('code' in failure ? failure.code : 'BROKEN');

export const messageOf = (failure: Failure): string => failure.message || 'Something went wrong.';

/** Whether the registry, and not the network or its own trouble, said no. */
export const isRefusal = (failure: Failure): boolean => 'status' in failure && failure.status >= 400 && failure.status < 500;

/** Stands above the failure of an act. Where no answer came, it may have been done. */
export const titleOf = (failure: Failure): string => (isRefusal(failure) ? 'It is refused' : 'It is not known whether this was done');

/** The facts that a refusal names beside its sentence, such as both owners of a path: `name: value`, for people who look for the offender. */
export function factsOf(failure: Failure): { name: string; value: string }[] {
  return Object.entries(detailsOf(failure)).map(([name, value]) => ({
    name,
    value: typeof value === 'string' ? value : JSON.stringify(value),
  }));
}

/** One of those facts as the registry has sent it; null for none. */
export const detailOf = (failure: Failure, name: string): unknown => detailsOf(failure)[name] ?? null;

function detailsOf(failure: Failure): Record<string, unknown> {
  const body = 'body' in failure ? errorBodySchema.safeParse(failure.body) : null;
  return body?.success ? (body.data.details ?? {}) : {};
}
