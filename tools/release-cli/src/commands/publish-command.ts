import { join } from 'node:path';
import { contentDigest } from '@site/release-model/release-id';
import type { Command } from 'commander';
import semver from 'semver';
import type { Release } from '@site/release-model/registry-answers';
import { MOST_RELEASES } from '../client/release-calls';
import type { Token } from '../client/transport';
import { type CommonOptions, pasteableIn, tokenFor } from '../context';
import { EXIT, Failure } from '../failure';
import { common, recorded } from '../options';
import { readDescriptor } from '../pack-release';
import { publishDist } from '../publish';
import { createRegistryClient, type RegistryClient } from '../registry-client';
import { kilobytes, progressBar, progressLine, say } from '../terminal';
import { buildPackage, findPackage, type ReleasablePackage, writeVersion } from '../workspace';

export function register(program: Command): void {
  recorded(common(program.command('publish').argument('[packages...]', 'names of packages; the current one if none is given')))
    .description('build packages and publish them as immutable releases')
    .option('--version <version>', 'publish as this version, whatever package.json says')
    .option('--no-bump', 'fail if the version of package.json is taken, instead of choosing the next one (always so in CI)')
    .action(publishCommand);
}

export interface PublishCommandOptions extends CommonOptions {
  /** False with `--no-bump`. */
  bump: boolean;
  version?: string;
  reason?: string;
}

interface Result {
  name: string;
  version: string;
  id: string;
  size: number;
  /** False if the same contents were published before and are kept. */
  published: boolean;
  /** Whether package.json has the version from now on. */
  bumped: boolean;
  /** Whether it was yanked: it cannot become live until that is taken back. */
  yanked: boolean;
}

/** Builds and publishes packages, one after the other. */
export async function publishCommand(names: string[], options: PublishCommandOptions): Promise<void> {
  const cwd = process.cwd();
  const token = await tokenFor('publish', options);
  const packages = await Promise.all((names.length > 0 ? names : [undefined]).map((name) => findPackage(cwd, name)));
  const results: Result[] = [];
  for (const source of packages) {
    const result = await publishPackage(source, token, options).catch((error: unknown) => {
      throw after(results, error);
    });
    results.push(result);
    if (!options.json) report(result, options.version ?? source.version);
  }
  if (options.json) return say(JSON.stringify({ releases: results }));
  say(`\n${nextOf(results, options)}`);
}

/** A failure with what went well before it, if anything did: with `--json` nothing else tells it. */
function after(releases: readonly Result[], error: unknown): unknown {
  if (!(error instanceof Failure) || releases.length === 0) return error;
  return new Failure(error.message, error.exitCode, error.code, { ...error.details, releases });
}

/** A promotion is refused as long as one of its releases is yanked. */
function nextOf(results: readonly Result[], options: CommonOptions): string {
  const named = ({ name, version }: Result): string => `${name}@${version}`;
  const yanked = results.filter((result) => result.yanked).map(named);
  if (yanked.length === 0) return `Next: ${pasteableIn(`promote ${results.map(named).join(' ')}`, options)}`;
  return yanked.map((release) => `Take the yank back: ${pasteableIn(`restore ${release}`, options)}`).join('\n');
}

async function publishPackage(source: ReleasablePackage, token: Token, options: PublishCommandOptions): Promise<Result> {
  const client = createRegistryClient({ ...options, token });
  const first = options.version ?? source.version;
  const digest = await buildAs(source, first);
  const releases = await allReleases(client, source.name);
  const known = releases.find(({ version }) => version === first);
  const isSame = (release: Release) => release.contentDigest === digest;
  const same = known && isSame(known) ? known : options.version === undefined && releases.find(isSame);
  if (same && !same.collected) return resultOf(same, { published: false, bumped: false });
  if (same && same.version !== first) await buildAs(source, same.version);
  if (same || !known) return upload({ ...source, version: same ? same.version : first }, token, options, false);

  if (options.version !== undefined || !mayBump(options)) {
    throw new Failure(
      `${source.name}@${first} was published before with other contents. Choose another version.`,
      EXIT.conflict,
      'version-taken',
      {
        name: source.name,
        version: first,
      },
    );
  }
  const next = nextFreeVersion(releases, source);
  await buildAs(source, next);
  const result = await upload({ ...source, version: next }, token, options, true);
  await writeVersion(source, next);
  return result;
}

const resultOf = ({ name, version, id, size, yanked }: Release, done: Pick<Result, 'published' | 'bumped'>): Result => ({
  ...{ name, version, id, size },
  ...done,
  yanked: yanked !== null,
});

/** Newest first, however many. */
async function allReleases(client: RegistryClient, name: string): Promise<Release[]> {
  const all: Release[] = [];
  let page: Release[];
  do {
    page = await client.releases(name, { limit: MOST_RELEASES, before: all.at(-1)?.version });
    all.push(...page);
  } while (page.length === MOST_RELEASES);
  return all;
}

/** @returns What identifies the contents of the build, whatever the version. */
async function buildAs(source: ReleasablePackage, version: string): Promise<string> {
  const line = progressLine();
  line.show(`${source.name}: building ${version}`);
  try {
    await buildPackage(source, version);
  } finally {
    line.done();
  }
  const descriptor = await readDescriptor(join(source.folder, 'dist'), version);
  if (descriptor.name !== source.name || descriptor.version !== version) {
    throw new Failure(`The build wrote ${descriptor.name}@${descriptor.version}, not ${source.name}@${version}.`, EXIT.build);
  }
  return contentDigest(descriptor);
}

async function upload(source: ReleasablePackage, token: Token, options: PublishCommandOptions, bumped: boolean): Promise<Result> {
  const line = progressLine();
  try {
    const { isNew, release } = await publishDist({
      registry: options.registry,
      token,
      folder: join(source.folder, 'dist'),
      version: source.version,
      reason: options.reason,
      onProgress: (sent, total) => line.show(progressBar(source.name, sent, total)),
    });
    return resultOf(release, { published: isNew, bumped });
  } finally {
    line.done();
  }
}

/** In CI the version is a decision of the repository, not of the machine that builds. */
const mayBump = ({ bump }: PublishCommandOptions): boolean => bump && ['', '0', 'false'].includes(process.env.CI ?? '');

function nextFreeVersion(releases: Release[], { name, version }: ReleasablePackage): string {
  const taken = new Set(releases.map((release) => release.version));
  let next: string | null = version;
  do next = semver.inc(next, 'patch');
  while (next !== null && taken.has(next));
  if (next === null) throw new Failure(`'${version}' of ${name} is not a version.`, EXIT.usage);
  return next;
}

function report({ name, version, size, published, bumped, yanked }: Result, asked: string): void {
  if (published) say(`${name} ${version} is published (${kilobytes(size)}).`);
  else if (version === asked) say(`${name} ${version} is already published with the same contents.`);
  else say(`${name} ${asked} is not published: ${version} has the same contents.`);
  if (yanked) say('  It is yanked and cannot become live.');
  if (bumped) say(`  package.json of ${name} says ${version} from now on: commit it.`);
}
