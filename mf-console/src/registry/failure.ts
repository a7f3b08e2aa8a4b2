/** Failures of calls, as people read them, with the facts that the registry and the desk name. */
import { isRefusal, type Failure } from '@site/api-client/failure';
import { errorBodySchema } from '@site/contracts/errors';

export { codeOf, isRefusal, messageOf, type Failure } from '@site/api-client/failure';

/** Stands above the failure of an act. Where no answer came, it may have been done. */
export const titleOf = (failure: Failure): string => (isRefusal(failure) ? 'It is refused' : 'It is not known whether this was done');

/**
 * The facts that a failure names beside its sentence, such as both owners of a path: `name: value`, for people who look for the offender. Of trouble of
 * the service the request, by which its log is found.
 */
export function factsOf(failure: Failure): { name: string; value: string }[] {
  const details = Object.entries(detailsOf(failure)).map(([name, value]) => ({
    name,
    value: typeof value === 'string' ? value : JSON.stringify(value),
  }));
  const request = !isRefusal(failure) && 'requestId' in failure && failure.requestId;
  return request ? [...details, { name: 'Request', value: request }] : details;
}

/** One of those facts as the registry has sent it; null for none. */
export const detailOf = (failure: Failure, name: string): unknown => detailsOf(failure)[name] ?? null;

function detailsOf(failure: Failure): Record<string, unknown> {
  const body = 'body' in failure ? errorBodySchema.safeParse(failure.body) : null;
  return body?.success ? (body.data.details ?? {}) : {};
}
