/** One call of the registry, with the access token of whoever is signed in. */
import { apiConnection, type ApiError } from '@site/api-client';
import { errorBodySchema } from '@site/contracts/errors';

const BASE = '/registry/v1';
/** The longest that an answer may take: longer than the registry itself waits for edges. */
const LIMIT_MS = 30_000;
const UNREACHABLE = 'The registry cannot be reached.';

export interface RegistryRequest {
  /** Below the registry's address: `/environments/production/rules`. */
  path: string;
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  body?: unknown;
}

export type CallResult<Answer> = { data: Answer; error?: undefined } | { data?: undefined; error: ApiError };

export const askRegistry = <Answer>(request: RegistryRequest, signal: AbortSignal): Promise<CallResult<Answer>> =>
  resultOf(sendToRegistry(request, AbortSignal.any([signal, AbortSignal.timeout(LIMIT_MS)])), UNREACHABLE);

/** Never rejects: a call without an answer, and one that was given up, has the status 0. @param unreachable Says so. */
export async function resultOf<Answer>(sent: Promise<Response>, unreachable: string): Promise<CallResult<Answer>> {
  try {
    const response = await sent;
    const text = await response.text();
    return response.ok ? { data: parseOrNull(text) as Answer } : { error: refusal(response, parseOrNull(text)) };
  } catch (error) {
    return { error: noAnswer(error, unreachable) };
  }
}

/** An address of the picture that the registry answers with, as `URL.createObjectURL` makes it. Never rejects. @param path Below the registry's address. */
export async function askRegistryForPicture(path: string, signal: AbortSignal): Promise<CallResult<string>> {
  try {
    const response = await sendToRegistry({ path }, AbortSignal.any([signal, AbortSignal.timeout(LIMIT_MS)]));
    if (response.ok) return { data: URL.createObjectURL(await response.blob()) };
    return { error: refusal(response, parseOrNull(await response.text())) };
  } catch (error) {
    return { error: noAnswer(error, UNREACHABLE) };
  }
}

/** What stands behind the question mark: parameters without a value are left out. */
export const queryText = (parameters: Record<string, string | number | boolean | undefined>): string =>
  new URLSearchParams(
    Object.entries(parameters).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  ).toString();

export async function sendToRegistry({ path, method = 'GET', body }: RegistryRequest, signal: AbortSignal): Promise<Response> {
  const token = await apiConnection().accessToken();
  return fetch(BASE + path, {
    method,
    headers: {
      ...(token !== null && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    signal,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}

function parseOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function refusal({ status, statusText }: Response, body: unknown): ApiError {
  const parsed = errorBodySchema.safeParse(body);
  const told = parsed.success ? { code: parsed.data.code, message: parsed.data.error, requestId: parsed.data.requestId } : null;
  return { ...(told ?? { code: `HTTP_${status}`, message: statusText || `Status ${status}`, requestId: null }), status, statusText, body };
}

const noAnswer = (error: unknown, unreachable: string): ApiError => ({
  code: 'NETWORK',
  message: unreachable,
  status: 0,
  statusText: String(error),
  requestId: null,
  body: null,
});
