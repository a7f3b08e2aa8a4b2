/** How many documents an edge answers with while something is the case, beside how many it answers with otherwise. */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { packRelease } from '@site/release-cli/pack-release';
import { sendRelease } from '@site/release-cli/publish';
import { median } from '../measure/statistics';
import { type Load, loadTarget } from '../server/load';
import type { Target } from '../server/targets';
import { documentOf, entryAddress, untilPrepared, untilRendered, untilServed } from './documents';
import { makeRelease } from './made-releases';
import type { RegistryProcess } from './processes';
import { REMOTE } from './promotion';

export interface Beside {
  /** Medians of documents per second. */
  otherwise: number;
  meanwhile: number;
  /** Median of the ratios of the rounds: 1 is as fast. */
  ratio: number;
}

export interface LoadOptions {
  rounds: number;
  seconds: number;
  connections: number;
}

const target = ({ origin }: RegistryProcess, cookie?: string): Target => ({
  name: 'document',
  beside: 'bare query',
  url: origin,
  method: 'GET',
  headers: { 'accept-encoding': 'identity', ...(cookie !== undefined && { cookie }) },
});

function summarize(pairs: (readonly [otherwise: Load, meanwhile: Load])[]): Beside {
  const rates = pairs.map(([one, other]) => [one.requestsPerSecond, other.requestsPerSecond] as const);
  return {
    otherwise: median(rates.map(([otherwise]) => otherwise)),
    meanwhile: median(rates.map(([, meanwhile]) => meanwhile)),
    ratio: median(rates.map(([otherwise, meanwhile]) => meanwhile / otherwise)),
  };
}

export interface BesideCanary {
  /** Of a visitor who gets the candidate and comes again. */
  again: Beside;
  /** Of visitors who were never there, each of whom is given an id. */
  first: Beside;
}

/** Documents for visitors of a canary, beside those while there is none. The site has registry and edge in one process. */
export async function besideCanary(
  site: RegistryProcess,
  version: string,
  { rounds, seconds, connections }: LoadOptions,
): Promise<BesideCanary> {
  const { client, origin } = site;
  const pairs = { again: [] as (readonly [Load, Load])[], first: [] as (readonly [Load, Load])[] };
  for (let round = 0; round < rounds; round += 1) {
    await untilQuiet(site);
    const otherwise = await loadTarget(target(site), { duration: seconds }, connections);
    const before = (await client.current())?.number ?? 0;
    await client.execute({ kind: 'canary', releases: { [REMOTE]: version }, basisPoints: 5_000 }, { expectedRevision: before });
    const cookie = await visitorOf(origin, version);
    await untilQuiet(site);
    const again = await loadTarget(target(site, cookie), { duration: seconds }, connections);
    const first = await loadTarget(target(site), { duration: seconds }, connections);
    await client.execute({ kind: 'end-canary', parts: [REMOTE] }, { expectedRevision: before + 1 });
    await untilServed(origin, REMOTE, await stableVersion(site));
    pairs.again.push([otherwise, again]);
    pairs.first.push([otherwise, first]);
    process.stdout.write('.');
  }
  return { again: summarize(pairs.again), first: summarize(pairs.first) };
}

/** What a site renders ahead and prepares is no part of what is measured. */
async function untilQuiet({ origin, prospects }: RegistryProcess): Promise<void> {
  await untilRendered(origin);
  await untilPrepared(origin, await prospects());
}

const stableVersion = async ({ client }: RegistryProcess): Promise<string> =>
  (await client.current())?.target.parts[REMOTE]?.stable.version ?? '';

/** A cookie with which one gets the candidate. */
async function visitorOf(origin: string, version: string): Promise<string> {
  for (;;) {
    const cookie = `visitor=${randomBytes(16).toString('hex')}`;
    // A candidate is not the fallback of anything, so its address stands only in documents that use it.
    if ((await documentOf(origin, cookie)).includes(entryAddress(REMOTE, version))) return cookie;
  }
}

export interface BesidePublishing extends Beside {
  /** Milliseconds of one publication, median. */
  publicationMs: number;
}

const FILES = 60;
const FILE_BYTES = 20_000;

/** Documents while the same process takes in one release of 60 files after the other, beside those while it does nothing else. */
export async function besidePublishing(site: RegistryProcess, folder: string, options: LoadOptions): Promise<BesidePublishing> {
  const { rounds, seconds, connections } = options;
  const pairs: (readonly [Load, Load])[] = [];
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    // Made and packed before: whoever publishes has a machine of their own.
    const made = await Promise.all(
      Array.from({ length: seconds * 10 }, async (_, index) => {
        const version = `1.${round}.${index}`;
        return packRelease(await makeRelease(join(folder, version), { name: 'mf-bench', version, files: FILES, bytes: FILE_BYTES }));
      }),
    );
    await untilQuiet(site);
    const otherwise = await loadTarget(target(site), { duration: seconds }, connections);
    let isLoaded = true;
    const load = loadTarget(target(site), { duration: seconds }, connections).finally(() => (isLoaded = false));
    for (const release of made) {
      if (!isLoaded) break;
      const began = performance.now();
      await sendRelease(site.client, release);
      times.push(performance.now() - began);
    }
    pairs.push([otherwise, await load]);
    process.stdout.write('.');
  }
  return { ...summarize(pairs), publicationMs: median(times) };
}
