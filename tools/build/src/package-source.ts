/** A package of this repository, as the build sees it before it starts. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isPageRoute, remoteConfigSchema, type RemoteConfig } from '@site/contracts/remote-config';
import { SHELL_NAME, semverSchema } from '@site/contracts/release';

export const repositoryRoot = resolve(import.meta.dirname, '../../..');

export interface PackageSource {
  /** Absolute folder of the package. */
  folder: string;
  name: string;
  team: string;
  /** Version to build: `RELEASE_VERSION`, else the one of package.json. */
  version: string;
  routes: RemoteConfig['routes'];
  /** Pages of the routes, each once: `./draft/draft-page`. */
  pages: string[];
}

export const readPackage = (folder: string): { name: string; version: string } =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { name: string; version: string };

/** Reads the package in `folder`: the shell, or a remote with its validated `remote.config.ts`. */
export async function readPackageSource(folder: string): Promise<PackageSource> {
  const manifest = readPackage(folder);
  const version = semverSchema.parse(process.env.RELEASE_VERSION || manifest.version);
  if (basename(folder) === SHELL_NAME) return { folder, name: SHELL_NAME, team: 'platform', version, routes: [], pages: [] };

  const module = (await import(pathToFileURL(join(folder, 'remote.config.ts')).href)) as { default: unknown };
  const { name, team, routes } = remoteConfigSchema.parse(module.default);
  if (name !== manifest.name) throw new Error(`remote.config.ts names ${name}, but package.json says ${manifest.name}`);
  return { folder, name, team, version, routes, pages: [...new Set(routes.filter(isPageRoute).map(({ page }) => page))] };
}

/** What git says of the working tree, or null outside a repository. */
function git(...args: string[]): string | null {
  try {
    return execFileSync('git', args, { cwd: repositoryRoot, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return null;
  }
}

export const currentCommit = (): string | null => git('rev-parse', 'HEAD');

/** Year of the last commit, so that the same sources give the same files in any year; outside a repository the year of the build. */
export const yearOfSources = (): number =>
  Number(git('show', '--no-patch', '--format=%cs', 'HEAD')?.slice(0, 4) ?? new Date().getFullYear());
