/** What every command needs: where the registry is, who asks, how to answer. */
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { EXIT, Failure } from './failure';
import { findRoot } from './workspace';

export interface CommonOptions {
  json?: boolean;
  yes?: boolean;
  registry: string;
  token?: string;
}

const DEFAULT_REGISTRY = 'http://localhost:8080/registry';

export const defaultRegistry = (): string => process.env.RELEASE_REGISTRY || DEFAULT_REGISTRY;

/**
 * The token for a verb: the option, else `RELEASE_TOKEN`, else the file that the local site keeps in its data folder.
 * @throws Failure if there is none.
 */
export async function tokenFor(verb: 'publish' | 'promote', given: string | undefined, cwd: string): Promise<string> {
  const explicit = given ?? process.env.RELEASE_TOKEN;
  if (explicit) return explicit;
  const dataDir = resolve((await findRoot(cwd)) ?? cwd, process.env.DATA_DIR || '.data');
  const file = join(dataDir, 'tokens', `${verb}.token`);
  const token = (await readFile(file, 'utf8').catch(() => '')).trim();
  if (token) return token;
  throw new Failure(
    `No token to ${verb} with. Give --token or RELEASE_TOKEN, or start the local site, which keeps one in ${file}.`,
    EXIT.unauthorized,
  );
}
