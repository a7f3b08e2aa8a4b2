/** The few pages that the API itself shows: made of plain HTML, without a script. */
import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';

export const PAGE_STYLE = `
:root { color-scheme: light dark; font: 1rem/1.6 system-ui, sans-serif; }
body { margin: 0; }
main { max-width: 60rem; margin: 0 auto; padding: 3rem 1.5rem; }
h1 { line-height: 1.2; text-wrap: balance; }
h2 { margin-top: 3rem; }
button { font: inherit; padding: 0.6rem 1.4rem; border-radius: 0.5rem; }
code, pre { font: 0.875rem/1.5 ui-monospace, monospace; }
pre { overflow-x: auto; padding: 1rem; border: 1px solid color-mix(in srgb, currentcolor 25%, transparent); border-radius: 0.5rem; }
summary { cursor: pointer; padding: 0.4rem 0; }
`;

const STYLE_HASH = createHash('sha256').update(PAGE_STYLE).digest('base64');
const POLICY = `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`;

/** Sends a page that may run nothing and load nothing. */
export const sendPage = (reply: FastifyReply, html: string): FastifyReply =>
  reply.header('content-security-policy', POLICY).header('x-robots-tag', 'noindex').type('text/html; charset=utf-8').send(html);
