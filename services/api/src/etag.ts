/** Lists carry an ETag, and a client that has the list already gets 304. */
import { createHash } from 'node:crypto';
import type { onSendAsyncHookHandler } from 'fastify';
import { z } from 'zod';

/** Hook of a route whose answer may be kept by the client as long as it is checked again each time. */
export const revalidated: onSendAsyncHookHandler<unknown> = async (request, reply, payload) => {
  if (reply.statusCode !== 200 || typeof payload !== 'string') return payload;
  const etag = `"${createHash('sha256').update(payload).digest('base64url').slice(0, 27)}"`;
  reply.header('etag', etag).header('cache-control', request.caller ? 'private, no-cache' : 'public, no-cache');
  if (!matches(request.headers['if-none-match'], etag)) return payload;
  reply.code(304).removeHeader('content-type');
  return null;
};

/** Proxies may mark a tag as weak on the way; for reading that is the same tag. */
function matches(header: string | undefined, etag: string): boolean {
  if (!header) return false;
  return header.trim() === '*' || header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}

/** Schema of the answer without a body. */
export const notModified = z.undefined().describe('Nothing has changed');
