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

export async function measurePromotions({ versions, ...options }: PromotionsOptions): Promise<Promotions> {
  const measured: Promotion[] = [];
  for (const version of versions) measured.push(await promoteOnce(options, version));
  return summaryOf(measured);
}

/** The same of several sites in turns, so that whatever else the machine does meets all of them. */
export async function measureSites(sites: PromotionsOptions[]): Promise<Promotions[]> {
  const measured = sites.map((): Promotion[] => []);
  const turns = Math.max(...sites.map(({ versions }) => versions.length));
  for (let turn = 0; turn < turns; turn += 1) {
    for (const [index, { versions, ...options }] of sites.entries()) {
      const version = versions[turn];
      if (version !== undefined) measured[index]?.push(await promoteOnce(options, version));
    }
  }
  return measured.map(summaryOf);
}

/** Promotions of two kinds in turns, so that whatever else the machine does meets both. `before` is done just before each of the second kind. */
export async function measureInTurns({
  versions,
  before,
  prepare,
  ...options
}: Required<PromotionsOptions> & { prepare: (version: string) => Promise<void> }): Promise<[plain: Promotions, other: Promotions]> {
  const [plain, other]: [Promotion[], Promotion[]] = [[], []];
  for (const [index, version] of versions.entries()) {
    const isOther = index % 2 === 1;
    const both = (named: string): Promise<void> => prepare(named).then(() => (isOther ? before(named) : undefined));
    (isOther ? other : plain).push(await promoteOnce({ ...options, before: both }, version));
  }
  return [summaryOf(plain), summaryOf(other)];
}

/** Milliseconds; of the switch, of each edge. */
interface Promotion {
  answered: number;
  served: number;
  switched: number[];
  unrendered: number;
}

async function promoteOnce(
  { registry: { client }, edges, remote, before }: Omit<PromotionsOptions, 'versions'>,
  version: string,
): Promise<Promotion> {
  await Promise.all(edges.map(untilRendered));
  const expectedRevision = (await client.current())?.number ?? 0;
  await before?.(version);
  const began = performance.now();
  const since = (): number => performance.now() - began;
  const command = client.promote(expectedRevision, { [remote]: version }).then(since);
  const documents = await Promise.all(edges.map((edge) => untilServed(edge + pageOf(remote), remote, version)));
  const served = since();
  const answered = await command;
  const switched: number[] = [];
  for (const edge of edges) switched.push((await statusOf(edge)).switchedInMs ?? Number.NaN);
  process.stdout.write('.');
  return { answered, served, switched, unrendered: documents.filter((html) => !isRendered(html)).length };
}

const summaryOf = (measured: Promotion[]): Promotions => ({
  answeredMs: distributionOf(measured.map(({ answered }) => answered)),
  servedMs: distributionOf(measured.map(({ served }) => served)),
  switchedMs: distributionOf(measured.flatMap(({ switched }) => switched)),
  unrendered: measured.reduce((sum, { unrendered }) => sum + unrendered, 0),
});

const distributionOf = (times: number[]): Distribution => ({ p50: quantile(times, 0.5), p99: quantile(times, 0.99) });
