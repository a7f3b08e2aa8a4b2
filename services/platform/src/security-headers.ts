/** Headers of every answer. Pages (text/html) set their own content security policy. */
import type { FastifyInstance } from 'fastify';

const ALWAYS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
};
/** Rules for a window, which a script never is. A page loads several scripts, and these would be a third of what comes with each. */
const NOT_A_SCRIPT = {
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
};
const NOT_A_DOCUMENT = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
};
const ONE_YEAR = 'max-age=31536000; includeSubDomains';

const DOCUMENT = Object.entries({ ...ALWAYS, ...NOT_A_SCRIPT });
const SCRIPT = Object.entries({ ...ALWAYS, ...NOT_A_DOCUMENT });
const OTHER = Object.entries({ ...ALWAYS, ...NOT_A_DOCUMENT, ...NOT_A_SCRIPT, 'x-frame-options': 'DENY' });

function wantedFor(type: string): [string, string][] {
  if (type.startsWith('text/html')) return DOCUMENT;
  return type.startsWith('text/javascript') ? SCRIPT : OTHER;
}

/** Headers for an answer of this media type. */
export const securityHeadersFor = (type: string, protocol: string): [string, string][] =>
  protocol === 'https' ? [...wantedFor(type), ['strict-transport-security', ONE_YEAR]] : wantedFor(type);

/** The headers of an answer with those that it does not have yet. */
export function withSecurityHeaders(status: number, headers: Readonly<Record<string, string>>, protocol: string): Record<string, string> {
  return { ...Object.fromEntries(wantedIn(status, headers['content-type'] ?? '', protocol)), ...headers };
}

/** Adds to every answer the headers that it does not have yet. */
export function setSecurityHeaders(server: FastifyInstance): void {
  server.addHook('onSend', (request, reply, payload, done) => {
    for (const [name, value] of wantedIn(reply.statusCode, String(reply.getHeader('content-type') ?? ''), request.protocol)) {
      if (!reply.hasHeader(name)) reply.header(name, value);
    }
    done(null, payload);
  });
}

/** An answer that says that nothing has changed needs none: a browser goes on with those that it has. */
const wantedIn = (status: number, type: string, protocol: string): [string, string][] =>
  status === 304 ? [] : securityHeadersFor(type, protocol);
