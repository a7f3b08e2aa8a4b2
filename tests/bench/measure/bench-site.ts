/** The site under measurement: started from empty data, asked for its documents and for its composition. */
import { type Composition, MANIFESTS_PATH, type SiteManifest } from '@site/contracts/composition';
import startSite from '../../e2e/start-site';
import { isRendered } from '../releases/documents';
import { compositionIn } from '../variants/documents';

const RENDERED_TIMEOUT_MS = 60_000;

export interface BenchSite {
  origin: string;
  /** The document of a route, rendered ahead of time. */
  document(route: string): Promise<string>;
  /** Headers of the document of a route. */
  headers(route: string): Promise<Headers>;
  /** What lies at an address, as JSON. */
  json(path: string): Promise<unknown>;
  /** With all remotes, as a document has it that names no manifest. */
  composition(): Promise<Composition>;
  stop(): Promise<void>;
}

export async function startBenchSite(): Promise<BenchSite> {
  const stop = await startSite();
  const origin = process.env.BASE_URL ?? '';
  const ask = async (path: string): Promise<string> => (await fetch(origin + path)).text();
  const json = async (path: string): Promise<unknown> => JSON.parse(await ask(path));

  const document = async (route: string): Promise<string> => {
    const deadline = Date.now() + RENDERED_TIMEOUT_MS;
    for (;;) {
      const html = await ask(route);
      if (isRendered(html)) return html;
      if (Date.now() > deadline) throw new Error(`${route} was not rendered ahead of time`);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  };
  const headers = async (route: string): Promise<Headers> => (await fetch(origin + route, { method: 'HEAD' })).headers;
  const composition = async (): Promise<Composition> => {
    const composition = compositionIn(await ask('/'));
    if (composition.manifest === null) return composition;
    const manifest = (await json(MANIFESTS_PATH + composition.manifest)) as SiteManifest;
    return { ...composition, ...manifest, manifest: null };
  };
  await document('/');
  return { origin, document, headers, json, composition, stop: async () => stop?.() };
}
