/** Publishes and promotes what was built, as far as the registry does not know it. What somebody rolled back stays rolled back. */
import { build, readBuild } from './build.mjs';

/**
 * @typedef {import('./build.mjs').Build} Build
 * @typedef {object} Tools
 * @property {import('@site/release-cli/registry-client').RegistryClient} registry
 * @property {(build: Build) => Promise<void>} publish Publishes the `dist` of a build.
 * @property {(detail: string) => void} say
 * @property {AbortSignal} signal
 */

/**
 * @param {string[]} folders Of the packages that were built.
 * @param {Tools} tools
 * @returns {Promise<{ published: Build[], revision: number }>} The number of the live revision.
 */
export async function goLive(folders, tools) {
  const builds = [];
  const published = [];
  for (const folder of folders) {
    const { release, isNew } = await ensurePublished(readBuild(folder), tools);
    builds.push(release);
    if (isNew) published.push(release);
  }
  const current = await tools.registry.current();
  const changes = changesToPromote(builds, published, current);
  if (changes.length === 0) return { published, revision: current.number };
  tools.say(`promoting ${changes.length === builds.length ? 'all' : changes.map(({ name }) => name).join(', ')}`);
  const wanted = changes.map(({ name, version }) => ({ name, version }));
  const { number } = await tools.registry.promote(current?.number ?? 0, wanted, 'npm start');
  return { published, revision: number };
}

/**
 * What was published now, and what a start that did not come to its end left without a live version.
 * @param {Build[]} builds
 * @param {Build[]} published
 * @param {{ entries: Record<string, unknown> } | null} current
 */
export const changesToPromote = (builds, published, current) =>
  builds.filter((release) => published.includes(release) || !current?.entries[release.name]);

/**
 * @param {Build} built
 * @param {Tools} tools
 * @returns {Promise<{ release: Build, isNew: boolean }>}
 */
async function ensurePublished(built, tools) {
  const known = await tools.registry.release(built.name, built.version);
  if (known?.digest === built.digest) return { release: built, isNew: false };
  if (!known) return publishNew(built, tools);

  // Sources changed under a version that was published before. A published version never changes, so this build gets one of its own.
  const version = localVersion(built);
  if (await tools.registry.release(built.name, version)) return { release: { ...built, version }, isNew: false };
  tools.say(`building ${built.name} ${version}`);
  await build({ only: built.name, version, signal: tools.signal });
  return publishNew(readBuild(built.folder), tools);
}

async function publishNew(release, tools) {
  tools.say(`publishing ${release.name} ${release.version}`);
  await tools.publish(release);
  return { release, isNew: true };
}

/** `1.2.3` with other bytes becomes `1.2.4-local.<digest>`: newer than what it comes from, older than what will be released next. */
export function localVersion({ version, digest }) {
  const [, major, minor, patch, prerelease] = /^(\d+)\.(\d+)\.(\d+)(-.+)?$/.exec(version);
  const next = prerelease ? patch : Number(patch) + 1;
  // A letter in front: a part of digits alone must not begin with a zero.
  return `${major}.${minor}.${next}-local.b${digest.replace(/^sha256-/, '').slice(0, 8)}`;
}
