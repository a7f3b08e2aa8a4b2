/** Publishes what was built, and promotes it. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { publishDist } from '@site/release-cli/publish';
import { createRegistryClient } from '@site/release-cli/registry-client';
// @ts-expect-error -- plain JavaScript without types: it runs before anything is installed
import { readBuild, releasedPackages } from '../../../scripts/start/build.mjs';
import type { Replica } from './replica';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const POLL_MS = 50;

interface Build {
  name: string;
  version: string;
  folder: string;
}

const builds = (): Build[] =>
  (releasedPackages as () => [string, string][])().map(([, folder]) => (readBuild as (folder: string) => Build)(folder));

/** Resolves when each edge serves what was built, with all its pages rendered. */
export async function goLive(registry: Replica, edges: Replica[]): Promise<void> {
  const address = `${registry.origin}/registry`;
  const token = (await readFile(path.join(registry.dataDir, 'tokens', 'start.token'), 'utf8')).trim();
  for (const { folder } of builds()) await publishDist({ registry: address, token, folder: path.join(ROOT, folder, 'dist') });
  const wanted = Object.fromEntries(builds().map(({ name, version }) => [name, version]));
  const client = createRegistryClient({ registry: address, token });
  const current = await client.current();
  const { number } = await client.promote(current?.number ?? 0, wanted, 'The cluster starts');
  await Promise.all(edges.map((edge) => serves(edge, number)));
}

/** Resolves when the edge serves the revision, or a later one, with all its pages rendered. */
async function serves(edge: Replica, revision: number): Promise<void> {
  for (;;) {
    const answer = await fetch(`${edge.origin}/_edge/status`);
    const status = (await answer.json()) as { revision: number | null; pages: { done: boolean } };
    if ((status.revision ?? 0) >= revision && status.pages.done) return;
    if (!edge.isRunning()) throw new Error(`${edge.name} has ended. ${edge.lastWords()}`);
    await delay(POLL_MS);
  }
}
