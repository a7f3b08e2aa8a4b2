/** The site under measurement: started from empty data, asked for its composition. */
import { COMPOSITION_ELEMENT_ID, type Composition, MANIFESTS_PATH, type SiteManifest } from '@site/contracts/composition';
import startSite from '../../e2e/start-site';

const RENDERED_TIMEOUT_MS = 60_000;

export interface BenchSite {
  origin: string;
  /** With all remotes, as a document has it that names no manifest. */
  composition(): Promise<Composition>;
  stop(): Promise<void>;
}

export async function startBenchSite(): Promise<BenchSite> {
  const stop = await startSite();
  const origin = process.env.BASE_URL ?? '';
  const document = async (): Promise<string> => (await fetch(origin)).text();

  const composition = async (): Promise<Composition> => {
    const json = new RegExp(`id="${COMPOSITION_ELEMENT_ID}"[^>]*>(.*?)</script>`, 's').exec(await document())?.[1];
    if (json === undefined) throw new Error(`${origin} has no composition`);
    const composition = JSON.parse(json) as Composition;
    if (composition.manifest === null) return composition;
    const manifest = (await (await fetch(`${origin}${MANIFESTS_PATH}${composition.manifest}`)).json()) as SiteManifest;
    return { ...composition, ...manifest, manifest: null };
  };
  const untilRendered = async (): Promise<void> => {
    const deadline = Date.now() + RENDERED_TIMEOUT_MS;
    while (/<div id="root"><\/div>/.test(await document())) {
      if (Date.now() > deadline) throw new Error('The page was not rendered ahead of time');
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  };
  await untilRendered();
  return {
    origin,
    composition,
    stop: async () => stop?.(),
  };
}
