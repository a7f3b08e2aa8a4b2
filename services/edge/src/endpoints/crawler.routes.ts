/** What search engines ask for. */
import type { FastifyPluginAsync } from 'fastify';
import { escapeHtml } from '../document/escape';
import { plainAddress } from '../routing/route-table';
import { sendTagged } from '../http/entity-tag';
import type { LiveSite } from '../live-site';
import type { Site } from '../site/site';

/** @param publicOrigin Origin under which visitors know the site. */
export const crawlerRoutes: FastifyPluginAsync<{ live: LiveSite; publicOrigin: string }> = async (fastify, { live, publicOrigin }) => {
  fastify.get('/sitemap.xml', async (request, reply) => {
    const addresses = live.pool ? sitemapAddresses(live.pool.stable.site) : [];
    const urls = addresses.map((address) => `<url><loc>${escapeHtml(new URL(address, publicOrigin).href)}</loc></url>`);
    return sendTagged(
      request,
      reply,
      'application/xml; charset=utf-8',
      `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join('')}</urlset>\n`,
    );
  });

  fastify.get('/robots.txt', async (request, reply) => {
    const members = live.pool ? addressesOf(live.pool.stable.site, 'member') : [];
    const lines = ['User-agent: *', ...['/api/', '/registry/', '/_idp/', ...members].map((address) => `Disallow: ${address}`)];
    const text = [...lines, '', `Sitemap: ${new URL('/sitemap.xml', publicOrigin).href}`].join('\n');
    return sendTagged(request, reply, 'text/plain; charset=utf-8', `${text}\n`);
  });
};

/** Public addresses. Of several routes to one page, the first declared is its address and the others are aliases. */
export function sitemapAddresses(site: Site): string[] {
  const first = new Map<string, string>();
  for (const { remote, route } of site.routes.pages()) {
    const address = route.access === 'public' ? plainAddress(route) : null;
    const page = `${remote} ${route.page}`;
    if (address !== null && !first.has(page)) first.set(page, address);
  }
  return [...new Set(first.values())].sort();
}

const addressesOf = (site: Site, access: 'public' | 'member') => {
  const routes = site.routes.pages().filter(({ route }) => route.access === access);
  return [...new Set(routes.flatMap(({ route }) => plainAddress(route) ?? []))].sort();
};
