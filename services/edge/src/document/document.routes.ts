/** Every address that no other route answers: the pages of the site, and its 404 page. */
import { randomBytes } from 'node:crypto';
import { platformError } from '@site/platform/errors';
import { chosenReleases } from '@site/release-model/choice';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { acceptedEncodings } from '../assets/accepted-encoding';
import type { ComposedSite } from '../composed-site';
import type { DocumentCounts } from '../health/document-counts';
import type { Seals } from '../health/seals';
import type { LiveSite } from '../live-site';
import { NotShownError, type Previews } from '../preview/previews';
import type { Visitor } from '../site/choice';
import type { SitePool } from '../site-pool';
import { compress } from './compress';
import type { Documents } from './documents';
import { DISABLED_RETRY_AFTER, NOT_YET, PREVIEW_HEADERS, previewUnavailable, sendPlain } from './plain-page';
import { noPreviewCookie, previewOf } from './preview-cookie';
import { recognize } from './visitor';

/** First segments that belong to services: what they do not answer is no page either. So is everything that starts with `_` or `.`. */
const OF_SERVICES = new Set(['api', 'assets', 'registry', 'metrics', 'healthz', 'readyz']);

// Not `no-store`, which would keep pages out of the browser's back-forward cache.
const CACHE_CONTROL = 'private, no-cache';

interface DocumentSources {
  live: LiveSite;
  previews: Previews;
  documents: Documents;
  seals: Seals;
  counts: DocumentCounts;
}

export const documentRoutes: FastifyPluginAsync<DocumentSources> = async (fastify, { live, previews, documents, seals, counts }) => {
  /** What a browser in a preview gets, or the page that says why it gets nothing; null for all other browsers. */
  async function previewFor(request: FastifyRequest, reply: FastifyReply, pool: SitePool, visitor: Visitor): Promise<PreviewAnswer | null> {
    try {
      const found = await previewOf(request, previews);
      if (found.kind === 'ended') reply.header('set-cookie', noPreviewCookie(request));
      if (found.kind !== 'open') return null;
      const composed = await previews.site(found.preview, pool, visitor);
      return { kind: 'shown', composed };
    } catch (error) {
      if (!(error instanceof NotShownError)) throw error;
      request.log.warn({ err: error }, 'a preview is not shown');
      return { kind: 'not-shown', error };
    }
  }

  fastify.get('/*', async (request, reply) => {
    const address = addressOf(request);
    if (!address || isOfServices(address.pathname)) throw platformError('not-found');
    const { pool } = live;
    if (!pool) return sendPlain(reply, NOT_YET);

    const { parts } = pool.target;
    const visitor = recognize(request.headers.cookie, parts, request.protocol === 'https');
    if (visitor.setCookie !== null) reply.header('set-cookie', visitor.setCookie);
    if (visitor.matters) reply.header('vary', 'accept-encoding, cookie');
    reply.header('cache-control', CACHE_CONTROL);
    const preview = await previewFor(request, reply, pool, visitor);
    if (preview) reply.headers({ ...PREVIEW_HEADERS, vary: 'accept-encoding, cookie' });
    if (preview?.kind === 'not-shown') return sendPlain(reply, previewUnavailable(preview.error));

    const choice = pool.choiceOf(visitor);
    const composed = preview?.composed ?? pool.at(choice, seals.sealOf(pool.target, choice));
    const { disabled } = composed.site.shell;
    if (disabled) {
      return sendPlain(reply, { title: 'This site is not available', text: disabled.message, retryAfter: DISABLED_RETRY_AFTER });
    }

    const answer = await documents.answer(composed, address, preview ? null : pool.documents);
    // Permanent for search engines. Browsers ask each time, since the next release of a remote may change its redirects.
    if (answer.kind === 'redirect') return reply.redirect(answer.to + address.search, 301);
    if (!preview && answer.status !== 404) counts.count(chosenReleases(parts, choice));
    const nonce = randomBytes(16).toString('base64');
    setHeaders(reply.code(answer.status), answer.document.policy(nonce));
    if (answer.status === 503) reply.header('retry-after', DISABLED_RETRY_AFTER);
    return sendHtml(request, reply, answer.document.html(nonce));
  });
};

type PreviewAnswer = { kind: 'shown'; composed: ComposedSite } | { kind: 'not-shown'; error: NotShownError };

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

function setHeaders(reply: FastifyReply, policy: string): void {
  if (!reply.hasHeader('vary')) reply.header('vary', 'accept-encoding');
  reply.headers({ 'content-type': 'text/html; charset=utf-8', 'x-frame-options': 'DENY', 'content-security-policy': policy });
}
