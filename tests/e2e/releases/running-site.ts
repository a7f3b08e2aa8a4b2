/** Ways to change what is live on the site that the tests started: the release command, and the client behind it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { publishDist, type Published } from '@site/release-cli/publish';
import { createRegistryClient, type RegistryClient } from '@site/release-cli/registry-client';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const COMMAND = path.join(ROOT, 'tools/release-cli/bin/release.mjs');

const address = (): string => process.env.BASE_URL ?? '';
/** Folder with the tokens of the site; undefined when the tests visit a site elsewhere. */
export const siteData = (): string | undefined => process.env.SITE_DATA_DIR;

const token = async (verb: 'publish' | 'promote'): Promise<string> =>
  (await readFile(path.join(siteData() ?? '', 'tokens', `${verb}.token`), 'utf8')).trim();

export const publish = async (folder: string): Promise<Published> =>
  publishDist({ registry: address(), token: await token('publish'), folder });

export const registry = async (): Promise<RegistryClient> => createRegistryClient({ registry: address(), token: await token('promote') });

export interface Outcome {
  code: number | null;
  /** What the command answered with `--json`. */
  answer: Record<string, unknown>;
}

/** Runs `release <args> --json --yes`. */
export async function release(...args: string[]): Promise<Outcome> {
  const env = { ...process.env, RELEASE_REGISTRY: address(), DATA_DIR: siteData() ?? '' };
  const command = spawn(process.execPath, [COMMAND, ...args, '--json', '--yes'], { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'inherit'] });
  let said = '';
  command.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const [code] = (await once(command, 'close')) as [number | null];
  return { code, answer: JSON.parse(said) as Record<string, unknown> };
}
