/** Every address that no other route answers: the pages of the site, and its 404 page. */
import { platformError } from '@site/platform/errors';
import { sendPlain } from '@site/platform/plain-page';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { bestEncoding } from '../assets/accepted-encoding';
import type { ComposedSite } from '../composed-site';
import { NotShownError, type Previews } from '../preview/previews';
import type { Visitor } from '../site/choice';
import type { SitePool } from '../site-pool';
import { DocumentAnswers, type DocumentSources } from './document-answers';
import { dictionaryOf, isCounted, KEPT, kindOf, pageAnswer } from './page-answers';
import { DISABLED_RETRY_AFTER, NOT_YET, previewUnavailable } from './plain-page';
import { noPreviewCookie, previewOf } from './preview-cookie';

/** First segments that belong to services: what they do not answer is no page either. So is everything that starts with `_` or `.`. */
const OF_SERVICES = new Set(['api', 'assets', 'registry', 'metrics', 'healthz', 'readyz']);

interface RouteSources extends DocumentSources {
  previews: Previews;
}

const ROUTE = '/*';

export const documentRoutes: FastifyPluginAsync<RouteSources> = async (fastify, { previews, ...sources }) => {
  const { live, documents, counts } = sources;
  const answers = new DocumentAnswers(sources);

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

  fastify.answerAhead(ROUTE, (request) => answers.finished(request));

  fastify.get(ROUTE, async (request, reply) => {
    const { headers } = request;
    const url = request.raw.url ?? '/';
    const address = addressOf(url);
    if (!address || isOfServices(address.pathname)) throw platformError('not-found');
    const { pool } = live;
    if (!pool) return sendPlain(reply, NOT_YET);

    const visit = answers.visitOf({ headers, isSecure: request.protocol === 'https' }, pool);
    if (visit.setCookie !== null) reply.header('set-cookie', visit.setCookie);
    const preview = headers.cookie === undefined ? null : await previewFor(request, reply, pool, visit.visitor);
    const ofVisitor = reply.hasHeader('set-cookie') ? 'private' : visit.audience;
    const audience = preview ? 'preview' : ofVisitor;
    // The answer would tell the id of one request to all who share it.
    if (audience === 'shared') reply.removeHeader('x-request-id');
    reply.headers(KEPT[audience]);
    if (preview?.kind === 'not-shown') return sendPlain(reply, previewUnavailable(preview.error));

    const composed = preview ? preview.composed : answers.siteOf(visit, pool);
    const { disabled } = composed.site.shell;
    if (disabled) {
      return sendPlain(reply, { title: 'This site is not available', text: disabled.message, retryAfter: DISABLED_RETRY_AFTER });
    }

    const asked = { url, composed, encoding: bestEncoding(headers['accept-encoding']), cache: preview ? null : pool.documents };
    const answer = await documents.answer(asked, address);
    // Permanent for search engines. Browsers ask each time, since the next release of a remote may change its redirects.
    if (answer.kind === 'redirect') return reply.redirect(answer.to + address.search, 301);
    if (!preview && isCounted(answer.status)) counts.count(answers.siteOf(visit, pool).releases);
    const kind = kindOf(answer, audience, headers);
    const dictionary = dictionaryOf(kind, headers);
    const page = dictionary === null ? answer.page : await documents.difference(pool.documents, answer.page, dictionary);
    const { status, headers: sent, body } = pageAnswer(page, kind);
    return reply
      .code(status)
      .headers(sent)
      .send(body ?? undefined);
  });
};

type PreviewAnswer = { kind: 'shown'; composed: ComposedSite } | { kind: 'not-shown'; error: NotShownError };

/** Put together as text: an address that begins with two slashes must not be taken for one of another host. */
const addressOf = (url: string): URL | null => {
  const address = `http://edge.invalid${url}`;
  return URL.canParse(address) ? new URL(address) : null;
};

function isOfServices(pathname: string): boolean {
  const segment = /^\/+([^/]*)/.exec(pathname)?.[1] ?? '';
  return OF_SERVICES.has(segment) || segment.startsWith('_') || segment.startsWith('.');
}
