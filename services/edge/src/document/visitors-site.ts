/** The site that a visitor's next document is made of. */
import { platformError } from '@site/platform/errors';
import type { FastifyRequest } from 'fastify';
import type { ComposedSite } from '../composed-site';
import type { LiveSite } from '../live-site';
import { NotShownError, type Previews } from '../preview/previews';
import { previewOf } from './preview-cookie';
import { recognize } from './visitor';

export interface SiteSources {
  live: LiveSite;
  previews: Previews;
}

export interface VisitorsSite {
  composed: ComposedSite;
  /** Value for `set-cookie`, so that the next document is made of the same; null when the browser has what it should have. */
  setCookie: string | null;
}

/** @throws AppError `service-unavailable` while there is none, or its preview cannot be shown. */
export async function siteOfVisitor(request: FastifyRequest, { live, previews }: SiteSources): Promise<VisitorsSite> {
  const { pool } = live;
  if (!pool) throw unavailable();
  const { setCookie, ...visitor } = recognize(request.headers.cookie, pool.target.parts, request.protocol === 'https');
  const found = await previewOf(request, previews).catch(orUnavailable);
  const composed =
    found.kind === 'open' ? await previews.site(found.preview, pool, visitor).catch(orUnavailable) : pool.at(pool.choiceOf(visitor));
  return { composed, setCookie };
}

export const unavailable = () => platformError('service-unavailable', { headers: { 'retry-after': '2' } });

/** An open page of a preview goes on as it is while a new one could not be shown. */
export function orUnavailable(error: unknown): never {
  throw error instanceof NotShownError ? unavailable() : error;
}
