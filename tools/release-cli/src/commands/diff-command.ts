/** What is different between two revisions, environments or releases. */
import { describeChange } from '@site/release-model/change-text';
import { type Change, changesBetween } from '@site/release-model/changes';
import { diffReleases, type FileDiff, type ReleaseDiff, type RouteDiff, type ValueDiff } from '@site/release-model/release-diff';
import type { Target } from '@site/release-model/target';
import type { Command } from 'commander';
import { type CommonOptions, findToken } from '../context';
import { EXIT, Failure } from '../failure';
import { common } from '../options';
import { createRegistryClient, type RegistryClient } from '../registry-client';
import { parseRelease } from '../releases';
import { kilobytes, say } from '../terminal';

const THING = 'number of a revision, name of an environment, or name@version';

export function register(program: Command): void {
  common(program.command('diff').argument('<from>', THING).argument('[to]', `${THING}; by default what is live`))
    .description('show what is different between two revisions, environments or releases')
    .action(diffCommand);
}

type Side = { kind: 'release'; name: string; version: string } | { kind: 'target'; label: string; target: Target };

interface Diff {
  from: string;
  to: string;
  /** Of a target; none between two releases. */
  changes: Change[];
  /** Of the parts whose stable release is another one. */
  releases: ReleaseDiff[];
}

async function diffCommand(from: string, to: string | undefined, options: CommonOptions): Promise<void> {
  const token = (await findToken('view', options)) ?? undefined;
  const clientOf = (environment: string) => createRegistryClient({ ...options, environment, token });
  const [one, other] = [await sideOf(from, options, clientOf), await sideOf(to ?? options.environment, options, clientOf)];
  const diff = await diffOf(clientOf(options.environment), one, other);
  if (options.json) return say(JSON.stringify(diff));
  say(describe(diff));
}

type ClientOf = (environment: string) => RegistryClient;

/** @throws Failure for what there is not. */
async function sideOf(text: string, { environment }: CommonOptions, clientOf: ClientOf): Promise<Side> {
  if (text.includes('@')) return { kind: 'release', ...parseRelease(text) };
  if (/^\d+$/.test(text)) {
    const revision = isNumberOfRevision(text) ? await clientOf(environment).revision(Number(text)) : null;
    if (revision) return { kind: 'target', label: `revision ${text}`, target: revision.target };
    throw new Failure(`There is no revision ${text} in ${environment}.`, EXIT.notFound, 'revision-not-found');
  }
  const live = await clientOf(encodeURIComponent(text)).current();
  if (live) return { kind: 'target', label: `${text} (revision ${live.number})`, target: live.target };
  throw new Failure(`There is no environment ${text}, or nothing is live in it yet.`, EXIT.notFound, 'no-revision');
}

/** Whether the registry takes it for one, and says that there is none. */
const isNumberOfRevision = (digits: string): boolean => /^[1-9]\d{0,8}$/.test(digits);

async function diffOf(client: RegistryClient, one: Side, other: Side): Promise<Diff> {
  if (one.kind === 'release') return diffOfReleases(client, one, other);
  if (other.kind === 'release') throw new Failure(`${one.label} cannot be compared with a release.`, EXIT.usage);
  const [before, after] = [one.target, other.target];
  const names = [...new Set([...Object.keys(before.parts), ...Object.keys(after.parts)])].sort();
  const changed = names.filter((name) => before.parts[name]?.stable.id !== after.parts[name]?.stable.id);
  const releases = changed.map((name) =>
    diffOfPart(client, name, before.parts[name]?.stable.version ?? null, after.parts[name]?.stable.version ?? null),
  );
  return { from: one.label, to: other.label, changes: changesBetween(before, after), releases: await Promise.all(releases) };
}

/** A release against another one, or against the one that is live of its part. */
async function diffOfReleases(client: RegistryClient, one: Side & { kind: 'release' }, other: Side): Promise<Diff> {
  const [name, version] = other.kind === 'release' ? [other.name, other.version] : [one.name, other.target.parts[one.name]?.stable.version];
  if (version === undefined) throw new Failure(`${one.name} is not live, so there is nothing to compare it with.`, EXIT.notFound);
  if (name !== one.name) throw new Failure(`${one.name} and ${name} are two parts, not two releases of one.`, EXIT.usage);
  const releases = [await diffOfPart(client, name, one.version, version)];
  return { from: `${name}@${one.version}`, to: `${name}@${version}`, changes: [], releases };
}

async function diffOfPart(client: RegistryClient, name: string, from: string | null, to: string | null): Promise<ReleaseDiff> {
  const [before, after] = await Promise.all([from, to].map((version) => descriptorOf(client, name, version)));
  return diffReleases(name, before ?? null, after ?? null);
}

async function descriptorOf(client: RegistryClient, name: string, version: string | null) {
  if (version === null) return null;
  const release = await client.release(name, version);
  if (release) return release.descriptor;
  throw new Failure(`${name}@${version} was not published.`, EXIT.notFound, 'release-not-found');
}

function describe({ from, to, changes, releases }: Diff): string {
  if (changes.length === 0 && releases.every(isEmpty)) return `There is no difference between ${from} and ${to}.`;
  const blocks = [[`From ${from} to ${to}`, ...changes.map(describeChange)], ...releases.map(describeRelease)];
  return blocks.map((lines) => lines.join('\n')).join('\n\n');
}

const isEmpty = ({ routes, modules, files }: ReleaseDiff): boolean => routes.length + modules.length + files.length === 0;

function describeRelease(diff: ReleaseDiff): string[] {
  const { name, from, to, routes, modules, files, size } = diff;
  return [
    `${name} ${from ?? '(none)'} -> ${to ?? '(none)'}, ${kilobytes(size.from)} -> ${kilobytes(size.to)}`,
    ...(isEmpty(diff) ? ['  the same contents'] : []),
    ...routes.flatMap(describeRoute),
    ...modules.map(({ kind, module, ...values }) => `  ${sign(values)} ${kind} ${module} ${describeValues(values)}`),
    ...files.map(describeFile),
  ];
}

/** `  ~ route /contact: title Contact -> Contact us` */
function describeRoute({ path, fields, from, to }: RouteDiff): string[] {
  if (fields.length > 0) return fields.map(({ field, ...values }) => `  ~ route ${path}: ${field} ${describeValues(values)}`);
  return [`  ${sign({ from, to })} route ${path}: ${to ?? from ?? ''}`];
}

const describeFile = ({ path, from, to }: FileDiff): string =>
  `  ${sign({ from, to })} file ${path} ${[from, to].flatMap((size) => (size === null ? [] : [`${size} B`])).join(' -> ')}`;

const describeValues = ({ from, to }: ValueDiff): string => (from !== null && to !== null ? `${from} -> ${to}` : (to ?? from ?? ''));

const sign = ({ from, to }: { from: unknown; to: unknown }): string => (from === null ? '+' : to === null ? '-' : '~');
