/** Playwright's global setup: `npm start` on a free port and an empty data folder, stopped and removed afterwards. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from './free-port';

const ROOT = path.resolve(import.meta.dirname, '../..');
const READY_TIMEOUT_MS = 300_000;
const STOP_TIMEOUT_MS = 5_000;

export interface LaunchedSite {
  address: string;
  /** Leaves the data as they are. */
  stop(): Promise<void>;
}

/**
 * `npm start` on the data in a folder.
 * @param settings Environment of the server beside that of the tests.
 */
export async function launchSite(data: string, port: number, settings: Record<string, string> = {}): Promise<LaunchedSite> {
  const address = `http://localhost:${port}`;
  const site = spawn(process.execPath, ['scripts/start.mjs'], {
    cwd: ROOT,
    // All tests come from one address, which would soon have sent more forms than one address may.
    env: { ...process.env, PORT: String(port), DATA_DIR: data, LOG_LEVEL: 'error', FORM_LIMIT: '1000', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [site.stdout, site.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const ended = once(site, 'close');
  const stop = async (): Promise<void> => {
    if (site.exitCode === null) site.kill('SIGTERM');
    await Promise.race([ended, sleep(STOP_TIMEOUT_MS).then(() => site.kill('SIGKILL'))]);
  };

  const deadline = Date.now() + READY_TIMEOUT_MS;
  while (!output.includes(`running at ${address}`)) {
    if (site.exitCode !== null || Date.now() > deadline) {
      await stop();
      throw new Error(`The site did not start.\n${output}`);
    }
    await sleep(200);
  }
  return { address, stop };
}

/** Sets `BASE_URL` and `SITE_DATA_DIR` (tokens and mail of the running site) for the tests. */
export default async function startSite(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.BASE_URL) return undefined;
  const data = await mkdtemp(path.join(tmpdir(), 'site-e2e-'));
  const remove = (): Promise<void> => rm(data, { recursive: true, force: true });
  try {
    const { address, stop } = await launchSite(data, await freePort());
    process.env.BASE_URL = address;
    process.env.SITE_DATA_DIR = data;
    return () => stop().then(remove);
  } catch (error) {
    await remove();
    throw error;
  }
}
