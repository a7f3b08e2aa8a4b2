/** A site whose console has much to list: a programme with many members, and parts with many releases and a long history. */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '@site/platform/database';
import { seedProgramme } from '@site/server/testing/seed-programme';
import { freePort } from '../../e2e/free-port';
import { launchSite, type LaunchedSite, SERVER_ALONE, withCleanUp } from '../../e2e/launch-site';
import { makeRelease } from '../releases/made-releases';
import { type RegistryProcess, startRegistry } from '../releases/processes';

interface LargeSite {
  /** Address of an empty database. */
  databaseUrl: string;
  members: number;
  /** Beside those of the site itself. */
  parts: number;
  /** Of these parts together. */
  releases: number;
  revisions: number;
}

/** The sample accounts are there, and everything else is written beside them. */
export async function startLargeSite({ databaseUrl, members, ...history }: LargeSite): Promise<LaunchedSite> {
  const folder = await mkdtemp(join(tmpdir(), 'site-large-'));
  const dataDir = join(folder, 'data');
  const port = await freePort();
  const settings = { DATABASE_URL: databaseUrl };
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    await mkdir(dataDir);
    await (await launchSite(dataDir, port, settings)).stop();
    await writeProgramme(databaseUrl, members);
    // Without an edge, which would make ready for every revision.
    const registry = await startRegistry(dataDir, 'registry', databaseUrl);
    try {
      await writeHistory(registry, join(folder, 'releases'), history);
    } finally {
      await registry.stop();
    }
    return withCleanUp(await launchSite(dataDir, port, settings, SERVER_ALONE), remove);
  } catch (error) {
    await remove();
    throw error;
  }
}

async function writeProgramme(url: string, members: number): Promise<void> {
  const database = await openDatabase({ url, poolSize: 1 });
  try {
    await seedProgramme(database, { members, demos: 5, messages: members / 2 });
    // The site would send them while it is measured.
    await database.query('delete from platform.outbox where sent_at is null');
  } finally {
    await database.close();
  }
}

type History = Pick<LargeSite, 'parts' | 'releases' | 'revisions'>;

/** One part after the other becomes live in its next version. */
async function writeHistory(registry: RegistryProcess, folder: string, { parts, releases, revisions }: History): Promise<void> {
  const names = Array.from({ length: parts }, (_, index) => `mf-part-${index}`);
  const versions = Array.from({ length: releases / parts }, (_, index) => `1.0.${index}`);
  for (const name of names)
    for (const version of versions) await registry.publish(await makeRelease(join(folder, name, version), { name, version }));
  const { client } = registry;
  let number = (await client.current())?.number ?? 0;
  const all = (version = '') => Object.fromEntries(names.map((name) => [name, version]));
  number = (await client.promote(number, all(versions[0]))).number;
  for (let turn = 0; number < revisions; turn += 1) {
    const [name = '', version = ''] = [names[turn % parts], versions[(Math.floor(turn / parts) + 1) % versions.length]];
    number = (await client.promote(number, { [name]: version })).number;
  }
}
