/** What the inspector asks for. Only browsers in a preview are told: what is behind a document is not for everybody to know. */
import { INSPECTION_PATH, type Inspection } from '@site/contracts/inspection';
import { platformError } from '@site/platform/errors';
import type { FastifyPluginAsync } from 'fastify';
import { PREVIEW_HEADERS } from '../document/plain-page';
import { previewOf } from '../document/preview-cookie';
import { recognize } from '../document/visitor';
import { orUnavailable, unavailable } from '../document/visitors-site';
import type { LiveSite } from '../live-site';
import type { Previews } from '../preview/previews';

interface InspectionSources {
  live: LiveSite;
  previews: Previews;
}

export const inspectionRoute: FastifyPluginAsync<InspectionSources> = async (fastify, { live, previews }) => {
  fastify.get(INSPECTION_PATH, async (request, reply): Promise<Inspection> => {
    const { pool } = live;
    if (!pool) throw unavailable();
    const found = await previewOf(request, previews).catch(orUnavailable);
    if (found.kind !== 'open') throw platformError('not-found');
    reply.headers(PREVIEW_HEADERS);
    const visitor = recognize(request.headers.cookie, pool.target.parts, request.protocol === 'https');
    return previews.inspect(found.preview, pool, visitor).catch(orUnavailable);
  });
};
