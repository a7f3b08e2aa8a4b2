/** Which releases visitors have. */
import { type Command, InvalidArgumentError } from 'commander';
import type { Adoption } from '@site/release-model/registry-answers';
import { type CommonOptions, tokenFor } from '../context';
import { EXIT, Failure } from '../failure';
import { common, positiveInteger } from '../options';
import { createRegistryClient } from '../registry-client';
import { ago, say, table } from '../terminal';

type Part = Adoption['parts'][number];

/** Counts are kept for 30 days. */
const MOST_HOURS = 720;

export function register(program: Command): void {
  common(program.command('adoption').argument('[part]', 'a remote, or the shell; all if none is given'))
    .description('show which releases visitors have, and how fast the last promotion reached them')
    .option('--hours <number>', 'of how many hours, at most 720; up to 6 are told by the minute', hours, 24)
    .action(adoptionCommand);
}

async function adoptionCommand(name: string | undefined, options: CommonOptions & { hours: number }): Promise<void> {
  const client = createRegistryClient({ ...options, token: await tokenFor('view', options) });
  const adoption = await client.adoption(options.hours, name);
  const { parts } = adoption;
  if (name !== undefined && parts.length === 0)
    throw new Failure(`Nothing of ${name} is live or was served.`, EXIT.notFound, 'remote-not-found');
  if (options.json) return say(JSON.stringify(adoption));
  if (parts.length === 0) return say('Nothing is live yet.');
  say(parts.map((part) => describePart(part, options.hours)).join('\n\n'));
  if (name !== undefined && parts.some(({ times }) => times.length > 0)) say(`\n${describeTimes(adoption, parts)}`);
}

function describePart({ name, releases, promotion, deletable }: Part, hours: number): string {
  const total = releases.reduce((sum, { documents }) => sum + documents, 0);
  const rows = releases.map(({ version, documents }) => [version, String(documents), inPercent(documents, total)]);
  return [
    rows.length > 0 ? table([name, `documents, ${hours} h`, 'share'], rows) : `${name} was in no document of the last ${hours} h.`,
    promotion && describePromotion(promotion),
    deletable.length > 0 && `Safe to delete: ${deletable.map(({ version }) => version).join(', ')}`,
  ]
    .filter(Boolean)
    .join('\n');
}

function describePromotion({ version, at, reachedWithinSeconds }: NonNullable<Part['promotion']>): string {
  const reached =
    reachedWithinSeconds === null ? 'not in 99% of documents yet' : `in 99% of documents within ${minutes(reachedWithinSeconds)}`;
  return `${version} was promoted ${ago(at)}: ${reached}.`;
}

function describeTimes({ step }: Adoption, parts: readonly Part[]): string {
  const versions = [...new Set(parts.flatMap(({ releases }) => releases.map(({ version }) => version)))];
  const times = parts.flatMap((part) => part.times);
  const rows = times.map(({ at, documents }) => [
    at.slice(0, 16).replace('T', ' '),
    ...versions.map((version) => String(documents[version] ?? 0)),
  ]);
  return table([`${step} (UTC)`, ...versions], rows);
}

function hours(text: string): number {
  const count = positiveInteger(text);
  if (count > MOST_HOURS) throw new InvalidArgumentError(`It is more than ${MOST_HOURS}.`);
  return count;
}

const inPercent = (documents: number, total: number): string => `${((documents / total) * 100).toFixed(1)}%`;

const minutes = (seconds: number): string => (seconds <= 60 ? 'a minute' : `${Math.ceil(seconds / 60)} minutes`);
