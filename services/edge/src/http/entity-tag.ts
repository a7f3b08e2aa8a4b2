/** Entity tags, and the requests that name them. */
import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** @param parts All that a browser gets with the tag; any other bytes have another one. */
export function entityTag(...parts: readonly (string | Uint8Array)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return `"${hash.digest('base64url').slice(0, 27)}"`;
}

/** A weak tag: of the same contents, in whichever encoding. */
export const contentTag = (...parts: readonly (string | Uint8Array)[]): string => `W/${entityTag(...parts)}`;

/** Whether the browser has what the tag names. It may name several, and weak ones, since a proxy may have changed the encoding. */
export function hasTagged(headers: IncomingHttpHeaders, tag: string): boolean {
  const given = headers['if-none-match'];
  if (given === undefined || given === tag) return given === tag;
  return given.split(',').some((one) => {
    const candidate = one.trim();
    return candidate === '*' || opaque(candidate) === opaque(tag);
  });
}

const opaque = (tag: string): string => tag.replace(/^W\//, '');

/** Sends a text that browsers keep and ask for again each time: 304 when they have it. */
export function sendTagged(request: FastifyRequest, reply: FastifyReply, type: string, text: string): FastifyReply {
  const tag = entityTag(text);
  reply.type(type).header('etag', tag);
  if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-cache');
  return hasTagged(request.headers, tag) ? reply.code(304).send() : reply.send(text);
}
