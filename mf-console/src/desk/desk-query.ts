/** One call of the programme desk, with the access token of whoever is signed in. */
import { apiConnection } from '@site/api-client';
import { type CallResult, resultOf } from '../registry/registry-query';

const LIMIT_MS = 30_000;

export interface DeskRequest {
  /** Below `/desk` of the API: `/members`. */
  path: string;
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  body?: unknown;
  /** The version that was seen. The call is refused if there is another one by now. */
  version?: number | string | undefined;
  /** A call that is repeated with the same key does nothing a second time. */
  key?: string;
}

/** A call that is refused as unauthorized is made once more with a new token, as those of the other pages are. */
export const askDesk = <Answer>(request: DeskRequest, signal: AbortSignal): Promise<CallResult<Answer>> =>
  resultOf(send(request, AbortSignal.any([signal, AbortSignal.timeout(LIMIT_MS)])), 'The desk cannot be reached.');

async function send(request: DeskRequest, signal: AbortSignal): Promise<Response> {
  const { accessToken, renewAccessToken } = apiConnection();
  const token = await accessToken();
  const response = await sendWith(token, request, signal);
  if (response.status !== 401) return response;
  const renewed = await renewAccessToken();
  return renewed === null || renewed === token ? response : sendWith(renewed, request, signal);
}

const sendWith = (token: string | null, { path, method = 'GET', body, version, key }: DeskRequest, signal: AbortSignal) =>
  fetch(`${apiConnection().baseUrl}/desk${path}`, {
    method,
    headers: {
      ...(token !== null && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(version !== undefined && { 'if-match': `"${version}"` }),
      ...(key !== undefined && { 'idempotency-key': key }),
    },
    signal,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
