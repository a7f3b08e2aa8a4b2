/** Whether visitors get what was published: the signature of the target, the releases that it names, and every file. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { assetUrl, type ReleaseDescriptor, type ReleaseFile } from '@site/contracts/release';
import { openTarget, readPublicKeys, type TrustedKeys, UntrustedError } from '@site/release-model/envelope';
import { isSentCompressed } from '@site/release-model/release-archive';
import { releaseId } from '@site/release-model/release-id';
import { releasesOf, type Target } from '@site/release-model/target';
import type { Command } from 'commander';
import { siteOf } from '../client/transport';
import type { CommonOptions } from '../context';
import { EXIT, Failure } from '../failure';
import { isLoopback } from '../is-loopback';
import { common } from '../options';
import { createRegistryClient, type RegistryClient } from '../registry-client';
import { progressLine, say } from '../terminal';
import { findRoot } from '../workspace';

export function register(program: Command): void {
  common(program.command('verify'))
    .description('check that the site serves what was published: signature, releases, and every file')
    .option('--keys <file>', 'public keys (PEM) to trust; by default those of the local site')
    .action(verifyCommand);
}

const AT_ONCE = 8;

/** @throws Failure with everything that is not as it should be. */
export async function verifyCommand(options: CommonOptions & { keys?: string }): Promise<void> {
  const trusted = await readKeys(options);
  const client = createRegistryClient(options);
  const target = open(await client.envelope(), trusted, options.environment);
  const descriptors = await Promise.all(releasesOf(target.parts).map((release) => descriptorOf(client, release)));
  const problems = descriptors.flatMap(({ problem }) => problem ?? []);
  const known = descriptors.flatMap(({ descriptor }) => descriptor ?? []);
  problems.push(...(await verifyFiles(known, siteOf(options.registry))));
  const files = known.flatMap(publicFiles).length;
  if (problems.length > 0) throw new Failure(problems.join('\n'), EXIT.refused, 'not-verified', { problems });
  if (options.json) return say(JSON.stringify({ revision: target.number, releases: known.length, files }));
  say(`Revision ${target.number} is signed, and ${known.length} releases with ${files} files are as they were published.`);
}

interface Trusted {
  keys: TrustedKeys;
  file: string;
}

/** The keys of a file; by default those that the local site's edges trust, which say nothing of a site elsewhere. */
async function readKeys({ keys: named, registry }: CommonOptions & { keys?: string }): Promise<Trusted> {
  if (named === undefined && !isLoopback(registry))
    throw new Failure('This site is not on this machine. Name the file with its public keys, target.pub.pem, with --keys.', EXIT.usage);
  const folder = resolve((await findRoot(process.cwd())) ?? '.', process.env.DATA_DIR || '.data');
  const file = named ?? join(folder, 'edge-access', 'target.pub.pem');
  const keys = readPublicKeys(await readFile(file, 'utf8').catch(() => ''));
  if (keys.size > 0) return { keys, file };
  throw new Failure(`There are no public keys in ${file}. Name a file that has them with --keys.`, EXIT.usage);
}

function open(envelope: unknown, { keys, file }: Trusted, environment: string): Target {
  if (envelope === null) throw new Failure('Nothing is live yet.', EXIT.notFound, 'no-revision');
  try {
    return openTarget(envelope, keys, environment);
  } catch (error) {
    if (error instanceof UntrustedError) throw new Failure(`${error.message} The keys are those in ${file}.`, EXIT.refused, 'not-verified');
    throw error;
  }
}

interface Named {
  name: string;
  version: string;
  id: string;
}

async function descriptorOf(client: RegistryClient, { name, version, id }: Named) {
  const release = await client.release(name, version);
  if (!release) return { problem: `${name}@${version} is live and not published.` };
  if (releaseId(release.descriptor) !== id) return { problem: `The descriptor of ${name}@${version} is not that of the release.` };
  return { descriptor: release.descriptor };
}

const publicFiles = (release: ReleaseDescriptor) => release.files.filter(({ path }) => !path.startsWith('server/'));

/** A site keeps what it sends compressed in both forms, and either can be damaged. */
async function problemOf(url: string, { path, integrity }: ReleaseFile): Promise<string | null> {
  const usual = await problemOfForm(url, integrity, 'br, gzip');
  if (usual !== null || !isSentCompressed(path)) return usual;
  const plain = await problemOfForm(url, integrity, 'identity');
  return plain && `${plain}, for whoever takes nothing compressed`;
}

/** What is wrong with what is sent; null if nothing is. */
async function problemOfForm(url: string, integrity: string, encodings: string): Promise<string | null> {
  try {
    const answer = await fetch(url, { headers: { 'accept-encoding': encodings } });
    if (!answer.ok) return 'is not there';
    const hash = createHash('sha384').update(Buffer.from(await answer.arrayBuffer()));
    return `sha384-${hash.digest('base64')}` === integrity ? null : 'is another file';
  } catch {
    return 'did not come whole';
  }
}

async function verifyFiles(releases: ReleaseDescriptor[], site: string): Promise<string[]> {
  const line = progressLine();
  const problems: string[] = [];
  const waiting = releases.flatMap((release) => publicFiles(release).map((file) => ({ release, file })));
  const total = waiting.length;
  const work = async (): Promise<void> => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const { release, file } = next;
      line.show(`${total - waiting.length} of ${total} files`);
      const problem = await problemOf(site + assetUrl(release.name, release.version, file.path), file);
      if (problem !== null) problems.push(`${release.name}@${release.version} ${file.path} ${problem}.`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  line.done();
  return problems.sort();
}
