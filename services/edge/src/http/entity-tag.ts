/** What browsers keep by an entity tag. */
import { entityTag, hasTagged } from '@site/platform/entity-tag';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** A weak tag: of the same contents, in whichever encoding. */
export const contentTag = (...parts: readonly (string | Uint8Array)[]): string => `W/${entityTag(...parts)}`;

/** For what everybody gets alike: browsers ask each time, and a proxy may share it for a second, and go on with it while no edge answers. */
export const SHARED = 'public, max-age=0, s-maxage=1';

/** Sends a text that browsers keep and ask for again each time: 304 when they have it. */
export function sendTagged(request: FastifyRequest, reply: FastifyReply, type: string, text: string): FastifyReply {
  const tag = entityTag(text);
  reply.type(type).header('etag', tag);
  if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-cache');
  return hasTagged(request.headers, tag) ? reply.code(304).send() : reply.send(text);
}
