/** Where an open page asks whether a new document would have other releases. */
import { LIVE_PATH, type Live } from '@site/contracts/composition';
import { platformError } from '@site/platform/errors';
import type { FastifyPluginAsync } from 'fastify';
import { sendTagged } from '../http/entity-tag';
import type { LiveSite } from '../live-site';
import { NotShownError, type Previews } from '../preview/previews';
import { choiceOf } from '../site/choice';
import { previewOf } from './preview-cookie';
import { recognize } from './visitor';

interface LiveSources {
  live: LiveSite;
  previews: Previews;
}

export const liveRoute: FastifyPluginAsync<LiveSources> = async (fastify, { live, previews }) => {
  fastify.get(LIVE_PATH, async (request, reply) => {
    const { pool } = live;
    if (!pool) throw unavailable();
    const { parts } = pool.target;
    const visitor = recognize(request.headers.cookie, parts, request.protocol === 'https');
    const found = await previewOf(request, previews).catch(orUnavailable);
    const composed =
      found.kind === 'open' ? await previews.site(found.preview, pool, visitor).catch(orUnavailable) : pool.at(choiceOf(parts, visitor));
    const { identity, openTabs } = composed.composition;
    const answer: Live = { identity, openTabs };
    reply.headers({ 'cache-control': 'private, no-cache', vary: 'cookie' });
    return sendTagged(request, reply, 'application/json; charset=utf-8', JSON.stringify(answer));
  });
};

const unavailable = () => platformError('service-unavailable', { headers: { 'retry-after': '2' } });

/** An open page of a preview goes on as it is while a new one could not be shown. */
function orUnavailable(error: unknown): never {
  throw error instanceof NotShownError ? unavailable() : error;
}
