/** One call of the programme desk, with the access token of whoever is signed in. */
import { apiConnection } from '@site/api-client';
import { call, type CallRequest, type CallResult } from '@site/api-client/call';

const OPTIONS = { limitMs: 30_000, unreachable: 'The desk cannot be reached.' };

export interface DeskRequest extends Pick<CallRequest, 'method' | 'body'> {
  /** Below `/desk` of the API: `/members`. */
  path: string;
  /** The version that was seen. The call is refused if there is another one by now. */
  version?: number | string | undefined;
  /** A call that is repeated with the same key does nothing a second time. */
  key?: string;
}

export function askDesk<Answer>({ path, version, key, ...request }: DeskRequest, signal: AbortSignal): Promise<CallResult<Answer>> {
  const connection = apiConnection();
  const headers = { ...(version !== undefined && { 'if-match': `"${version}"` }), ...(key !== undefined && { 'idempotency-key': key }) };
  return call(
    { ...request, url: `${connection.baseUrl}/desk${path}`, headers, access: 'member' },
    { ...OPTIONS, tokens: connection, signal },
  );
}
