/** What 200 remotes on a site cost documents and promotions of one of them, beside a site with a few. */
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { documentOf, untilPrepared, untilRendered } from './documents';
import { makeRelease } from './made-releases';
import type { RegistryProcess } from './processes';
import { BARE_REMOTE, measureSites, publishBare } from './promotion';

/** Most releases of one command. */
const MOST_AT_ONCE = 50;

interface Costs {
  /** Of the document of `/`, compressed. */
  bytes: number;
  /** From a promotion to its first document, median. */
  servedMs: number;
}

export interface ManyRemotes {
  few: Costs;
  many: Costs;
}

interface ManyRemotesOptions {
  folder: string;
  remotes: number;
  promotions: number;
}

/** Each site is one process with registry and edge, on which the builds of this checkout are live. */
export async function measureManyRemotes(
  sites: Record<keyof ManyRemotes, RegistryProcess>,
  { folder, remotes, promotions }: ManyRemotesOptions,
): Promise<ManyRemotes> {
  await addRemotes(sites.many, folder, remotes);
  const versions = Array.from({ length: promotions }, (_, index) => `1.0.${index}`);
  const pair = [sites.few, sites.many] as const;
  for (const site of pair) await publishBare(site, join(folder, 'bare'), versions);
  const measured = await measureSites(
    pair.map((site) => ({
      registry: site,
      edges: [site.origin],
      remote: BARE_REMOTE,
      versions,
      // What the sites prepare after a promotion is no part of the next one.
      before: async () => {
        for (const { origin, prospects } of pair) await untilPrepared(origin, await prospects());
      },
    })),
  );
  const [few, many] = await Promise.all(
    pair.map(async ({ origin }, index): Promise<Costs> => {
      await untilRendered(origin);
      return { bytes: brotliCompressSync(await documentOf(origin)).length, servedMs: measured[index]?.servedMs.p50 ?? Number.NaN };
    }),
  );
  return { few: few!, many: many! };
}

/** Until so many remotes are live. */
async function addRemotes(site: RegistryProcess, folder: string, remotes: number): Promise<void> {
  const live = await site.client.current();
  const missing = remotes - Object.keys(live?.target.parts ?? {}).length + 1;
  const names = Array.from({ length: missing }, (_, index) => `mf-made-${index}`);
  for (const name of names) await site.publish(await makeRelease(join(folder, name), { name, version: '1.0.0' }));
  let number = live?.number ?? 0;
  for (let first = 0; first < missing; first += MOST_AT_ONCE) {
    const some = names.slice(first, first + MOST_AT_ONCE);
    ({ number } = await site.client.promote(number, Object.fromEntries(some.map((name) => [name, '1.0.0']))));
  }
}
