/** What somebody who was here before downloads again after one remote has been released. */
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { buildMonolith, buildTextbook } from '../variants/build-variants';
import { REMOTES } from '../variants/variant-configs';
import { clientDocument } from '../variants/client-document';
import type { BenchSite } from './bench-site';
import { listen, proxyHandler, staticHandler, type Handler } from './h2-server';
import { loadPage, newContext } from './page-load';

const RELEASED = 'mf-marketing';
const NEXT_VERSION = '1.0.1-bench.1';

export interface ReturningVisitor {
  /** Bytes of script by variant. */
  [variant: string]: number;
}

export async function returningVisitor({
  browser,
  site,
  folder,
}: {
  browser: Browser;
  site: BenchSite;
  folder: string;
}): Promise<ReturningVisitor> {
  const composition = await site.composition();
  const documents = {
    '/composition.json': { type: 'application/json', body: JSON.stringify(composition) },
    '/params.json': { type: 'application/json', body: JSON.stringify(composition.params) },
  };
  const monolith = async (name: string, changed: boolean): Promise<Handler> => {
    const root = join(folder, name);
    return staticHandler({ folders: { '/': root }, documents, page: clientDocument(await buildMonolith(root, changed), composition) });
  };
  const textbook = async (name: string, changed: boolean): Promise<Handler> => {
    const root = join(folder, name);
    const page = clientDocument(await buildTextbook(root, changed), null);
    return staticHandler({
      folders: { ...Object.fromEntries(REMOTES.map((remote) => [`/${remote}/`, join(root, remote)])), '/': join(root, 'host') },
      documents,
      page,
    });
  };
  return {
    'one application': await revisit(browser, await monolith('monolith', false), () => monolith('monolith-next', true)),
    'federation by the book': await revisit(browser, await textbook('textbook', false), () => textbook('textbook-next', true)),
    'this site': await revisit(browser, proxyHandler(site.origin), async () => {
      await site.release(RELEASED, NEXT_VERSION);
      return proxyHandler(site.origin);
    }),
  };
}

/** One visitor, one origin: a first visit, a release, a second visit. */
async function revisit(browser: Browser, before: Handler, release: () => Promise<Handler>): Promise<number> {
  let handler = before;
  const server = await listen((req, res) => handler(req, res));
  const context = await newContext(browser);
  await loadPage(context, server.origin, null);
  handler = await release();
  const { scriptBytes } = await loadPage(context, server.origin, null);
  await context.close();
  await server.close();
  return scriptBytes;
}
