/**
 * Publishes what was built and differs from what is live. It goes live too while a start made the last revision: what somebody decided since
 * stays as it is.
 */
import { build, readBuild } from './build.mjs';

/**
 * @typedef {import('./build.mjs').Build} Build
 * @typedef {object} Tools
 * @property {import('@site/release-cli/registry-client').RegistryClient} registry
 * @property {(build: Build) => Promise<void>} publish Publishes the `dist` of a build.
 * @property {(folder: string) => Promise<string>} digest Identity of the contents of the build in a folder, whatever its version.
 * @property {(detail: string) => void} say
 * @property {AbortSignal} signal
 */

/**
 * @param {string[]} folders Of the packages that were built.
 * @param {Tools} tools
 * @returns {Promise<{ published: Build[], waiting: Build[], revision: number }>} What is new, what is published and left to somebody to
 *   promote, and the number of the live revision.
 */
export async function goLive(folders, tools) {
  const current = await tools.registry.current();
  const changes = [];
  const published = [];
  for (const folder of folders) {
    const built = readBuild(folder);
    const digest = await tools.digest(folder);
    if (await isShown(built, digest, current, tools)) continue;
    const { release, isNew } = await ensurePublished(built, digest, tools);
    if (liveVersion(current, release.name) !== release.version) changes.push(release);
    if (isNew) published.push(release);
  }
  if (changes.length === 0) return { published, waiting: [], revision: current.number };
  if (!madeByStart(await lastDecision(current, tools))) return { published, waiting: changes, revision: current.number };
  tools.say(`promoting ${changes.length === folders.length ? 'all' : changes.map(({ name }) => name).join(', ')}`);
  const wanted = Object.fromEntries(changes.map(({ name, version }) => [name, version]));
  const { number } = await tools.registry.promote(current?.number ?? 0, wanted, REASON);
  return { published, waiting: [], revision: number };
}

/** The newest revision that says something about releases: those that follow the file of parameters do not. */
async function lastDecision(current, { registry }) {
  if (current === null || current.cause !== 'params') return current;
  return (await registry.revisions({ limit: 200 })).find(({ cause }) => cause !== 'params') ?? current;
}

const liveVersion = (current, name) => current?.target.parts[name]?.stable.version;

const REASON = 'npm start';

/**
 * Whether nobody decided anything since the last start, nor before the first one. A start acts with a token of its own, whose name the
 * revision has; earlier ones shared that of release managers, and told themselves apart by the reason.
 * @param {{ createdBy: string, reason: string | null } | null} current
 */
export const madeByStart = (current) =>
  current === null || current.createdBy === 'local-start' || (current.createdBy === 'local-promote' && current.reason === REASON);

/** Whether visitors get a release that consists of the same, whatever it is called: all of them, or those of a canary or a plan. */
async function isShown({ name }, digest, current, { registry }) {
  const part = current?.target.parts[name];
  const releases = part ? [part.stable, ...(part.candidate ? [part.candidate.release] : [])] : [];
  for (const { version } of releases) {
    if ((await registry.release(name, version))?.contentDigest === digest) return true;
  }
  return false;
}

/**
 * @param {Build} built
 * @param {string} digest
 * @param {Tools} tools
 * @returns {Promise<{ release: Build, isNew: boolean }>}
 */
async function ensurePublished(built, digest, tools) {
  const known = await tools.registry.release(built.name, built.version);
  const isSame = known?.contentDigest === digest;
  if (isSame && !known.collected) return { release: built, isNew: false };
  // One that was collected has its files again when the same is published.
  if (isSame || !known) return publishNew(built, tools);

  // Sources changed under a version that was published before. A published version never changes, so this build gets one of its own.
  const version = localVersion(built, digest);
  const local = await tools.registry.release(built.name, version);
  if (local && !local.collected) return { release: { ...built, version }, isNew: false };
  tools.say(`building ${built.name} ${version}`);
  await build({ only: built.name, version, signal: tools.signal });
  return publishNew(readBuild(built.folder), tools);
}

async function publishNew(release, tools) {
  tools.say(`publishing ${release.name} ${release.version}`);
  await tools.publish(release);
  return { release, isNew: true };
}

/** `1.2.3` with other contents becomes `1.2.4-local.<digest>`: newer than what it comes from, older than what will be released next. */
export function localVersion({ version }, digest) {
  const [, major, minor, patch, prerelease] = /^(\d+)\.(\d+)\.(\d+)(-.+)?$/.exec(version);
  const next = prerelease ? patch : Number(patch) + 1;
  // A letter in front: a part of digits alone must not begin with a zero.
  return `${major}.${minor}.${next}-local.b${digest.slice(0, 8)}`;
}
