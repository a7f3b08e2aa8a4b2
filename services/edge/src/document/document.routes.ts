/** Every address that no other route answers: the pages of the site, and its 404 page. */
import { randomBytes } from 'node:crypto';
import { platformError } from '@site/platform/errors';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { acceptedEncodings } from '../assets/accepted-encoding';
import type { LiveSite } from '../live-site';
import { compress } from './compress';
import type { Documents } from './documents';
import { NOT_YET_PAGE } from './not-yet-page';

/** First segments that belong to services: what they do not answer is no page either. So is everything that starts with `_` or `.`. */
const OF_SERVICES = new Set(['api', 'assets', 'registry', 'metrics', 'healthz', 'readyz']);

const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  // Not `no-store`, which would keep pages out of the browser's back-forward cache.
  'cache-control': 'private, no-cache',
  vary: 'accept-encoding',
  'x-frame-options': 'DENY',
};

export const documentRoutes: FastifyPluginAsync<{ live: LiveSite; documents: Documents }> = async (fastify, { live, documents }) => {
  fastify.get('/*', async (request, reply) => {
    const address = addressOf(request);
    if (!address || isOfServices(address.pathname)) throw platformError('not-found');
    const { snapshot } = live;
    if (!snapshot) return sendNotYet(reply);

    const answer = await documents.answer(snapshot, address);
    // Permanent for search engines. Browsers ask each time, since the next release of a remote may change its redirects.
    if (answer.kind === 'redirect') return reply.header('cache-control', 'no-cache').redirect(answer.to + address.search, 301);
    const nonce = randomBytes(16).toString('base64');
    reply.code(answer.status).headers({ ...HEADERS, 'content-security-policy': answer.document.policy(nonce) });
    return sendHtml(request, reply, answer.document.html(nonce));
  });
};

/** Put together as text: an address that begins with two slashes must not be taken for one of another host. */
const addressOf = ({ raw }: FastifyRequest): URL | null => {
  const address = `http://edge.invalid${raw.url ?? '/'}`;
  return URL.canParse(address) ? new URL(address) : null;
};

function isOfServices(pathname: string): boolean {
  const segment = /^\/+([^/]*)/.exec(pathname)?.[1] ?? '';
  return OF_SERVICES.has(segment) || segment.startsWith('_') || segment.startsWith('.');
}

async function sendHtml(request: FastifyRequest, reply: FastifyReply, html: string): Promise<FastifyReply> {
  const [encoding = 'identity'] = acceptedEncodings(request.headers['accept-encoding']);
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  return reply.send(await compress(html, encoding));
}

function sendNotYet(reply: FastifyReply): FastifyReply {
  return reply
    .code(503)
    .headers({ ...HEADERS, 'retry-after': '2', 'content-security-policy': "default-src 'none'; frame-ancestors 'none'" })
    .send(NOT_YET_PAGE);
}
