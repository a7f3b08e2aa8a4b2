/** What must hold of the releases that are live together. */
import { type ReleaseDescriptor, SHELL_NAME } from '@site/contracts/release';
import semver from 'semver';
import { registryError } from '../errors';
import { PathClaims } from './path-claims';

/**
 * @param live Descriptors of all releases of a revision, one per name.
 * @throws AppError `shell-missing`, `path-owned-twice` or `shared-module-unmet`, naming the offender.
 */
export function assertFitTogether(live: ReleaseDescriptor[]): void {
  const shell = live.find(({ name }) => name === SHELL_NAME);
  if (!shell) throw registryError('shell-missing');
  assertPathsOwnedOnce(live);
  for (const release of live) assertSharedModules(release, shell);
}

function assertPathsOwnedOnce(live: ReleaseDescriptor[]): void {
  const claims = new PathClaims<string>();
  for (const { name, routes } of live) {
    for (const { path } of routes) {
      const owner = claims.add(path, name).find((other) => other !== name);
      if (owner === undefined) continue;
      throw registryError('path-owned-twice', {
        message: `Both ${owner} and ${name} declare ${path}.`,
        details: { path, owners: [owner, name] },
      });
    }
  }
}

function assertSharedModules(release: ReleaseDescriptor, shell: ReleaseDescriptor): void {
  for (const [module, { range }] of Object.entries(release.requires)) {
    const provided = shell.provides[module]?.version ?? null;
    // The rule of the share scope at run time: a prerelease counts like the release that it precedes.
    if (provided !== null && semver.satisfies(provided, range, { includePrerelease: true })) continue;
    const offers = provided === null ? 'does not provide it' : `provides ${provided}`;
    throw registryError('shared-module-unmet', {
      message: `${release.name}@${release.version} needs ${module} ${range}; ${shell.name}@${shell.version} ${offers}.`,
      details: { remote: release.name, version: release.version, module, range, provided, shell: shell.version },
    });
  }
}
