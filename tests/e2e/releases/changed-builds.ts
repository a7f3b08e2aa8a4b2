/** Releases of changed sources, built in copies, so that the sources of the repository stay as they are. */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
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

/** A copy of a build with other contents, which its descriptor describes as honestly as the first one. */
export async function alterBuild(
  dist: string,
  target: string,
  { files = {}, descriptor = {} }: { files?: Record<string, string>; descriptor?: Partial<ReleaseDescriptor> },
): Promise<string> {
  await cp(dist, target, { recursive: true });
  const release = { ...(JSON.parse(await readFile(path.join(dist, 'release.json'), 'utf8')) as ReleaseDescriptor), ...descriptor };
  for (const [file, text] of Object.entries(files)) {
    await writeFile(path.join(target, file), text);
    const listed = release.files.find((candidate) => candidate.path === file);
    if (!listed) throw new Error(`${release.name} has no file ${file}`);
    listed.size = Buffer.byteLength(text);
    listed.integrity = `sha384-${createHash('sha384').update(text).digest('base64')}`;
  }
  await writeFile(path.join(target, 'release.json'), JSON.stringify(release));
  return target;
}
