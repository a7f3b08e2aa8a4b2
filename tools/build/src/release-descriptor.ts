/** Writes `release.json`, the descriptor of what a build produced. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { CONTRACT_VERSION } from '@site/contracts/remote-config';
import { releaseDescriptorSchema, SHELL_NAME, type ReleaseDescriptor, type ReleaseFile } from '@site/contracts/release';
import { currentCommit, type PackageSource } from './package-source';
import { acceptedRange, sharedModules } from './shared-modules';
import { sha384 } from './webpack/chunk-files-plugin';
import type { BrowserBundle, ModuleFilesPlugin } from './webpack/module-files-plugin';
import { REMOTE_ENTRY } from './webpack/remote-bundle-config';
import { SERVER_BUNDLE } from './webpack/server-config';

export const DESCRIPTOR_FILE = 'release.json';

function listFiles(folder: string): ReleaseFile[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== DESCRIPTOR_FILE)
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file) => {
      const bytes = readFileSync(file);
      return { path: relative(folder, file).split(sep).join('/'), size: bytes.length, integrity: sha384(bytes) };
    })
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** The shared modules that the pages of a remote really consume. */
function requirements({ exposes }: ModuleFilesPlugin): ReleaseDescriptor['requires'] {
  const consumed = new Set(Object.values(exposes).flatMap(({ consumes }) => consumes));
  const modules = sharedModules().filter(({ key }) => consumed.has(key));
  return Object.fromEntries(modules.map((module) => [module.key, { range: acceptedRange(module), singleton: true }]));
}

export function writeReleaseDescriptor(
  source: PackageSource,
  { moduleFiles: modules, links }: Pick<BrowserBundle, 'moduleFiles' | 'links'>,
): ReleaseDescriptor {
  const folder = join(source.folder, 'dist');
  const isShell = source.name === SHELL_NAME;
  const files = listFiles(folder);
  const descriptor = releaseDescriptorSchema.parse({
    schema: 1,
    name: source.name,
    team: source.team,
    version: source.version,
    contract: CONTRACT_VERSION,
    routes: source.routes,
    entries: isShell ? modules.entries : [REMOTE_ENTRY],
    files,
    exposes: modules.exposes,
    provides: modules.provides,
    requires: isShell ? {} : requirements(modules),
    server: files.some(({ path }) => path === SERVER_BUNDLE) ? SERVER_BUNDLE : null,
    links: links.links,
    ...(isShell && { readsManifest: true }),
    commit: currentCommit(),
  });
  writeFileSync(join(folder, DESCRIPTOR_FILE), `${JSON.stringify(descriptor, null, 2)}\n`);
  return descriptor;
}
