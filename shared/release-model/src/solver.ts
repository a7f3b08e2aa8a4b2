/** Whether releases that can be live together fit together: shared modules by the rule of Module Federation, and each path with one owner. */
import { type ReleaseDescriptor, SHELL_NAME } from '@site/contracts/release';
import semver from 'semver';
import { memoize } from './memoize';
import { openingsOfRelease, PathClaims } from './path-ownership';
import { Refusal } from './refusal';
import { liveReleases, type Part, type Parts } from './target';

/** Finds a descriptor by the id of its release. @throws Error for an id that is not known. */
export type ReadDescriptor = (id: string) => ReleaseDescriptor;

export const readFrom =
  (releases: ReadonlyMap<string, ReleaseDescriptor>): ReadDescriptor =>
  (id) => {
    const release = releases.get(id);
    if (!release) throw new Error(`The release ${id} is not known`);
    return release;
  };

/**
 * Every combination that a visitor can get: of the stable releases, and of the candidates, with which a cohort replaces them.
 * @throws Refusal `shell-missing`, `shared-module-unmet` or `path-owned-twice`, naming the offender.
 */
export function assertFitTogether(parts: Parts, read: ReadDescriptor): void {
  assertModulesMet(parts, read);
  assertPathsOwnedOnce(parts, read);
}

/** @throws Refusal `shell-missing` or `shared-module-unmet` */
export function assertModulesMet(parts: Parts, read: ReadDescriptor): void {
  const shell = parts[SHELL_NAME];
  if (!shell) throw new Refusal('shell-missing', 'What is live needs a shell: promote one first, or together with the others.');
  for (const name of Object.keys(parts).sort()) {
    const part = parts[name];
    if (!part || name === SHELL_NAME) continue;
    for (const [host, remote] of together(shell, part)) assertSharedModules(read(remote), read(host));
  }
}

/** Whether `remote` finds in `shell` what it needs. */
export const isMet = (remote: ReleaseDescriptor, shell: ReleaseDescriptor): boolean => unmetIn(remote)(shell) === null;

/** Ids of the releases of two parts that a visitor can get at the same time. */
function together(one: Part, other: Part): [string, string][] {
  const pairs: [string, string][] = [[one.stable.id, other.stable.id]];
  const [first, second] = [one.candidate, other.candidate];
  // Whoever is in a cohort has all of its candidates.
  const isSet = first !== null && second !== null && first.cohort === second.cohort;
  if (first && second) pairs.push([first.release.id, second.release.id]);
  if (first && !isSet) pairs.push([first.release.id, other.stable.id]);
  if (second && !isSet) pairs.push([one.stable.id, second.release.id]);
  return pairs;
}

function assertSharedModules(remote: ReleaseDescriptor, shell: ReleaseDescriptor): void {
  const unmet = unmetIn(remote)(shell);
  if (!unmet) return;
  const { module, range, provided } = unmet;
  const offers = provided === null ? 'does not provide it' : `provides ${provided}`;
  throw new Refusal(
    'shared-module-unmet',
    `${remote.name}@${remote.version} needs ${module} ${range}; ${shell.name}@${shell.version} ${offers}. Promote a shell and remotes that fit together.`,
    { remote: remote.name, version: remote.version, module, range, provided, shell: shell.version },
  );
}

/** What a remote does not find in a shell; null where it finds everything. The same pairs are live in one target after another. */
const unmetIn = memoize((remote: ReleaseDescriptor) => memoize((shell: ReleaseDescriptor) => firstUnmet(remote, shell)));

function firstUnmet(remote: ReleaseDescriptor, shell: ReleaseDescriptor) {
  for (const [module, { range }] of Object.entries(remote.requires)) {
    const provided = shell.provides[module]?.version ?? null;
    // The rule of the share scope at run time: a prerelease counts like the release that it precedes.
    if (provided === null || !semver.satisfies(provided, range, { includePrerelease: true })) return { module, range, provided };
  }
  return null;
}

/** @throws Refusal `path-owned-twice` */
export function assertPathsOwnedOnce(parts: Parts, read: ReadDescriptor): void {
  const claims = new PathClaims<NamedRelease>();
  for (const release of contested(parts, read)) {
    const { name } = release;
    for (const route of read(release.id).routes) {
      const owner = claims.add(route, release).find((other) => other.name !== name && meet(parts, other, release));
      if (owner) throw pathOwnedTwice(route.path, [owner.name, name]);
    }
  }
}

/** Releases with an address that begins like one of another part, in the order of their names: as a rule there is none among hundreds. */
function contested(parts: Parts, read: ReadDescriptor): NamedRelease[] {
  const releases = Object.keys(parts)
    .sort()
    .flatMap((name) => liveReleases(parts[name]).map(({ id }) => ({ name, id })));
  /** The part whose releases have an opening; null where several parts have it. */
  const owners = new Map<string, string | null>();
  for (const { name, id } of releases) {
    for (const opening of openingsOfRelease(read(id))) {
      const owner = owners.get(opening);
      owners.set(opening, owner === undefined || owner === name ? name : null);
    }
  }
  return releases.filter(({ id }) => [...openingsOfRelease(read(id))].some((opening) => owners.get(opening) === null));
}

interface NamedRelease {
  name: string;
  id: string;
}

/** Whether a visitor can get both releases. */
function meet(parts: Parts, one: NamedRelease, other: NamedRelease): boolean {
  const [first, second] = [parts[one.name], parts[other.name]];
  return first !== undefined && second !== undefined && together(first, second).some(([a, b]) => a === one.id && b === other.id);
}

export const pathOwnedTwice = (path: string, owners: [string, string]) =>
  new Refusal('path-owned-twice', `Both ${owners[0]} and ${owners[1]} declare ${path}.`, { path, owners });
