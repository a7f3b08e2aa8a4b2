/** One request to the backend: adds the base address and the limit of time, and repeats it as far as its endpoint allows. */
import { retry, type BaseQueryFn } from '@reduxjs/toolkit/query/react';
import { call, type ApiError, type CallRequest, type CallResult } from './call';
import { apiConnection } from './connection';

export interface ApiRequest extends Pick<CallRequest, 'method' | 'body' | 'headers' | 'access' | 'isAnswer'> {
  /** Path of the call, appended to the configured base address: `/draft/demos`. */
  path: string;
}

/** `extraOptions` of an endpoint that reads. Without them a request is made once: what writes is never repeated by itself. */
export interface Repetition {
  /** Attempts after the first one. */
  maxRetries?: number;
  /** Waits before the next attempt, which is counted from 1; rejects when `signal` ends it. */
  backoff?: (attempt: number, maxRetries: number, signal?: AbortSignal) => Promise<void>;
}

/** One with a body may carry a picture. */
const TIME_LIMIT_MS = { withoutBody: 30_000, withBody: 90_000 };

async function askBackend({ path, ...request }: ApiRequest, { signal }: { signal: AbortSignal }): Promise<CallResult<unknown>> {
  const limitMs = request.body === undefined ? TIME_LIMIT_MS.withoutBody : TIME_LIMIT_MS.withBody;
  const connection = apiConnection();
  return call({ ...request, url: connection.baseUrl + path }, { tokens: connection, signal, limitMs });
}

/** Another attempt may succeed where no answer came, or where the server had trouble of its own. A refusal stays a refusal. */
const mayPassLater = ({ status }: ApiError): boolean => status === 0 || status === 429 || status >= 500;

export const apiBaseQuery = retry(askBackend as BaseQueryFn<ApiRequest, unknown, ApiError, Repetition>, {
  retryCondition: (error, _request, { attempt, extraOptions }) =>
    attempt <= (extraOptions?.maxRetries ?? 0) && mayPassLater(error as unknown as ApiError),
});
