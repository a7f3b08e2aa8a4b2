/** `npm start` for tests: what the site logs is kept in a file, and a site that does not end in order is a failure. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freePort } from './free-port';
import { backgroundErrors, logOf } from './server-log';

const ROOT = path.resolve(import.meta.dirname, '../..');
/** Backstops: a site that neither starts nor ends must not keep the tests for ever. */
export const START_TIMEOUT_MS = 300_000;
const STOP_TIMEOUT_MS = 60_000;

export interface LaunchedSite {
  address: string;
  dataDir: string;
  /**
   * Leaves the data as they are.
   * @throws if the site had ended by itself, did not end in order, or logged an error that no test expected.
   */
  stop(): Promise<void>;
}

/** What a site is started with. */
const NPM_START = ['scripts/start.mjs'];
export const SERVER_ALONE = ['services/server/bin/server.mjs'];
/** Port 1 refuses everybody. */
export const NO_REGISTRY = 'http://127.0.0.1:1';

/**
 * `npm start` on the data in a folder.
 * @param settings Environment of the server beside that of the tests.
 */
export async function launchSite(
  dataDir: string,
  port: number,
  settings: Record<string, string> = {},
  program = NPM_START,
): Promise<LaunchedSite> {
  const output = openSync(logOf(dataDir), 'a');
  const site = spawn(process.execPath, program, {
    cwd: ROOT,
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: dataDir,
      LOG_LEVEL: 'warn',
      LOG_FORMAT: 'json',
      STOP_GRACE_MS: String(STOP_TIMEOUT_MS / 2),
      // All tests come from one address, which would soon have sent more forms than one address may.
      FORM_LIMIT: '1000',
      RECIPIENT_LIMIT: '1000',
      IDENTITY_FORM_POSTS_PER_MINUTE: '10000',
      // A busy machine may need longer for a page or a file than visitors are let wait; an edge that gives a page up logs an error.
      RENDER_TIMEOUT_MS: '30000',
      STORAGE_READ_TIMEOUT_MS: '30000',
      // What it costs to check a password is the matter of the tests of secret-hash.ts. In production it is what it is.
      ...(settings.NODE_ENV !== 'production' && { IDENTITY_HASH_COST: '4' }),
      // The way that the proof of work is done is the same whether it takes long or not.
      BOT_CHECK_WORK: '1000',
      ...settings,
    },
    stdio: ['ignore', output, output, 'ipc'],
  });
  closeSync(output);
  const said = (): Promise<string> => readFile(logOf(dataDir), 'utf8');
  const ended = once(site, 'exit') as Promise<[code: number | null, signal: NodeJS.Signals | null]>;
  const kill = (afterMs: number): NodeJS.Timeout => setTimeout(() => site.kill('SIGKILL'), afterMs);

  const tooLate = kill(START_TIMEOUT_MS);
  const isRunning = await Promise.race([once(site, 'message').then(() => true), ended.then(() => false)]);
  const address = `http://localhost:${port}`;
  const isReady = isRunning && (await becomesReady(address, site));
  clearTimeout(tooLate);
  if (!isReady) throw new Error(`The site did not start.\n${await said()}`);

  return {
    address,
    dataDir,
    async stop() {
      const endedByItself = site.exitCode !== null || site.signalCode !== null;
      site.kill('SIGTERM');
      const impatient = kill(STOP_TIMEOUT_MS);
      const [code, signal] = await ended;
      clearTimeout(impatient);
      const problems = await backgroundErrors(dataDir);
      if (endedByItself || code !== 0)
        problems.push(`The site ${endedByItself ? 'ended by itself' : 'did not end in order'} (${signal ?? code}).\n${await said()}`);
      if (problems.length > 0) throw new Error(`Something went wrong in the server that no test expected.\n${problems.join('\n')}`);
    },
  };
}

/**
 * Waits until the edge serves a target with the address of the site, which follows a start on another port than the last one, and has
 * rendered its pages.
 * @returns false if the site ended before.
 */
async function becomesReady(address: string, site: ChildProcess): Promise<boolean> {
  const answer = async <Body>(path: string): Promise<Body | null> => {
    const response = await fetch(address + path).catch(() => null);
    return response?.ok ? ((await response.json()) as Body) : null;
  };
  while (site.exitCode === null && site.signalCode === null) {
    const params = await answer<{ origin: string }>('/params.json');
    const status = await answer<{ pages: { done: boolean } }>('/_edge/status');
    if (params?.origin === address && status?.pages.done) return true;
    await delay(50);
  }
  return false;
}

/** A site on an empty folder, which is removed when the site is stopped. */
export const launchFreshSite = (settings: Record<string, string> = {}, port?: number): Promise<LaunchedSite> =>
  inNewFolder(async (dataDir) => launchSite(dataDir, port ?? (await freePort()), settings));

/** Puts into an empty folder what the first start of a site has left there, so that the next one need not do all of it again. */
export async function copyStartedData(dataDir: string): Promise<void> {
  const { STARTED_DATA_DIR } = process.env;
  if (STARTED_DATA_DIR === undefined) throw new Error('STARTED_DATA_DIR is not set: tests/e2e/start-site.ts sets it.');
  // Node's own copy of these 1,800 files needs four times the time of the processor.
  await promisify(execFile)('cp', ['-R', `${STARTED_DATA_DIR}/.`, dataDir]);
}

/**
 * A site as it is after its first start, in a folder of its own, which is removed when the site is stopped.
 * @param settingsAt Environment of the server at a port, beside that of the tests.
 */
export const launchStartedSite = (settingsAt: (port: number) => Record<string, string> = () => ({})): Promise<LaunchedSite> =>
  inNewFolder(async (dataDir) => {
    await copyStartedData(dataDir);
    const port = await freePort();
    return launchSite(dataDir, port, settingsAt(port), SERVER_ALONE);
  });

/** A fresh site whose registry was stopped for good after its first target: everything else goes on with what was live then. */
export const launchWithoutRegistry = (settings: Record<string, string> = {}, port?: number): Promise<LaunchedSite> =>
  inNewFolder(async (dataDir) => {
    const own = port ?? (await freePort());
    await (await launchSite(dataDir, own, settings)).stop();
    return launchSite(dataDir, own, { ...settings, ROLES: 'api,identity,edge', REGISTRY_URL: NO_REGISTRY }, SERVER_ALONE);
  });

/** The site, after whose end something is to be done, however it ended. */
export function withCleanUp(site: LaunchedSite, cleanUp: () => Promise<void>): LaunchedSite {
  return {
    ...site,
    async stop() {
      try {
        await site.stop();
      } finally {
        await cleanUp();
      }
    },
  };
}

async function inNewFolder(launch: (dataDir: string) => Promise<LaunchedSite>): Promise<LaunchedSite> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'site-e2e-'));
  const remove = (): Promise<void> => rm(dataDir, { recursive: true, force: true });
  try {
    const site = await launch(dataDir);
    return withCleanUp(site, remove);
  } catch (error) {
    await remove();
    throw error;
  }
}
