/** One request to the backend: adds the base address and the bearer token, and turns any failure into one shape. */
import { errorBodySchema } from '@site/contracts/errors';
import type { Params } from '@site/contracts/params';

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

export interface ApiConnection {
  /** Base address of the backend, without a trailing slash. */
  baseUrl: string;
  /** Access token of the member, or null for a visitor. */
  accessToken: () => Promise<string | null>;
  /** The bot check of the public forms. */
  botCheck: Params['bot_check'];
}

let connection: ApiConnection | null = null;

/** Called once by the shell, before the first request. */
export function connectApi(value: ApiConnection): void {
  connection = { ...value, baseUrl: value.baseUrl.replace(/\/$/, '') };
}

export function apiConnection(): ApiConnection {
  if (connection === null) throw new Error('connectApi was not called');
  return connection;
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

function refusal(response: Response, body: unknown): ApiError {
  const parsed = errorBodySchema.safeParse(body);
  return {
    code: parsed.success ? parsed.data.code : `HTTP_${response.status}`,
    message: parsed.success ? parsed.data.error : response.statusText,
    status: response.status,
    statusText: response.statusText,
    requestId: parsed.success ? parsed.data.requestId : null,
    body,
  };
}
