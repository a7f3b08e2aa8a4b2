/** Entity tags, and the requests that name them. */
import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** @param parts All that a client gets with the tag; any other bytes have another one. */
export function entityTag(...parts: readonly (string | Uint8Array)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return `"${hash.digest('base64url').slice(0, 27)}"`;
}

/** Whether the client has what the tag names. It may name several, and weak ones, since a proxy may have changed the encoding. */
export function hasTagged(headers: IncomingHttpHeaders, tag: string): boolean {
  const given = headers['if-none-match'];
  if (given === undefined || given === tag) return given === tag;
  return given.split(',').some((one) => {
    const candidate = one.trim();
    return candidate === '*' || opaque(candidate) === opaque(tag);
  });
}

const opaque = (tag: string): string => tag.replace(/^W\//, '');
