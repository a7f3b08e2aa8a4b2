/** What is live in an environment with all that its gates look at, as one file: for checks without a registry. */
import { readFile } from 'node:fs/promises';
import { releaseDescriptorSchema, releaseNameSchema } from '@site/contracts/release';
import { prefixesSchema } from '@site/release-model/release-checks';
import { releaseId } from '@site/release-model/release-id';
import type { ReadDescriptor } from '@site/release-model/solver';
import { liveIds, type Parts, partSchema, releasesOf } from '@site/release-model/target';
import * as z from 'zod/mini';
import { EXIT, Failure } from './failure';
import type { RegistryClient } from './registry-client';

const liveReleasesSchema = z.object({
  schema: z.literal(1),
  environment: z.string(),
  /** Number of the revision; 0 where nothing is live yet. */
  revision: z.int(),
  parts: z.record(releaseNameSchema, partSchema),
  /** Teams of the parts, and where their paths may begin, also of those that are not live. */
  owners: z.array(z.object({ name: releaseNameSchema, team: z.string(), prefixes: prefixesSchema })),
  /** Descriptors of the stable releases and of the candidates. */
  releases: z.array(releaseDescriptorSchema),
});

export type LiveReleases = z.infer<typeof liveReleasesSchema>;

/** @throws Failure */
export async function fetchLiveReleases(client: RegistryClient, environment: string): Promise<LiveReleases> {
  const revision = await client.current();
  const parts: Parts = revision?.target.parts ?? {};
  const live = liveIds(parts);
  const named = releasesOf(parts).filter(({ id }) => live.has(id));
  const releases = await Promise.all(named.map(async ({ name, version }) => (await client.release(name, version))?.descriptor));
  const known = releases.flatMap((release) => release ?? []);
  const owners = (await client.remotes()).map(({ name, team, prefixes }) => ({ name, team, prefixes }));
  const found = { schema: 1 as const, environment, revision: revision?.number ?? 0, parts, owners, releases: known };
  assertComplete(found, 'The registry does not have all releases that are live.');
  return found;
}

/** @throws Failure for a file that is none. */
export async function readLiveReleases(file: string): Promise<LiveReleases> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new Failure(`${file} cannot be read.`, EXIT.usage);
  });
  const result = liveReleasesSchema.safeParse(parseOrNull(text));
  if (!result.success)
    throw new Failure(`${file} does not say what is live. Write it with release check --save-target ${file}.`, EXIT.usage);
  assertComplete(result.data, `${file} does not have all releases that are live.`);
  return result.data;
}

/** Reads descriptors by id. */
export function readerOf({ releases }: Pick<LiveReleases, 'releases'>): ReadDescriptor {
  const byId = new Map(releases.map((release) => [releaseId(release), release]));
  return (id) => {
    const release = byId.get(id);
    if (!release) throw new Error(`The release ${id} is not known`);
    return release;
  };
}

function assertComplete(live: LiveReleases, message: string): void {
  const known = new Set(live.releases.map(releaseId));
  if ([...liveIds(live.parts)].some((id) => !known.has(id))) throw new Failure(message, EXIT.usage);
}

function parseOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
