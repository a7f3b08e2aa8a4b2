/**
 * What people read of a call that failed, in one place. The toasts are those of the specification.
 *
 * Not part of what the shell provides: each remote brings it along with the pages that need it.
 */
import { UNKNOWN_ERROR } from '@site/contracts/error-texts';
import type { ApiError } from './call';

/** What a hook of RTK Query hands over: the failure of a call, unless the code around the call broke. */
export type Failure = ApiError | { name?: string; message?: string };

/** Of answers whose status came without a text, as all do in HTTP/2. */
const STATUS_TEXTS: Partial<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  408: 'Request Timeout',
  409: 'Conflict',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Content',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
  507: 'Insufficient Storage',
};

export const statusOf = (failure: Failure): number => ('status' in failure ? failure.status : 0);

export const codeOf = (failure: Failure): string => ('code' in failure ? failure.code : 'BROKEN');

/** Id of the request in the log of the service; null where no answer of it came. */
export const requestOf = (failure: Failure | undefined): string | null => (failure && 'requestId' in failure ? failure.requestId : null);

/** Whether the service, and not the network or trouble of its own, said no. */
export const isRefusal = (failure: Failure): boolean => statusOf(failure) >= 400 && statusOf(failure) < 500;

/** The sentence in the refusal of a service; null where it sent none, or an empty one. */
export function reasonOf(failure: Failure): string | null {
  const body = 'body' in failure ? failure.body : null;
  return typeof body === 'object' && body !== null && 'error' in body && typeof body.error === 'string' ? body.error || null : null;
}

/** Whether the end of a session ended the call too. Nobody knows whether it arrived, and that the session is over has been said. */
export const endedWithSession = (failure: Failure): boolean => 'name' in failure && failure.name === 'AbortError';

const NOT_HEARD = 'The session ended before the answer came. Send it again: nothing is done twice.';

/** The text of the status, or what happened where no answer came. */
export function statusTextOf(failure: Failure): string {
  if (endedWithSession(failure)) return NOT_HEARD;
  const status = statusOf(failure);
  if (status === 0) return failure.message || UNKNOWN_ERROR;
  return ('statusText' in failure && failure.statusText) || (STATUS_TEXTS[status] ?? `Status ${status}`);
}

/** A sentence: the service's own, else the text of the status or what happened. */
export const messageOf = (failure: Failure): string => ('status' in failure && failure.message) || statusTextOf(failure);

interface Toast {
  kind: 'error' | 'warning';
  message: string;
}

/** Of a change that was not made. @param message What the service said, where that is more than its status. */
export const errorToast = (failure: Failure, message = statusTextOf(failure)): Toast => ({ kind: 'error', message: `Error: ${message}` });

/** Of a follow that was not made: a warning where the server says why, else its bare status. */
export function followToast(failure: Failure): Toast {
  const reason = reasonOf(failure);
  return reason === null ? { kind: 'error', message: statusTextOf(failure) } : { kind: 'warning', message: `Error: ${reason}` };
}

/** A zod schema, as far as this needs one. */
interface Schema<T> {
  safeParse(body: unknown): { success: true; data: T } | { success: false; data?: never };
}

/** What a form has to say: the server's answer to the form where there is one, and a sentence where that says nothing overall. */
export function formRefusal<Answer extends { overall: string[] }>(
  schema: Schema<Answer>,
  failure: Failure,
  sentence = messageOf(failure),
): Answer | { overall: string[] } {
  const { data } = schema.safeParse('body' in failure ? failure.body : null);
  return data?.overall.join('') ? data : { ...data, overall: [sentence] };
}
