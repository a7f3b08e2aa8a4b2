/** The site that a visitor's next document is made of. */
import { platformError } from '@site/platform/errors';
import type { FastifyRequest } from 'fastify';
import type { ComposedSite } from '../composed-site';
import type { LiveSite } from '../live-site';
import { NotShownError, type Previews } from '../preview/previews';
import { choiceOf } from '../site/choice';
import { previewOf } from './preview-cookie';
import { recognize } from './visitor';

export interface SiteSources {
  live: LiveSite;
  previews: Previews;
}

/** @throws PlatformError `service-unavailable` while there is none, or its preview cannot be shown. */
export async function siteOfVisitor(request: FastifyRequest, { live, previews }: SiteSources): Promise<ComposedSite> {
  const { pool } = live;
  if (!pool) throw unavailable();
  const { parts } = pool.target;
  const visitor = recognize(request.headers.cookie, parts, request.protocol === 'https');
  const found = await previewOf(request, previews).catch(orUnavailable);
  return found.kind === 'open' ? previews.site(found.preview, pool, visitor).catch(orUnavailable) : pool.at(choiceOf(parts, visitor));
}

const unavailable = () => platformError('service-unavailable', { headers: { 'retry-after': '2' } });

/** An open page of a preview goes on as it is while a new one could not be shown. */
function orUnavailable(error: unknown): never {
  throw error instanceof NotShownError ? unavailable() : error;
}
