/** Ways to change what is live on a site: the release command, and the client behind it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { publishDist, type Published } from '@site/release-cli/publish';
import { createRegistryClient, type RegistryClient } from '@site/release-cli/registry-client';
import { test as base } from '../fixtures';
import { launchStartedSite, START_TIMEOUT_MS, type LaunchedSite } from '../launch-site';
import { logOf } from '../server-log';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const COMMAND = path.join(ROOT, 'tools/release-cli/bin/release.mjs');

export interface ReleaseManager {
  address: string;
  dataDir: string;
  /** What the site has logged. */
  log(): Promise<string>;
  publish(folder: string): Promise<Published>;
  registry: RegistryClient;
  /** Runs `release <args> --json --yes`. */
  release(...args: string[]): Promise<Outcome>;
}

interface Outcome {
  code: number | null;
  /** What the command answered with `--json`. */
  answer: Record<string, unknown>;
}

/** Version of the remote whose page a document is. */
export function versionIn(html: string, name: string): string {
  const composition = /<script type="application\/json" id="site-composition"[^>]*>(.*?)<\/script>/s.exec(html)?.[1] ?? '{}';
  const { remotes } = JSON.parse(composition) as { remotes: { name: string; version: string }[] };
  return remotes.find((remote) => remote.name === name)?.version ?? 'none';
}

/** For files that take what is live as they find it, and leave each part at a release that works: they share a site, in any order. */
const SHARED = 'shared';

/** A file whose tests go by what was live before them has a site to itself: `test.use({ siteOf: import.meta.filename })`. */
export const test = base.extend<object, { siteOf: string; site: LaunchedSite; manager: ReleaseManager }>({
  // A file with another value has another worker, and with it another site. Of a shared one each worker has its own.
  siteOf: [SHARED, { option: true, scope: 'worker' }],
  site: [
    // eslint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from this pattern
    async ({}, use) => {
      const site = await launchStartedSite();
      await use(site);
      await site.stop();
    },
    { scope: 'worker', timeout: START_TIMEOUT_MS },
  ],
  manager: [async ({ site }, use) => use(await managerOf(site)), { scope: 'worker' }],
});

async function managerOf({ address, dataDir }: LaunchedSite): Promise<ReleaseManager> {
  const token = async (verb: 'publish' | 'promote'): Promise<string> =>
    (await readFile(path.join(dataDir, 'tokens', `${verb}.token`), 'utf8')).trim();
  const mayPublish = await token('publish');
  return {
    address,
    dataDir,
    log: () => readFile(logOf(dataDir), 'utf8'),
    publish: (folder) => publishDist({ registry: address, token: mayPublish, folder }),
    registry: createRegistryClient({ registry: address, token: await token('promote') }),
    async release(...args) {
      const env = { ...process.env, RELEASE_REGISTRY: address, DATA_DIR: dataDir };
      const command = spawn(process.execPath, [COMMAND, ...args, '--json', '--yes'], {
        cwd: ROOT,
        env,
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      let said = '';
      command.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
      const [code] = (await once(command, 'close')) as [number | null];
      return { code, answer: JSON.parse(said) as Record<string, unknown> };
    },
  };
}
