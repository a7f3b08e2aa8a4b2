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

const USUAL_REGISTRY = 'http://localhost:8080/registry';

/** Of the site that `npm start` runs with the same environment, unless one is named. */
export const defaultRegistry = (): string =>
  process.env.RELEASE_REGISTRY || (process.env.PORT ? `http://localhost:${process.env.PORT}/registry` : USUAL_REGISTRY);

/** A command of this tool to be pasted, here or in another terminal: with the registry and the data folder where they are not the usual ones. */
export function pasteable(command: string, { registry }: CommonOptions): string {
  const dataDir = process.env.DATA_DIR;
  const variables = [
    ...(registry === USUAL_REGISTRY ? [] : [`RELEASE_REGISTRY=${quoted(registry)} `]),
    ...(dataDir ? [`DATA_DIR=${quoted(dataDir)} `] : []),
  ];
  return `${variables.join('')}npx release ${command}`;
}

const quoted = (value: string): string => (/^[\w./:@-]+$/.test(value) ? value : `'${value.replaceAll("'", `'\\''`)}'`);

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
