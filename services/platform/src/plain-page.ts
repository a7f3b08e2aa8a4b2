/** A page without the site around it. It loads nothing. */
import type { FastifyReply } from 'fastify';
import { escapeHtml } from './html';

export interface PlainPage {
  /** Default: 503. */
  status?: number;
  title: string;
  text: string;
  link?: { href: string; text: string };
  /** When to ask again, in seconds. */
  retryAfter?: number;
  /** Whether the page asks again by itself. */
  refresh?: boolean;
}

export const HOME = { href: '/', text: 'Go to the site' };

export function sendPlain(reply: FastifyReply, page: PlainPage): FastifyReply {
  if (page.retryAfter !== undefined) reply.header('retry-after', page.retryAfter);
  if (!reply.hasHeader('vary')) reply.header('vary', 'accept-encoding');
  if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'private, no-cache');
  return reply
    .code(page.status ?? 503)
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'x-frame-options': 'DENY',
      'content-security-policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    })
    .send(markup(page));
}

const markup = ({ title, text, link, retryAfter, refresh = false }: PlainPage): string =>
  [
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">',
    refresh ? `<meta http-equiv="refresh" content="${retryAfter}">` : '',
    `<title>${escapeHtml(title)}</title></head><body><h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p>`,
    link ? `<p><a href="${escapeHtml(link.href)}">${escapeHtml(link.text)}</a></p>` : '',
    '</body></html>',
  ].join('');
