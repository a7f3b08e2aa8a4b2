/** `/.well-known/frontend-discovery.json`: what is live, for tools of others. Hosts on other sites read it, so it is open to all of them. */
import { platformError } from '@site/platform/errors';
import type { FastifyPluginAsync } from 'fastify';
import { sendTagged } from '../http/entity-tag';
import type { LiveSite } from '../live-site';
import { discoveryOf } from './discovery';

interface DiscoveryRouteOptions {
  live: LiveSite;
  /** Origin under which visitors know the site. */
  publicOrigin: string;
}

export const discoveryRoute: FastifyPluginAsync<DiscoveryRouteOptions> = async (fastify, { live, publicOrigin }) => {
  fastify.get('/.well-known/frontend-discovery.json', async (request, reply) => {
    reply.header('access-control-allow-origin', '*').header('cross-origin-resource-policy', 'cross-origin');
    const { pool } = live;
    if (!pool) throw platformError('service-unavailable', { headers: { 'retry-after': '2' } });
    // Tagged by its text, and not by the target alone: a fallback that could not be read at first is in it later.
    return sendTagged(request, reply, 'application/json; charset=utf-8', JSON.stringify(discoveryOf({ ...pool, publicOrigin })));
  });
};
