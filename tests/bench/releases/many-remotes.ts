/** What 200 remotes on the site cost documents and promotions of one of them. */
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { documentOf, untilPrepared, untilRendered } from './documents';
import { makeRelease } from './made-releases';
import type { RegistryProcess } from './processes';
import { BARE_REMOTE, measurePromotions, publishBare } from './promotion';

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

/** @param site One process with registry and edge, on which the builds of this checkout are live. */
export async function measureManyRemotes(site: RegistryProcess, { folder, remotes, promotions }: ManyRemotesOptions): Promise<ManyRemotes> {
  const versions = (major: number): string[] => Array.from({ length: promotions }, (_, index) => `${major}.0.${index}`);
  const costs = async (major: number): Promise<Costs> => {
    await publishBare(site, folder, versions(major));
    // What the site prepares after a promotion is no part of the next one.
    const before = async (): Promise<void> => untilPrepared(site.origin, await site.prospects());
    const options = { registry: site, edges: [site.origin], remote: BARE_REMOTE, versions: versions(major), before };
    const { servedMs } = await measurePromotions(options);
    await untilRendered(site.origin);
    return { bytes: brotliCompressSync(await documentOf(site.origin)).length, servedMs: servedMs.p50 };
  };

  const few = await costs(1);
  const live = await site.client.current();
  const missing = remotes - Object.keys(live?.target.parts ?? {}).length + 1;
  const names = Array.from({ length: missing }, (_, index) => `mf-made-${index}`);
  for (const name of names) await site.publish(await makeRelease(join(folder, name), { name, version: '1.0.0' }));
  let number = live?.number ?? 0;
  for (let first = 0; first < missing; first += MOST_AT_ONCE) {
    const some = names.slice(first, first + MOST_AT_ONCE);
    ({ number } = await site.client.promote(number, Object.fromEntries(some.map((name) => [name, '1.0.0']))));
  }
  return { few, many: await costs(2) };
}
