/** How this remote asks the backend: which call, how often again, how long an answer is kept, and what is said when a question fails. */
import type { ApiError, ApiRequest, Repetition } from '@site/api-client';
import type { Call } from '@site/contracts/api/calls';
import { notify } from '@site/ui';

/** Parts of the definition of an endpoint that reads. */
interface QueryPolicy {
  extraOptions: Required<Repetition>;
  /** How long an answer stays cached once no page shows it, in seconds. */
  keepUnusedDataFor: number;
}

/** Public lists and details: never stale. */
export const SITE_QUERY: QueryPolicy = {
  extraOptions: { maxRetries: 2, backoff: (_attempt, _last, signal) => pause(1500, signal) },
  keepUnusedDataFor: Infinity,
};

/** A player's own data. */
export const PROGRAMME_QUERY: QueryPolicy = {
  extraOptions: { maxRetries: 3, backoff: (attempt, _last, signal) => pause(Math.min(500 * 2 ** attempt, 30_000), signal) },
  keepUnusedDataFor: 300,
};

function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal?.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(new Error('The question is not asked any more'));
    });
  });
}

interface RequestOptions extends Pick<ApiRequest, 'isAnswer'> {
  /** Filled in by `callPath`, where the call names parameters. */
  path?: string;
  body?: unknown;
}

export const toRequest = ({ method, path, access }: Call, options: RequestOptions = {}): ApiRequest => ({
  path: options.path ?? path,
  method,
  access: access === 'public' ? 'public' : 'member',
  ...('body' in options && { body: options.body }),
  isAnswer: options.isAnswer,
});

/** Whether an answer has something under each of the names: what a page reads of it at once. */
export const having =
  (...names: string[]) =>
  (answer: unknown): boolean =>
    names.every((name) => Boolean((answer as Partial<Record<string, unknown>> | null)?.[name]));

interface Asked {
  /** Rejects with the failure of the last attempt; `isUnhandledError` where it is no failure of the call. */
  queryFulfilled: Promise<unknown>;
}

/**
 * `onQueryStarted` of an endpoint that reads: says when it has failed for good.
 * @param failure What failed, as the toast says it after 'Error occurred: '.
 */
export const announcing =
  (failure: string | ((error: ApiError) => string)) =>
  (_argument: unknown, { queryFulfilled }: Asked) =>
    void queryFulfilled.catch((reason: { error: ApiError; isUnhandledError: boolean }) => {
      if (reason.isUnhandledError) return;
      const message = typeof failure === 'string' ? failure : failure(reason.error);
      notify({ kind: 'error', message: `Error occurred: ${message}` });
    });
