/**
 * An edge on copies of the site's releases, without registry, database and API. It serves what the site serves while all of these are
 * down, and a test may do to its files and parameters what would disturb the tests that share the site.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Envelope, readSigningKey, signTarget } from '@site/release-model/envelope';
import type { Target } from '@site/release-model/target';
import { test as base } from './fixtures';
import { freePort } from './free-port';
import { NO_REGISTRY } from './launch-site';
import { logOf } from './server-log';

const ROOT = path.resolve(import.meta.dirname, '../..');

export interface LoneEdge {
  address: string;
  /** Holds `files/releases`. */
  dataDir: string;
  /** What it has logged of severity `error`. */
  log(): Promise<string>;
  stop(): Promise<void>;
}

/** Tests of an edge of their worker's own. */
export const test = base.extend<object, { edgeParams: object; edge: LoneEdge }>({
  edgeParams: [{}, { option: true, scope: 'worker' }],
  edge: [
    async ({ edgeParams }, use) => {
      const edge = await startLoneEdge(edgeParams);
      await use(edge);
      await edge.stop();
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ edge }, use) => use(edge.address),
});

/** Makes a target with other parameters of the one in the file, as the registry of the site would have signed it. */
async function changeParams(file: string, keyFile: string, params: object): Promise<void> {
  const { envelope, releases } = JSON.parse(await readFile(file, 'utf8')) as { envelope: Envelope; releases: unknown };
  const target = JSON.parse(Buffer.from(envelope.payload, 'base64').toString()) as Target;
  const key = readSigningKey(await readFile(keyFile, 'utf8'));
  const changed = { ...target, params: { ...target.params, ...params } };
  await writeFile(file, JSON.stringify({ envelope: signTarget(changed, key), releases }));
}

/** @param params Runtime parameters in place of the site's own. */
async function startLoneEdge(params: object): Promise<LoneEdge> {
  const site = process.env.SITE_DATA_DIR;
  if (site === undefined) throw new Error('SITE_DATA_DIR names no data');
  const dataDir = await mkdtemp(path.join(tmpdir(), 'lone-edge-'));
  // Without what the site's edge has of these files on its disk: tests disturb those in the store.
  // What the site is writing, `<name>.<uuid>` until it is whole, may be gone before it is copied.
  const isCopied = (source: string): boolean => !/\/edge\/(?:assets|deltas)$|\.[\da-f-]{36}$/.test(source);
  for (const folder of ['files/releases', 'edge', 'edge-access'])
    await cp(path.join(site, folder), path.join(dataDir, folder), { recursive: true, filter: isCopied });
  await changeParams(path.join(dataDir, 'edge/last-known-good.json'), path.join(site, 'keys/target.key.pem'), params);

  const port = await freePort();
  const output = openSync(logOf(dataDir), 'a');
  const edge = spawn(process.execPath, ['services/server/bin/server.mjs'], {
    cwd: ROOT,
    env: {
      ...process.env,
      ROLES: 'edge',
      PORT: String(port),
      DATA_DIR: dataDir,
      REGISTRY_URL: NO_REGISTRY,
      // As for the site itself.
      STORAGE_READ_TIMEOUT_MS: '30000',
      LOG_LEVEL: 'error',
      LOG_FORMAT: 'json',
    },
    stdio: ['ignore', output, output, 'ipc'],
  });
  closeSync(output);
  const log = (): Promise<string> => readFile(logOf(dataDir), 'utf8');
  /** What it has logged, before its data are removed. */
  const lastWords = async (): Promise<string> => {
    try {
      return await log();
    } finally {
      await rm(dataDir, { recursive: true, force: true });
    }
  };
  const ended = once(edge, 'exit');
  const stop = async (): Promise<void> => {
    edge.kill('SIGTERM');
    const [code] = (await ended) as [number | null];
    const said = await lastWords();
    if (code !== 0) throw new Error(`The edge did not end in order (${code}).\n${said}`);
  };
  const outcome = await Promise.race([once(edge, 'message').then(() => 'listening'), ended.then(() => 'ended')]);
  if (outcome === 'ended') throw new Error(`The edge did not start.\n${await lastWords()}`);
  return { address: `http://localhost:${port}`, dataDir, log, stop };
}
