/** Links that open a preview in a browser, and the one that ends it. */
import { HOME, sendPlain } from '@site/platform/plain-page';
import { ExpiredError, RevokedError } from '@site/release-model/preview';
import { UntrustedError } from '@site/release-model/envelope';
import type { FastifyPluginAsync, FastifyReply } from 'fastify';
import { previewUnavailable, PREVIEW_HEADERS } from '../document/plain-page';
import { noPreviewCookie, previewCookie } from '../document/preview-cookie';
import { NotShownError, type Previews } from '../preview/previews';
import { canonicalPath } from '../routing/route-table';

interface PreviewLink {
  Params: { '*': string };
  Querystring: { to?: string | string[] };
}

export const previewRoutes: FastifyPluginAsync<{ previews: Previews }> = async (fastify, { previews }) => {
  fastify.get('/_preview/leave', async (request, reply) =>
    reply.headers(PREVIEW_HEADERS).header('set-cookie', noPreviewCookie(request)).redirect('/', 303),
  );

  // A token is longer than a named parameter may be.
  fastify.get<PreviewLink>('/_preview/*', async (request, reply) => {
    const token = request.params['*'];
    try {
      const preview = await previews.open(token);
      const to = pathOfSite(request.query.to);
      return await reply
        .headers(PREVIEW_HEADERS)
        .header('set-cookie', previewCookie(request, token, preview))
        .redirect(to, 303);
    } catch (error) {
      return refuse(reply, error);
    }
  });
};

function refuse(reply: FastifyReply, error: unknown): FastifyReply {
  reply.headers(PREVIEW_HEADERS);
  if (error instanceof ExpiredError || error instanceof RevokedError) {
    const text = `${error.message} Ask whoever gave you the link for a new one.`;
    return sendPlain(reply, { status: 410, title: 'This preview has ended', text, link: HOME });
  }
  if (error instanceof UntrustedError) {
    const text = 'The link is not complete, or it is for another site. Ask whoever gave it to you for a new one.';
    return sendPlain(reply, { status: 403, title: 'This link is not valid', text, link: HOME });
  }
  if (error instanceof NotShownError) return sendPlain(reply, previewUnavailable(error));
  throw error;
}

const SITE = 'http://site.invalid';

/** The address within this site that a text says; the home page for any other. */
function pathOfSite(text: string | string[] | undefined): string {
  if (typeof text !== 'string' || !URL.canParse(text, SITE)) return '/';
  const { origin, pathname, search, hash } = new URL(text, SITE);
  return origin === SITE ? canonicalPath(pathname) + search + hash : '/';
}
