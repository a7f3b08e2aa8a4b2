/** Builds the shell and the remotes: what changed since the last build, and nothing else. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { bin, run } from '../child.mjs';
import { root, workspaces } from '../workspaces.mjs';
import { Failure } from './failure.mjs';

/**
 * A build of the shell or of a remote, as its `dist/release.json` describes it.
 * @typedef {{ name: string, version: string, folder: string }} Build
 */

/** Names and folders of the packages that are released: the shell and every remote. */
export const releasedPackages = () => [...workspaces()].filter(([name]) => name === 'shell' || name.startsWith('mf-'));

/**
 * @returns {Build}
 * @throws {Failure} While another program builds it, which begins with nothing and ends with this file.
 */
export function readBuild(folder) {
  const dist = path.join(root, folder, 'dist');
  try {
    const { name, version } = JSON.parse(readFileSync(path.join(dist, 'release.json'), 'utf8'));
    return { name, version, folder };
  } catch {
    throw new Failure(`The build in ${dist} is not whole: another program builds it. Start again when that has ended.`);
  }
}

/**
 * @param {object} [options]
 * @param {string} [options.only] Name of the one package to build.
 * @param {string} [options.version] Version to build instead of the one of package.json.
 * @param {AbortSignal} [options.signal]
 * @throws {Failure} With what the build said.
 */
export async function build({ only, version, signal } = {}) {
  const scope = only ? ['--scope', only] : [];
  // No daemon and no reports: nothing is to stay behind, and nothing is to leave the machine.
  const env = { NX_DAEMON: 'false', NX_NO_CLOUD: 'true', NX_TUI: 'false', ...(version && { RELEASE_VERSION: version }) };
  const { code, output } = await run(bin('lerna'), ['run', 'build', ...scope, '--loglevel=error'], { env, signal });
  if (signal?.aborted) throw new Failure('Stopped.');
  if (code !== 0) throw new Failure(`The build failed.\n\n${output.trim()}`);
  return { cached: (output.match(/\[(local cache|existing outputs match the cache)/g) ?? []).length };
}
