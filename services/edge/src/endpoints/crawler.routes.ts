/** What search engines ask for. */
import type { FastifyPluginAsync } from 'fastify';
import { escapeHtml } from '@site/platform/html';
import { sendTagged, SHARED } from '../http/entity-tag';
import type { LiveSite } from '../live-site';
import type { Prerenders } from '../prerendering/prerenders';
import { type RenderContext, renderJob } from '../prerendering/render-plan';
import { plainAddress } from '../routing/route-table';
import type { Site } from '../site/site';

/** Public pages get what they consist of from these; who renders them must be able to ask. */
const OPEN_CALLS = ['/api/draft/'];

export interface CrawlerRoutesOptions {
  live: LiveSite;
  prerenders: Prerenders;
  /** Origin under which visitors know the site. */
  publicOrigin: string;
}

export const crawlerRoutes: FastifyPluginAsync<CrawlerRoutesOptions> = async (fastify, { live, prerenders, publicOrigin }) => {
  fastify.get('/sitemap.xml', async (request, reply) => {
    const addresses = live.pool ? await sitemapAddresses(live.pool.stable, prerenders) : [];
    reply.header('cache-control', SHARED);
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
    reply.header('cache-control', SHARED);
    const closed = ['/api/', '/registry/', '/_idp/', ...members].map((address) => `Disallow: ${address}`);
    const lines = ['User-agent: *', ...OPEN_CALLS.map((address) => `Allow: ${address}`), ...closed];
    const text = [...lines, '', `Sitemap: ${new URL('/sitemap.xml', publicOrigin).href}`].join('\n');
    return sendTagged(request, reply, 'text/plain; charset=utf-8', `${text}\n`);
  });
};

/** Those of the public pages, but for pages that ask not to be listed. */
async function sitemapAddresses(context: RenderContext, prerenders: Prerenders): Promise<string[]> {
  const addresses = await Promise.all(
    publicPages(context.site).map(async (page) => ((await isUnlisted(page, context, prerenders)) ? [] : [page.address])),
  );
  return [...new Set(addresses.flat())].sort();
}

interface PublicPage {
  remote: string;
  page: string;
  address: string;
}

/** Of several routes to one page, the first declared is its address and the others are aliases. */
function publicPages(site: Site): PublicPage[] {
  const first = new Map<string, PublicPage>();
  for (const { remote, route } of site.routes.pages()) {
    const address = route.access === 'public' ? plainAddress(route) : null;
    const key = `${remote} ${route.page}`;
    if (address !== null && !first.has(key)) first.set(key, { remote, page: route.page, address });
  }
  return [...first.values()];
}

const ASKS_NOT_TO_BE_LISTED = /<meta name="robots" content="noindex"/;

/** As its rendered head says. Nothing is known of a page that cannot be rendered ahead. What stands in for a part that is switched off says nothing. */
async function isUnlisted({ remote: name, page, address }: PublicPage, context: RenderContext, prerenders: Prerenders): Promise<boolean> {
  const remote = context.site.remotes.find((candidate) => candidate.name === name);
  const job = remote && !remote.disabled ? renderJob(context, remote, page, address) : null;
  const rendered = job && (await prerenders.obtain(job, context.paramsDigest));
  return rendered !== null && rendered !== 'late' && ASKS_NOT_TO_BE_LISTED.test(rendered.head);
}

const addressesOf = (site: Site, access: 'public' | 'member') => {
  const routes = site.routes.pages().filter(({ route }) => route.access === access);
  return [...new Set(routes.flatMap(({ route }) => plainAddress(route) ?? []))].sort();
};
