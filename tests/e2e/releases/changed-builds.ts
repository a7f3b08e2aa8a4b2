/** Releases of changed sources, built in copies, so that the sources of the repository stay as they are. */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { ReleaseDescriptor } from '@site/contracts/release';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const BUILD = path.join(ROOT, 'tools/build/bin/build-package.mjs');

export interface Change {
  /** Of the shell or of a remote. */
  name: string;
  version: string;
  /** Path inside the package. */
  file: string;
  /** Words of that file, and what stands in their place. */
  from: string;
  to: string;
}

/** A folder for builds inside the repository, where the packages that they import are found. */
export async function createWorkshop(): Promise<{ folder: string; close(): Promise<void> }> {
  const parent = path.join(ROOT, '.cache');
  await mkdir(parent, { recursive: true });
  const folder = await mkdtemp(path.join(parent, 'releases-'));
  return { folder, close: () => rm(folder, { recursive: true, force: true }) };
}

/** @returns The folder of the build, with its `release.json`. */
export async function buildChanged(workshop: string, { name, version, file, from, to }: Change): Promise<string> {
  const copy = path.join(workshop, version, name);
  const isSource = (source: string): boolean => !/\/(?:dist|node_modules)$/.test(source);
  await cp(path.join(ROOT, name), copy, { recursive: true, filter: isSource });
  const text = await readFile(path.join(copy, file), 'utf8');
  if (!text.includes(from)) throw new Error(`${name}/${file} does not say '${from}'`);
  await writeFile(path.join(copy, file), text.replace(from, to));

  const build = spawn(process.execPath, [BUILD], {
    cwd: copy,
    env: { ...process.env, RELEASE_VERSION: version },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  build.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const [code] = (await once(build, 'close')) as [number | null];
  if (code !== 0) throw new Error(`${name} ${version} was not built.\n${said}`);
  return path.join(copy, 'dist');
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 8);
const integrityOf = (bytes: string | Buffer): string => `sha384-${createHash('sha384').update(bytes).digest('base64')}`;

/**
 * A copy of a build with another sentence in one of its chunks: what a build of the changed sources would be, in a moment. The chunk has another
 * name then, which the entry has to know.
 * @param chunk Name of the chunk, without its hash.
 */
export async function reword(
  dist: string,
  target: string,
  { version, chunk, from, to }: { version: string; chunk: string; from: string; to: string },
): Promise<string> {
  await cp(dist, target, { recursive: true });
  const read = (file: string): Promise<string> => readFile(path.join(target, file), 'utf8');
  const old = (await readdir(path.join(target, '_'))).find((name) => name.startsWith(`${chunk}.`)) ?? '';
  const changed = (await read(`_/${old}`)).replace(from, to);
  if (changed === (await read(`_/${old}`))) throw new Error(`${old} does not say '${from}'`);
  const [oldHash = '', hash] = [old.split('.').at(-2), hashOf(changed)];
  const renamed = old.replace(oldHash, hash);
  await rename(path.join(target, '_', old), path.join(target, '_', renamed));
  await writeFile(path.join(target, '_', renamed), changed);

  const release = JSON.parse((await read('release.json')).replaceAll(old, renamed)) as ReleaseDescriptor;
  const before = release.files.find((file) => file.path === `_/${renamed}`)?.integrity ?? '';
  for (const file of release.files.filter(({ path: name }) => /^(?:v|server)\//.test(name))) {
    const text = (await read(file.path)).replaceAll(oldHash, hash).replaceAll(before, integrityOf(changed)).replaceAll(from, to);
    await writeFile(path.join(target, file.path), text);
  }
  for (const file of release.files) {
    const bytes = await readFile(path.join(target, file.path));
    Object.assign(file, { size: bytes.length, integrity: integrityOf(bytes) });
  }
  await writeFile(path.join(target, 'release.json'), JSON.stringify({ ...release, version }));
  return target;
}

/**
 * A copy of a build with other contents, which its descriptor describes as honestly as the first one.
 * @param files Texts by path. One with the hash of its contents in its name gets another name.
 */
export async function alterBuild(
  dist: string,
  target: string,
  { files = {}, descriptor = {} }: { files?: Record<string, string>; descriptor?: Partial<ReleaseDescriptor> },
): Promise<string> {
  await cp(dist, target, { recursive: true });
  let listing = await readFile(path.join(dist, 'release.json'), 'utf8');
  for (const [file, text] of Object.entries(files)) {
    const renamed = file.replace(/(?<=^_\/.+\.)[0-9a-f]{8}(?=\.)/, hashOf(text));
    await rename(path.join(target, file), path.join(target, renamed));
    await writeFile(path.join(target, renamed), text);
    listing = listing.replaceAll(file, renamed);
    const release = JSON.parse(listing) as ReleaseDescriptor;
    const listed = release.files.find((candidate) => candidate.path === renamed);
    if (!listed) throw new Error(`${release.name} has no file ${file}`);
    listed.size = Buffer.byteLength(text);
    listed.integrity = integrityOf(text);
    listing = JSON.stringify(release);
  }
  await writeFile(path.join(target, 'release.json'), JSON.stringify({ ...(JSON.parse(listing) as ReleaseDescriptor), ...descriptor }));
  return target;
}

/** The entry that starts a build: the last of its entries. */
export async function entryOf(dist: string): Promise<string> {
  const { entries } = JSON.parse(await readFile(path.join(dist, 'release.json'), 'utf8')) as ReleaseDescriptor;
  const entry = entries.at(-1);
  if (entry === undefined) throw new Error(`${dist} has no entry`);
  return entry;
}
