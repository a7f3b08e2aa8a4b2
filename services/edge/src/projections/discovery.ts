/**
 * What is live in the schema of Frontend Discovery, version 1 (preliminary), of awslabs: a list of versions for each remote. The schema asks
 * for a hash of every version, so it is of releases alone, and not of what is in development in their place.
 */
import { assetUrl, MANIFEST_PATH, SHELL_NAME, type ReleaseDescriptor } from '@site/contracts/release';
import { containerName } from '@site/contracts/remote-config';
import { EVERYBODY } from '@site/release-model/cohort';
import type { ReleaseRef } from '@site/release-model/release-id';
import { readFrom } from '@site/release-model/solver';
import type { Part, Target } from '@site/release-model/target';
import type { Releases } from '../site/build-site';
import { entryFile } from '../site/share-closure';

/** Name of the schema. */
const SCHEMA = 'https://github.com/awslabs/frontend-discovery/blob/main/schema/v1-pre.json';

export interface Discovery {
  schema: typeof SCHEMA;
  /** Versions by `<environment>/<name>`. None of a remote that is switched off. */
  microFrontends: Record<string, DiscoveredVersion[]>;
}

export interface DiscoveredVersion {
  /** The entry: a script of Module Federation, or an ES module. */
  url: string;
  metadata: { version: string; integrity: string };
  /** Entry of the release that takes over in browsers where this one does not load. */
  fallbackUrl?: string;
  /** Of a remote with a candidate. */
  deployment?: { traffic: number; default: boolean; salt: string };
  extras: DiscoveryExtras;
}

/** What the schema has no fields for. */
export interface DiscoveryExtras {
  /** Id of the release. */
  id: string;
  team: string;
  prerelease: boolean;
  /** Kind of the entry. */
  kind: 'module-federation' | 'esm';
  /** Global variable that an entry of Module Federation leaves its container in. */
  container?: string;
  /** Address of Module Federation's manifest. */
  manifest?: string;
  /** The schema knows no hash of what `fallbackUrl` names, which is another version. */
  fallback?: { version: string; integrity: string };
}

interface DiscoveryOptions {
  target: Target;
  releases: Releases;
  /** Addresses are absolute: other sites read this. */
  publicOrigin: string;
}

export function discoveryOf({ target, releases, publicOrigin }: DiscoveryOptions): Discovery {
  const remotes = Object.entries(target.parts).filter(([name]) => name !== SHELL_NAME);
  const listed = remotes.map(([name, part]): [string, DiscoveredVersion[]] => [
    `${target.environment}/${name}`,
    part.disabled ? [] : versionsOf(part, releases, publicOrigin),
  ]);
  return { schema: SCHEMA, microFrontends: Object.fromEntries(listed) };
}

function versionsOf({ stable, candidate, fallback }: Part, releases: Releases, origin: string): DiscoveredVersion[] {
  const versionOf = (ref: ReleaseRef, next: ReleaseRef | null) => describe(ref, next, releases, origin);
  if (!candidate) return [versionOf(stable, fallback)];
  const { release, basisPoints, cohort: salt } = candidate;
  return [
    { ...versionOf(stable, fallback), deployment: { traffic: percentage(EVERYBODY - basisPoints), default: true, salt } },
    { ...versionOf(release, stable), deployment: { traffic: percentage(basisPoints), default: false, salt } },
  ];
}

const percentage = (basisPoints: number) => (100 * basisPoints) / EVERYBODY;

/** @param next What takes over where the release does not load. One that cannot be read is left out, as in documents. */
function describe({ id, version }: ReleaseRef, next: ReleaseRef | null, releases: Releases, origin: string): DiscoveredVersion {
  // An edge serves no target of which a release that is live is unknown.
  const release = readFrom(releases)(id);
  const { url, integrity } = entryOf(release, origin);
  const other = next && releases.get(next.id);
  const fallback = other && { version: other.version, ...entryOf(other, origin) };
  const hasManifest = release.files.some(({ path }) => path === MANIFEST_PATH);
  return {
    url,
    metadata: { version, integrity },
    ...(fallback && { fallbackUrl: fallback.url }),
    extras: {
      id,
      team: release.team,
      prerelease: version.includes('-'),
      ...(release.kind === 'esm' ? { kind: 'esm' } : { kind: 'module-federation', container: containerName(release.name) }),
      ...(hasManifest && { manifest: new URL(assetUrl(release.name, version, MANIFEST_PATH), origin).href }),
      ...(fallback && { fallback: { version: fallback.version, integrity: fallback.integrity } }),
    },
  };
}

function entryOf(release: ReleaseDescriptor, origin: string): { url: string; integrity: string } {
  const { url, integrity } = entryFile(release);
  return { url: new URL(url, origin).href, integrity };
}
