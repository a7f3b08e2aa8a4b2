/** One call of the registry, with the access token of whoever is signed in. */
import { apiConnection } from '@site/api-client';
import { type ApiError, call, sendCall, type CallRequest, type CallResult } from '@site/api-client/call';

const BASE = '/registry/v1';
/** The limit is longer than the registry itself waits for edges. */
const OPTIONS = { limitMs: 30_000, unreachable: 'The registry cannot be reached.' };

export interface RegistryRequest extends Pick<CallRequest, 'method' | 'body'> {
  /** Below the registry's address: `/environments/production/rules`. */
  path: string;
}

export const askRegistry = async <Answer>(request: RegistryRequest, signal: AbortSignal): Promise<CallResult<Answer>> =>
  named(await call<Answer>(toCall(request), { ...OPTIONS, tokens: apiConnection(), signal }));

/** An address of the picture that the registry answers with, as `URL.createObjectURL` makes it. @param path Below the registry's address. */
export const askRegistryForPicture = async (path: string, signal: AbortSignal): Promise<CallResult<string>> =>
  named(
    await call(toCall({ path }), {
      ...OPTIONS,
      tokens: apiConnection(),
      signal,
      read: async (picture) => URL.createObjectURL(await picture.blob()),
    }),
  );

/** Where the registry did not say itself what is wrong, the sentence says at least that it is the registry that is away. */
const named = <Answer>(result: CallResult<Answer>): CallResult<Answer> =>
  result.error ? { error: { ...result.error, message: sentenceOf(result.error) } } : result;

function sentenceOf({ code, status, message }: ApiError): string {
  if (code === 'TIMEOUT') return 'The registry did not answer in time.';
  return code.startsWith('HTTP_5') ? `Something answered in the place of the registry, with status ${status}.` : message;
}

/** Without a limit of time, for an answer that goes on. */
export const sendToRegistry = (request: RegistryRequest, signal: AbortSignal): Promise<Response> =>
  sendCall(toCall(request), signal, apiConnection());

const toCall = ({ path, ...request }: RegistryRequest): CallRequest => ({ ...request, url: BASE + path, access: 'member' });

/** What stands behind the question mark: parameters without a value are left out. */
export const queryText = (parameters: Record<string, string | number | boolean | undefined>): string =>
  new URLSearchParams(
    Object.entries(parameters).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  ).toString();
