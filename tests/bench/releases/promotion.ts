/** From a promotion to the first document with the new version in it. */
import { join } from 'node:path';
import { repositoryRoot } from '@site/build/package-source';
import { alterBuild } from '../../e2e/releases/changed-builds';
import { quantile } from '../measure/statistics';
import { isRendered, statusOf, untilPrepared, untilRendered, untilServed } from './documents';
import { makeRelease } from './made-releases';
import type { RegistryProcess } from './processes';

export const PARTS = ['shell', 'mf-marketing', 'mf-elevate', 'mf-auth'];
export const REMOTE = 'mf-marketing';
export const BARE_REMOTE = 'mf-bare';

/** A document knows the remote of its own page alone. */
const pageOf = (remote: string): string => (remote === BARE_REMOTE ? `/${BARE_REMOTE}/page-0` : '/');

export const distOf = (name: string): string => join(repositoryRoot, name, 'dist');

/** Publishes and promotes the builds of this checkout. */
export async function goLive({ client, publish }: RegistryProcess): Promise<void> {
  for (const name of PARTS) await publish(distOf(name));
  const versions = await Promise.all(
    PARTS.map(async (name) => [name, (await client.releases(name, { limit: 1 }))[0]?.version ?? ''] as const),
  );
  await client.promote(0, Object.fromEntries(versions));
}

/** Publishes the build of a remote as further versions. */
export async function publishBuild({ publish }: RegistryProcess, folder: string, versions: string[]): Promise<void> {
  for (const version of versions)
    await publish(await alterBuild(distOf(REMOTE), join(folder, REMOTE, version), { descriptor: { version } }));
}

/** Publishes versions of a remote of which nothing is rendered ahead. */
export async function publishBare({ publish }: RegistryProcess, folder: string, versions: string[]): Promise<void> {
  for (const version of versions) await publish(await makeRelease(join(folder, BARE_REMOTE, version), { name: BARE_REMOTE, version }));
}

export interface Promotions {
  /** Until the registry has answered. */
  answeredMs: Distribution;
  /** Until every edge has answered with it. */
  servedMs: Distribution;
  /** From the arrival of the target at an edge until it is served. */
  switchedMs: Distribution;
  /** First documents whose page was left to the browser. */
  unrendered: number;
}

/** Milliseconds. */
interface Distribution {
  p50: number;
  p99: number;
}

interface PromotionsOptions {
  registry: RegistryProcess;
  /** Origins of the edges. */
  edges: string[];
  remote: string;
  versions: string[];
  /** Done just before each of them. */
  before?: (version: string) => Promise<void>;
}

/** Publishes a version, and waits until the edges have prepared for it. */
export async function foresee(registry: RegistryProcess, edges: string[], folder: string, version: string): Promise<void> {
  await publishBuild(registry, folder, [version]);
  const statement = await registry.prospects();
  await Promise.all(edges.map((edge) => untilPrepared(edge, statement)));
}

export async function measurePromotions({ registry: { client }, edges, remote, versions, before }: PromotionsOptions): Promise<Promotions> {
  const answered: number[] = [];
  const served: number[] = [];
  const switched: number[] = [];
  let unrendered = 0;
  for (const version of versions) {
    await Promise.all(edges.map(untilRendered));
    const expectedRevision = (await client.current())?.number ?? 0;
    await before?.(version);
    const began = performance.now();
    const since = (): number => performance.now() - began;
    const command = client.promote(expectedRevision, { [remote]: version }).then(() => answered.push(since()));
    const documents = await Promise.all(edges.map((edge) => untilServed(edge + pageOf(remote), remote, version)));
    served.push(since());
    unrendered += documents.filter((html) => !isRendered(html)).length;
    await command;
    for (const edge of edges) switched.push((await statusOf(edge)).switchedInMs ?? Number.NaN);
    process.stdout.write('.');
  }
  return { answeredMs: distributionOf(answered), servedMs: distributionOf(served), switchedMs: distributionOf(switched), unrendered };
}

const distributionOf = (times: number[]): Distribution => ({ p50: quantile(times, 0.5), p99: quantile(times, 0.99) });
