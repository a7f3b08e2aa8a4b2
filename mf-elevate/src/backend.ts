/**
 * How this remote asks the backend: which call, how often again, how long an answer is kept, and what a person reads when it fails.
 */
import type { ApiError, ApiRequest } from '@site/api-client';
import type { Call } from '@site/contracts/api/calls';
import { notify, type Notification } from '@site/ui';

interface QueryPolicy {
  /** Attempts after the first one. */
  retries: number;
  /** Wait before the next attempt; `attempt` counts from 0. */
  delayMs: (attempt: number) => number;
  /** How long an answer stays cached once no page shows it. */
  keepUnusedDataFor: number;
}

/** Public lists and details: never stale. */
export const SITE_QUERY: QueryPolicy = { retries: 2, delayMs: () => 1500, keepUnusedDataFor: Infinity };

/** A player's own data. */
export const PROGRAMME_QUERY: QueryPolicy = {
  retries: 3,
  delayMs: (attempt) => Math.min(1000 * 2 ** attempt, 30_000),
  keepUnusedDataFor: 300,
};

/** @param path Filled in by `callPath`, where the call names parameters. */
export const toRequest = ({ method, path, access }: Call, options: { path?: string; body?: unknown } = {}): ApiRequest => ({
  path: options.path ?? path,
  method,
  access: access === 'public' ? 'public' : 'member',
  ...('body' in options && { body: options.body }),
});

type BaseQuery = (request: ApiRequest) => PromiseLike<BaseQueryResult> | BaseQueryResult;
type BaseQueryResult = { data: unknown; error?: undefined } | { error: ApiError; data?: undefined };

/** Another attempt may succeed where no answer came, or where the server had trouble of its own. A refusal stays a refusal. */
const mayPassLater = ({ status }: ApiError) => status === 0 || status === 429 || status >= 500;

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Definition of an RTK Query endpoint that reads.
 * @param failure What failed, as the toast says it after 'Error occurred: '.
 */
export function reading<Argument, Answer>(
  policy: QueryPolicy,
  request: (argument: Argument) => ApiRequest,
  failure: string | ((error: ApiError) => string),
) {
  return {
    keepUnusedDataFor: policy.keepUnusedDataFor,
    async queryFn(
      argument: Argument,
      _api: unknown,
      _options: unknown,
      baseQuery: BaseQuery,
    ): Promise<{ data: Answer } | { error: ApiError }> {
      for (let attempt = 0; ; attempt += 1) {
        const { data, error } = await baseQuery(request(argument));
        if (error === undefined) return { data: data as Answer };
        if (attempt === policy.retries || !mayPassLater(error)) {
          const message = typeof failure === 'string' ? failure : failure(error);
          notify({ kind: 'error', message: `Error occurred: ${message}` });
          return { error };
        }
        await wait(policy.delayMs(attempt));
      }
    },
  };
}

/** The `error` field of a refusal, if the server sent one. */
export function errorField({ body }: ApiError): string | null {
  return typeof body === 'object' && body !== null && 'error' in body && typeof body.error === 'string' ? body.error : null;
}

/** What a toast says of a refusal: its status text, or that no answer came at all. */
export const statusText = ({ status, statusText: text }: ApiError): string =>
  status === 0 ? 'A network error has occurred.' : text || `Status ${status}`;

/** A failure as a mutation hands it over: one of ours, unless the code around the call itself broke. */
export const toApiError = (error: ApiError | { message?: string }): ApiError =>
  'status' in error ? error : { code: 'CLIENT', message: error.message ?? '', status: 0, statusText: '', requestId: null, body: null };

/** The toast of a follow that did not succeed: a warning where the server says why, else its bare status. */
export function followRefusal(error: ApiError): Notification {
  const message = errorField(error);
  return message === null ? { kind: 'error', message: statusText(error) } : { kind: 'warning', message: `Error: ${message}` };
}
