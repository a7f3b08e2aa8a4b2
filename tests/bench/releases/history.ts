/** Whether what people and edges ask for grows with the number of revisions. */
import { join } from 'node:path';
import { SHELL_NAME } from '@site/contracts/release';
import { median } from '../measure/statistics';
import { untilServed } from './documents';
import { makeRelease } from './made-releases';
import { type RegistryProcess, startEdge, startRegistry } from './processes';

export interface Times {
  status: number;
  history: number;
  promotion: number;
  /** What a rollback would do. */
  rollback: number;
  /** The first command of a registry that has just started, which reads the whole log. */
  firstCommand: number;
  /** From the start of an edge's process to its first document. */
  edgeStart: number;
}

interface HistoryOptions {
  folder: string;
  databaseUrl?: string | undefined;
  parts: number;
  /** Of all parts together. */
  releases: number;
  revisions: number;
}

/** Revisions before the first measurement, and asked for in one. */
const FEW = 100;

/** @returns Medians in milliseconds with few revisions and with all of them. */
export async function measureHistory({
  folder,
  databaseUrl,
  parts,
  releases,
  revisions,
}: HistoryOptions): Promise<{ few: Times; many: Times }> {
  const dataDir = join(folder, 'registry');
  const names = [SHELL_NAME, ...Array.from({ length: parts - 1 }, (_, index) => `mf-part-${index}`)];
  const versions = Array.from({ length: releases / parts }, (_, index) => `1.0.${index}`);
  const first = await startRegistry(dataDir, 'registry', databaseUrl);
  for (const name of names)
    for (const version of versions) await first.publish(await makeRelease(join(folder, 'releases', name, version), { name, version }));
  await first.client.promote(0, Object.fromEntries(names.map((name) => [name, '1.0.0'])));
  await first.stop();

  // One part after the other, each time in its next version.
  const release = (number: number) => ({
    [names[number % parts] ?? '']: versions[(Math.floor(number / parts) + 1) % versions.length] ?? '',
  });
  const measured: Times[] = [];
  let number = 1;
  for (const until of [FEW, revisions]) {
    // Only the last ones of each are measured: those before make the history.
    const makers = await startRegistry(dataDir, 'registry', databaseUrl);
    while (number < until - FEW / 2) number = await promoted(makers, number, release(number));
    await makers.stop();
    const registry = await startRegistry(dataDir, 'registry', databaseUrl);
    const firstCommand = await timed(async () => (number = await promoted(registry, number, release(number))));
    const promotion: number[] = [];
    while (number < until) promotion.push(await timed(async () => (number = await promoted(registry, number, release(number)))));
    const edgeStart = await timed(() => firstDocument(registry, join(folder, `edge-${until}`), release(number - 1)));
    const status = await repeated(({ client }) => Promise.all([client.environment(), client.current(), client.edges()]), registry);
    const history = await repeated(({ client }) => client.revisions({ limit: 20 }), registry);
    const expectedRevision = number;
    const rollback = await repeated(({ client }) => client.dryRun({ kind: 'rollback' }, { expectedRevision }), registry);
    measured.push({ status, history, promotion: median(promotion), rollback, firstCommand, edgeStart });
    await registry.stop();
    process.stdout.write('.');
  }
  const [few, many] = measured as [Times, Times];
  return { few, many };
}

const promoted = async ({ client }: RegistryProcess, number: number, versions: Record<string, string>): Promise<number> =>
  (await client.promote(number, versions)).number;

async function firstDocument(registry: RegistryProcess, dataDir: string, versions: Record<string, string>): Promise<void> {
  const edge = await startEdge(registry, dataDir);
  const [[name, version] = ['', '']] = Object.entries(versions);
  await untilServed(edge.origin, name, version);
  await edge.stop();
}

const repeated = async (ask: (registry: RegistryProcess) => Promise<unknown>, registry: RegistryProcess): Promise<number> => {
  const times: number[] = [];
  for (let turn = 0; turn < FEW; turn += 1) times.push(await timed(() => ask(registry)));
  return median(times);
};

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}
