/** Says before a release is published what the registry would refuse. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ReleaseDescriptor } from '@site/contracts/release';
import { promoted } from '@site/release-model/decide';
import { promotionFindings } from '@site/release-model/promotion-gates';
import { assertOwnedBy, assertWithinPrefixes, type Finding, finding } from '@site/release-model/release-checks';
import { refOf } from '@site/release-model/release-id';
import type { Command } from 'commander';
import { inspectBuild } from '../built-release';
import { type CommonOptions, findToken } from '../context';
import { EXIT, Failure } from '../failure';
import { fetchLiveReleases, type LiveReleases, readerOf, readLiveReleases } from '../live-releases';
import { common } from '../options';
import { createRegistryClient } from '../registry-client';
import { say } from '../terminal';
import { findPackage } from '../workspace';

export function register(program: Command): void {
  common(program.command('check').argument('[packages...]', 'names of packages; the current one if none is given'))
    .description('say what would be refused of the builds in dist/, and change nothing')
    .option('--target <file>', 'hold them against what this file says is live, without asking a registry')
    .option('--save-target <file>', 'only write what is live into a file, for --target')
    .action(checkCommand);
}

export interface CheckOptions extends CommonOptions {
  target?: string;
  saveTarget?: string;
}

interface Checked {
  /** Name and version, or the name of the package where the build has no descriptor. */
  release: string;
  gates: Gate[];
}

interface Gate {
  gate: string;
  passed: boolean;
  /** Why it is refused. */
  code?: string;
  message?: string;
  details?: Record<string, unknown>;
}

/** @throws Failure `check-refused` with what every gate says. */
export async function checkCommand(names: string[], options: CheckOptions): Promise<void> {
  if (options.saveTarget !== undefined) return saveTarget(options.saveTarget, options);
  const cwd = process.cwd();
  const packages = await Promise.all((names.length > 0 ? names : [undefined]).map((name) => findPackage(cwd, name)));
  const inspected = await Promise.all(packages.map(async ({ name, folder }) => ({ name, ...(await inspectBuild(join(folder, 'dist'))) })));
  const live = options.target === undefined ? await fetchLive(options) : await readLiveReleases(options.target);
  const releases = inspected.map(({ name, descriptor, findings }): Checked => {
    const release = descriptor ? `${name}@${descriptor.version}` : name;
    return { release, gates: [...findings, ...(descriptor ? ownership(descriptor, live) : [])].map(gateOf) };
  });
  const descriptors = inspected.flatMap(({ descriptor }) => descriptor ?? []);
  const together = descriptors.length < inspected.length ? [] : promotion(descriptors, live).map(gateOf);
  show({ releases, together, target: { environment: live.environment, revision: live.revision } }, options);
}

async function saveTarget(file: string, options: CheckOptions): Promise<void> {
  const live = await fetchLive(options);
  await writeFile(file, `${JSON.stringify(live)}\n`);
  const { environment, revision, releases } = live;
  if (options.json) return say(JSON.stringify({ environment, revision, file }));
  say(`${file} has revision ${revision} of ${environment}, with ${releases.length} releases.`);
}

async function fetchLive(options: CheckOptions): Promise<LiveReleases> {
  const client = createRegistryClient({ ...options, token: (await findToken('view', options)) ?? undefined });
  return fetchLiveReleases(client, options.environment);
}

/** A part that was never published belongs to nobody yet. */
function ownership(descriptor: ReleaseDescriptor, { owners }: LiveReleases): Finding[] {
  const owner = owners.find(({ name }) => name === descriptor.name);
  if (!owner) return [];
  return [
    finding('team', () => assertOwnedBy(owner.team, descriptor)),
    finding('prefixes', () => assertWithinPrefixes(owner.prefixes, descriptor)),
  ];
}

/** As if all of them were promoted for everybody, as one set. */
function promotion(descriptors: ReleaseDescriptor[], live: LiveReleases): Finding[] {
  const releases = Object.fromEntries(descriptors.map((descriptor) => [descriptor.name, refOf(descriptor)]));
  const read = readerOf({ releases: [...live.releases, ...descriptors] });
  return promotionFindings(live.parts, promoted(live.parts, releases), read);
}

const gateOf = ({ gate, refusal }: Finding): Gate =>
  refusal
    ? { gate, passed: false, code: refusal.code, message: refusal.message, ...(refusal.details && { details: refusal.details }) }
    : { gate, passed: true };

interface Result {
  releases: Checked[];
  /** Of a promotion of all of them. Empty where one has no descriptor. */
  together: Gate[];
  target: { environment: string; revision: number };
}

function show(result: Result, { json }: CheckOptions): void {
  const { releases, together, target } = result;
  const gates = [...releases.flatMap((checked) => checked.gates), ...together];
  const refused = gates.filter(({ passed }) => !passed).length;
  if (json && refused === 0) return say(JSON.stringify({ passed: true, ...result }));
  const text = [
    ...releases.flatMap((checked) => [checked.release, ...checked.gates.map(inWords)]),
    ...(together.length > 0 ? [`beside revision ${target.revision} of ${target.environment}`, ...together.map(inWords)] : []),
  ].join('\n');
  if (refused > 0)
    throw new Failure(`${text}\n\n${refused} of ${gates.length} gates refuse it.`, EXIT.refused, 'check-refused', { ...result });
  say(`${text}\n\nNothing would be refused.`);
}

const inWords = ({ gate, passed, message }: Gate): string => `  ${passed ? 'passed ' : 'REFUSED'}  ${gate}${passed ? '' : `: ${message}`}`;
