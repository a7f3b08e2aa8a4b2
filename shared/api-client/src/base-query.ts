/** One request to the backend: adds the base address and the bearer token, and turns any failure into one shape. */
import type { ErrorBody } from '@site/contracts/errors';
import { apiConnection } from './connection';

export interface ApiRequest {
  /** Path of the call, appended to the configured base address: `/draft/demos`. */
  path: string;
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  body?: unknown;
  /** Public calls carry no bearer token. */
  access: 'public' | 'member';
}

/** Any failure of a call. `status` is 0 when no answer arrived; `body` is the parsed answer, if there was one. */
export interface ApiError {
  code: string;
  message: string;
  status: number;
  statusText: string;
  requestId: string | null;
  body: unknown;
}

type ApiResult = { data: unknown; error?: never } | { error: ApiError; data?: never };

/** A call that has not been answered by then has failed. One with a body may carry a picture. */
const TIME_LIMIT_MS = { withoutBody: 30_000, withBody: 90_000 };

/** A member's call that is refused as unauthorized is made once more with a new token: the one that was sent may have been revoked. */
export async function apiBaseQuery(request: ApiRequest, { signal }: { signal: AbortSignal }): Promise<ApiResult> {
  const { accessToken, renewAccessToken } = apiConnection();
  if (request.access === 'public') return send(request, signal, null);
  try {
    const token = await accessToken();
    const result = await send(request, signal, token);
    if (result.error?.status !== 401) return result;
    const renewed = await renewAccessToken();
    return renewed === null || renewed === token ? result : await send(request, signal, renewed);
  } catch (error) {
    return { error: noAnswer(error) };
  }
}

async function send({ path, method = 'GET', body }: ApiRequest, signal: AbortSignal, token: string | null): Promise<ApiResult> {
  const limit = AbortSignal.timeout(body === undefined ? TIME_LIMIT_MS.withoutBody : TIME_LIMIT_MS.withBody);
  try {
    const response = await fetch(apiConnection().baseUrl + path, {
      method,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      },
      signal: AbortSignal.any([signal, limit]),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) return { error: refusal(response, parsed(text) ?? null) };
    const data = text === '' ? null : parsed(text);
    return data === undefined ? { error: noAnswer('The answer is not JSON') } : { data };
  } catch (error) {
    return { error: noAnswer(error) };
  }
}

/** What arrived from elsewhere, such as the page of a network that wants a sign-in, is no answer either. */
const noAnswer = (reason: unknown): ApiError => ({
  code: 'NETWORK',
  message: String(reason),
  status: 0,
  statusText: '',
  requestId: null,
  body: null,
});

/** The value of a JSON text, undefined if it is none. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** What a refusal says, as far as it says it: a backend that knows less than ours may leave any of it out. */
function refusal({ status, statusText }: Response, body: unknown): ApiError {
  const { code, error, requestId }: Partial<Record<keyof ErrorBody, unknown>> = typeof body === 'object' && body !== null ? body : {};
  return {
    code: typeof code === 'string' ? code : `HTTP_${status}`,
    message: typeof error === 'string' ? error : statusText,
    status,
    statusText,
    requestId: typeof requestId === 'string' ? requestId : null,
    body,
  };
}
