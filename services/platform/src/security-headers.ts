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

/** Adds the headers that an answer does not have yet. */
export function setSecurityHeaders(server: FastifyInstance): void {
  server.addHook('onSend', async (request, reply) => {
    const type = String(reply.getHeader('content-type') ?? '');
    const isDocument = type.startsWith('text/html');
    const isScript = type.startsWith('text/javascript');
    const wanted = {
      ...ALWAYS,
      ...(!isDocument && NOT_A_DOCUMENT),
      ...(!isScript && NOT_A_SCRIPT),
      ...(!isDocument && !isScript && { 'x-frame-options': 'DENY' }),
      ...(request.protocol === 'https' && { 'strict-transport-security': ONE_YEAR }),
    };
    for (const [name, value] of Object.entries(wanted)) if (!reply.hasHeader(name)) reply.header(name, value);
  });
}
