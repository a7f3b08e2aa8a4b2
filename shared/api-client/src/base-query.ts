/** One request to the backend: adds the base address and the bearer token, and turns any failure into one shape. */
import type { ErrorBody } from '@site/contracts/errors';
import { apiConnection, type ApiConnection } from './connection';

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

export async function apiBaseQuery(
  request: ApiRequest,
  { signal }: { signal: AbortSignal },
): Promise<{ data: unknown } | { error: ApiError }> {
  const current = apiConnection();
  try {
    const response = await fetch(current.baseUrl + request.path, {
      method: request.method ?? 'GET',
      headers: await requestHeaders(current, request),
      signal,
      ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
    });
    const body = await readBody(response);
    return response.ok ? { data: body } : { error: refusal(response, body) };
  } catch (error) {
    return { error: { code: 'NETWORK', message: String(error), status: 0, statusText: '', requestId: null, body: null } };
  }
}

async function requestHeaders({ accessToken }: ApiConnection, { access, body }: ApiRequest): Promise<Record<string, string>> {
  const token = access === 'member' ? await accessToken() : null;
  return {
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...(token === null ? {} : { authorization: `Bearer ${token}` }),
  };
}

async function readBody(response: Response): Promise<unknown> {
  const text = await response.text();
  if (text === '') return null;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
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
