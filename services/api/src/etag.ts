/** Lists carry an ETag, and a client that has the list already gets 304. */
import { entityTag, hasTagged } from '@site/platform/entity-tag';
import type { onSendAsyncHookHandler } from 'fastify';
import { z } from 'zod';

/** Hook of a route whose answer may be kept by the client as long as it is checked again each time. */
export const revalidated: onSendAsyncHookHandler<unknown> = async (request, reply, payload) => {
  if (reply.statusCode !== 200 || typeof payload !== 'string') return payload;
  const etag = entityTag(payload);
  reply.header('etag', etag).header('cache-control', request.caller ? 'private, no-cache' : 'public, no-cache');
  if (!hasTagged(request.headers, etag)) return payload;
  reply.code(304).removeHeader('content-type');
  return null;
};

/** Schema of the answer without a body. */
export const notModified = z.undefined().describe('Nothing has changed');
