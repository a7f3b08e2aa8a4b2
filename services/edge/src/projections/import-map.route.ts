/** `/.well-known/import-map.json`: the ES modules that are live, for hosts on other sites. */
import { platformError } from '@site/platform/errors';
import type { FastifyPluginAsync } from 'fastify';
import { sendTagged } from '../http/entity-tag';
import type { LiveSite } from '../live-site';
import { importMapOf } from './import-map';

interface ImportMapRouteOptions {
  live: LiveSite;
  /** Origin under which visitors know the site. */
  publicOrigin: string;
}

export const importMapRoute: FastifyPluginAsync<ImportMapRouteOptions> = async (fastify, { live, publicOrigin }) => {
  fastify.get('/.well-known/import-map.json', async (request, reply) => {
    reply.header('access-control-allow-origin', '*').header('cross-origin-resource-policy', 'cross-origin');
    const { pool } = live;
    if (!pool) throw platformError('service-unavailable', { headers: { 'retry-after': '2' } });
    return sendTagged(request, reply, 'application/importmap+json; charset=utf-8', JSON.stringify(importMapOf({ ...pool, publicOrigin })));
  });
};
