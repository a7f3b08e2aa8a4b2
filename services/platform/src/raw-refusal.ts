/** Refusals of what no route answers any more: a request that cannot be read, or has not arrived in time. The connection ends with them. */
import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { errorBody } from './error-response';
import { type AppError, platformError } from './errors';
import { withSecurityHeaders } from './security-headers';

export function refuseRaw(socket: Duplex, error: AppError, requestId: string): void {
  const body = JSON.stringify(errorBody(error, requestId));
  const headers = withSecurityHeaders(error.status, { 'content-type': 'application/json; charset=utf-8' }, 'http');
  const own = { 'content-length': String(Buffer.byteLength(body)), connection: 'close', 'x-request-id': requestId };
  const lines = Object.entries({ ...headers, ...own }).map(([name, value]) => `${name}: ${value}`);
  if (socket.writable) socket.write([`HTTP/1.1 ${error.status} ${STATUS_CODES[error.status]}`, ...lines, '', body].join('\r\n'));
  socket.destroy();
}

/** What the parser of Node says of a request, as a refusal. */
export const refusalOf = ({ code }: { code?: string }): AppError =>
  platformError(code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 'request-timeout' : 'invalid-request');
