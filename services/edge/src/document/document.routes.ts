/** Every address that no other route answers: the pages of the site, and its 404 page. */
import { platformError } from '@site/platform/errors';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { acceptedEncodings } from '../assets/accepted-encoding';
import type { ComposedSite } from '../composed-site';
import type { DocumentCounts } from '../health/document-counts';
import type { Seals } from '../health/seals';
import type { LiveSite } from '../live-site';
import { NotShownError, type Previews } from '../preview/previews';
import type { Visitor } from '../site/choice';
import type { SitePool } from '../site-pool';
import { availableDictionary } from '../deltas/available-dictionary';
import { hasTagged } from '../http/entity-tag';
import { keepsDocuments } from './document-dictionaries';
import type { Documents } from './documents';
import type { PageBytes } from './page-bytes';
import { DISABLED_RETRY_AFTER, NOT_YET, PREVIEW_HEADERS, previewUnavailable, sendPlain } from './plain-page';
import { noPreviewCookie, previewOf } from './preview-cookie';
import { recognize } from './visitor';

/** First segments that belong to services: what they do not answer is no page either. So is everything that starts with `_` or `.`. */
const OF_SERVICES = new Set(['api', 'assets', 'registry', 'metrics', 'healthz', 'readyz']);

/**
 * Browsers ask each time. Not `no-store`, which would keep pages out of their back-forward cache. What is the same for all who have none of
 * the edge's cookies may be shared for a second, in which a busy site is asked for the same page again and again.
 */
const SHARED = 'public, max-age=0, s-maxage=1';
const PRIVATE = 'private, no-cache';
/** Cookies decide about previews and candidates, and about the shell. */
const VARY = 'accept-encoding, available-dictionary, cookie';
/**
 * For browsers that may keep a page as a dictionary, which has to be fresh: for as long as files of releases are, and never used unasked, since
 * it varies with everything.
 */
const HELD_SECONDS = 30 * 24 * 60 * 60;
const HELD = {
  shared: { 'cache-control': `public, max-age=${HELD_SECONDS}, s-maxage=1`, vary: `${VARY}, *` },
  private: { 'cache-control': `private, max-age=${HELD_SECONDS}`, vary: `${VARY}, *` },
};

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
    reply.header('vary', VARY);
    const preview = request.headers.cookie === undefined ? null : await previewFor(request, reply, pool, visitor);
    const isShared = !visitor.matters && !reply.hasHeader('set-cookie');
    // The answer would tell the id of one request to all who share it.
    if (isShared && !preview) reply.removeHeader('x-request-id');
    reply.headers(preview ? PREVIEW_HEADERS : { 'cache-control': isShared ? SHARED : PRIVATE });
    if (preview?.kind === 'not-shown') return sendPlain(reply, previewUnavailable(preview.error));

    const choice = pool.choiceOf(visitor);
    const composed = preview?.composed ?? pool.at(choice, seals.sealOf(pool.target, choice));
    const { disabled } = composed.site.shell;
    if (disabled) {
      return sendPlain(reply, { title: 'This site is not available', text: disabled.message, retryAfter: DISABLED_RETRY_AFTER });
    }

    const [encoding = 'identity'] = acceptedEncodings(request.headers['accept-encoding']);
    const cache = preview ? null : pool.documents;
    const answer = await documents.answer({ composed, encoding, cache }, address);
    // Permanent for search engines. Browsers ask each time, since the next release of a remote may change its redirects.
    if (answer.kind === 'redirect') return reply.redirect(answer.to + address.search, 301);
    if (!preview && answer.status !== 404) counts.count(pool.releasesIn(choice));
    if (answer.status === 503) reply.header('retry-after', DISABLED_RETRY_AFTER);
    const { page } = answer;
    const isHeld = answer.status === 200 && page.dictionaryFor !== null && keepsDocuments(request.headers);
    if (cache && isHeld) reply.headers(isShared ? HELD.shared : HELD.private);
    reply.code(answer.status).header('etag', page.tag);
    // The browser has everything else, its policy included: the tag is of both.
    if (answer.status === 200 && hasTagged(request, page.tag)) return reply.code(304).send();
    if (cache && isHeld) reply.header('use-as-dictionary', `match="${page.dictionaryFor}", match-dest=("document")`);
    const dictionary = cache && availableDictionary(request.headers);
    return sendPage(reply, dictionary ? await documents.difference(cache, page, dictionary) : page);
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

/** Every page of the site goes through here. */
function sendPage(reply: FastifyReply, { bytes, encoding, policy }: PageBytes): FastifyReply {
  reply.headers({ 'content-type': 'text/html; charset=utf-8', 'x-frame-options': 'DENY', 'content-security-policy': policy });
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  return reply.send(bytes);
}
