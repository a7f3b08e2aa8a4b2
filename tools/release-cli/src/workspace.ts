/** Finds, reads and builds the packages that can be released. */
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { releaseNameSchema, semverSchema } from '@site/contracts/release';
import * as z from 'zod/mini';
import { EXIT, Failure } from './failure';
import { startScript } from './npm-script';

export interface ReleasablePackage {
  name: string;
  version: string;
  folder: string;
  /** Root of the repository. */
  root: string;
  /** Whether it has a script that starts a development server. */
  hasDev: boolean;
}

const manifestSchema = z.object({ name: z.string(), version: semverSchema, scripts: z.optional(z.record(z.string(), z.string())) });

/** The root of the repository around `from`: the nearest folder whose package.json has workspaces. Null outside of one. */
export async function findRoot(from: string): Promise<string | null> {
  for (let folder = resolve(from); ; folder = dirname(folder)) {
    const manifest = await readJson(join(folder, 'package.json'));
    if (manifest !== null && typeof manifest === 'object' && 'workspaces' in manifest) return folder;
    if (folder === dirname(folder)) return null;
  }
}

/**
 * The package of a name, which is also the name of its folder; without a name, the package that `cwd` is in.
 * @throws Failure if there is none, or it is not one to be released.
 */
export async function findPackage(cwd: string, name?: string): Promise<ReleasablePackage> {
  const root = await findRoot(cwd);
  if (root === null) throw new Failure('This is not inside the repository: no package.json with workspaces was found.', EXIT.usage);
  const folder = name === undefined ? packageFolder(cwd, root) : join(root, name.replace(/\/+$/, ''));
  const manifest = manifestSchema.safeParse(folder === null ? null : await readJson(join(folder, 'package.json')));
  if (folder === null || !manifest.success || !releaseNameSchema.safeParse(manifest.data.name).success || !manifest.data.scripts?.build) {
    const what = name === undefined ? 'The current folder' : `'${name}'`;
    throw new Failure(`${what} is not a package that can be released. Name the shell or a remote, such as mf-marketing.`, EXIT.usage);
  }
  const { name: found, version, scripts } = manifest.data;
  return { name: found, version, folder, root, hasDev: scripts.dev !== undefined };
}

function packageFolder(cwd: string, root: string): string | null {
  for (let folder = resolve(cwd); folder !== root; folder = dirname(folder)) if (existsSync(join(folder, 'package.json'))) return folder;
  return null;
}

/** Builds `dist/` as `version`. @throws Failure with the output of the build. */
export async function buildPackage(source: ReleasablePackage, version: string): Promise<void> {
  const child = startScript('build', source, { env: { RELEASE_VERSION: version } });
  let output = '';
  child.stdout.on('data', (chunk) => (output += String(chunk)));
  child.stderr.on('data', (chunk) => (output += String(chunk)));
  const code = await new Promise<number | null>((done, failed) => child.once('close', done).once('error', failed));
  if (code !== 0) throw new Failure(`The build of ${source.name} failed.\n${output.trim()}`, EXIT.build);
}

/** Writes the version into package.json and leaves the rest of the text as it is. */
export async function writeVersion({ folder, version: old }: ReleasablePackage, version: string): Promise<void> {
  const file = join(folder, 'package.json');
  const text = await readFile(file, 'utf8');
  const changed = text.replace(`"version": "${old}"`, `"version": "${version}"`);
  if (manifestSchema.parse(JSON.parse(changed)).version !== version)
    throw new Failure(`The version in ${file} could not be changed.`, EXIT.unexpected);
  await writeFile(file, changed);
}

async function readJson(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch {
    return null;
  }
}
