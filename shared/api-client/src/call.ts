/**
 * One call of a service of the site: with the token of the member, within a limit of time, and with any failure in one shape.
 *
 * Not part of what the shell provides: a remote that calls a service in its own way brings it along.
 */
import { NETWORK_ERROR } from '@site/contracts/error-texts';
import type { ErrorBody } from '@site/contracts/errors';
import type { ApiConnection } from './connection';

export interface CallRequest {
  url: string;
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE' | undefined;
  /** Sent as JSON. */
  body?: unknown;
  /** Beside those of token and body. */
  headers?: Record<string, string>;
  /** Public calls carry no bearer token. */
  access: 'public' | 'member';
  /** Whether JSON that was answered is what was asked for, as far as whoever reads it relies on that. */
  isAnswer?: ((answer: unknown) => boolean) | undefined;
}

/** Any failure of a call. `status` is 0 when no answer arrived; `body` is the parsed answer, if there was one. */
export interface ApiError {
  /** The service's own, or `HTTP_<status>`, `NETWORK`, `TIMEOUT`, `NOT_JSON` or `NOT_AN_ANSWER`. */
  code: string;
  /** A sentence for people; empty where the service sent none and HTTP has none either. */
  message: string;
  status: number;
  statusText: string;
  requestId: string | null;
  body: unknown;
}

export type CallResult<Answer> = { data: Answer; error?: undefined } | { error: ApiError; data?: undefined };

/** Who calls: the connection of the site, as `apiConnection` has it. */
type Tokens = Pick<ApiConnection, 'accessToken' | 'renewAccessToken'>;

interface CallOptions<Answer> {
  tokens: Tokens;
  /** Ends the call early. */
  signal: AbortSignal;
  /** A call that has not been answered by then has failed, whatever it waits for. */
  limitMs: number;
  /** What an answer without an error is worth. JSON unless stated, and null where a change is answered with nothing. */
  read?: (response: Response) => Promise<Answer>;
  /** What people read when the service cannot be reached. */
  unreachable?: string;
}

const TOO_LATE = 'The server did not answer in time.';

/** Never rejects. */
export async function call<Answer>(
  request: CallRequest,
  { tokens, signal, limitMs, read = readerOf(request), unreachable = NETWORK_ERROR }: CallOptions<Answer>,
): Promise<CallResult<Answer>> {
  const timeout = AbortSignal.timeout(limitMs);
  const end = AbortSignal.any([signal, timeout]);
  const answered = async (): Promise<CallResult<Answer>> => {
    const response = await sendCall(request, end, tokens);
    return response.ok ? { data: await read(response) } : { error: refusal(response, parsed(await response.text()) ?? null) };
  };
  try {
    return await Promise.race([answered(), rejectionBy(end)]);
  } catch (error) {
    if (timeout.aborted) return { error: noAnswer('TIMEOUT', TOO_LATE) };
    return { error: noAnswer(error instanceof Unusable ? error.code : 'NETWORK', unreachable) };
  }
}

/**
 * Sends without a limit of time. A member's call that is refused as unauthorized is made once more with a new token: the one that was sent may
 * have been revoked. Where the session is over the refusal stays, and the session ends.
 */
export async function sendCall(request: CallRequest, signal: AbortSignal, { accessToken, renewAccessToken }: Tokens): Promise<Response> {
  if (request.access === 'public') return send(request, signal, null);
  const token = await accessToken();
  const response = await send(request, signal, token);
  if (response.status !== 401) return response;
  const renewed = await renewAccessToken();
  return renewed === null || renewed === token ? response : send(request, signal, renewed);
}

const send = ({ url, method = 'GET', body, headers }: CallRequest, signal: AbortSignal, token: string | null): Promise<Response> =>
  fetch(url, {
    method,
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(token !== null && { authorization: `Bearer ${token}` }),
      ...headers,
    },
    signal,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });

/** What arrived from elsewhere, such as the page of a network that wants a sign-in. */
class Unusable extends Error {
  constructor(readonly code: 'NOT_JSON' | 'NOT_AN_ANSWER') {
    super(code);
  }
}

/** A change may be answered with nothing; who only reads would wait for it for ever. */
const readerOf =
  <Answer>({ method = 'GET', isAnswer }: CallRequest) =>
  async (response: Response): Promise<Answer> => {
    const text = await response.text();
    const data = text === '' && method !== 'GET' ? null : parsed(text);
    if (data === undefined) throw new Unusable('NOT_JSON');
    if (isAnswer?.(data) === false) throw new Unusable('NOT_AN_ANSWER');
    return data as Answer;
  };

/** The value of a JSON text, undefined if it is none. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

const rejectionBy = (signal: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => {
    const end = () => reject(new Error('The call has ended'));
    if (signal.aborted) end();
    else signal.addEventListener('abort', end, { once: true });
  });

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

const noAnswer = (code: string, message: string): ApiError => ({ code, message, status: 0, statusText: '', requestId: null, body: null });
