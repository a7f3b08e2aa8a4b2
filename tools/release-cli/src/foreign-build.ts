/**
 * A remote that another tool has built: webpack or Rspack with Module Federation, which leaves `mf-manifest.json` beside its files. What a
 * manifest cannot know, team and routes, is in `remote.config.json` of the package.
 */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, posix, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { containerName, CONTRACT_VERSION, type RemoteConfig, remoteConfigSchema } from '@site/contracts/remote-config';
import { type ReleaseDescriptor, releaseDescriptorSchema, type ReleaseFile } from '@site/contracts/release';
import * as z from 'zod/mini';
import { EXIT, Failure } from './failure';
import { isScript, verifyingEntry } from './verifying-entry';

const MANIFEST = 'mf-manifest.json';
/** Of a release. All files lie under the address of the version, as they lay beside each other. */
const FOLDER = 'v/';

/** A build, and the files of its descriptor. */
export interface Build {
  descriptor: ReleaseDescriptor;
  /** @param path Of the descriptor. @throws Error when it cannot be read. */
  read: (path: string) => Promise<Buffer>;
}

/** What is read of a manifest. */
const manifestSchema = z.object({
  metaData: z.object({
    globalName: z.string(),
    publicPath: z.optional(z.string()),
    remoteEntry: z.object({ name: z.string(), path: z.string(), type: z.string() }),
  }),
  exposes: z.array(z.object({ path: z.string() })),
  shared: z.array(z.object({ name: z.string(), requiredVersion: z.string(), singleton: z.optional(z.boolean()) })),
});

type Manifest = z.infer<typeof manifestSchema>;

/**
 * @returns The build in a folder below its package; null if there is no manifest.
 * @throws Failure when it is not one that the shell can load.
 */
export async function readForeignBuild(distDir: string, version: string | undefined): Promise<Build | null> {
  const text = await readFile(join(distDir, MANIFEST), 'utf8').catch(() => null);
  if (text === null) return null;
  const folder = dirname(distDir);
  const manifest = await parsed(manifestSchema, MANIFEST, text);
  const config = await parsed(remoteConfigSchema, 'remote.config.json', await readBeside(folder, 'remote.config.json'));
  const own = await parsed(z.object({ version: z.string() }), 'package.json', await readBeside(folder, 'package.json'));
  assertLoadable(manifest, config);
  const files = await publishedFiles(distDir, manifest);
  const descriptor = releaseDescriptorSchema.safeParse({
    ...described(manifest, config),
    version: version ?? own.version,
    files: [...files].map(([path, bytes]): ReleaseFile => ({ path, size: bytes.length, integrity: integrityOf(bytes) })),
    commit: await commitOf(folder),
  });
  if (!descriptor.success) throw invalid(`The build of ${config.name} is no release: ${descriptor.error.issues[0]?.message ?? ''}`);
  return { descriptor: descriptor.data, read: async (path) => files.get(path) ?? readFile(join(distDir, path)) };
}

const invalid = (message: string): Failure => new Failure(message, EXIT.build);

async function parsed<T extends z.ZodMiniType>(schema: T, file: string, text: string): Promise<z.infer<T>> {
  const result = schema.safeParse(JSON.parse(text));
  if (!result.success) throw invalid(`${file}: ${result.error.issues[0]?.path.join('.')} ${result.error.issues[0]?.message}`);
  return result.data;
}

const readBeside = (folder: string, file: string): Promise<string> =>
  readFile(join(folder, file), 'utf8').catch(() => {
    throw invalid(`${join(folder, file)} is missing. A build without release.json needs it for name, team and routes.`);
  });

/** What the shell needs to find the container, and the container its files. */
function assertLoadable({ metaData, exposes }: Manifest, { name, routes }: RemoteConfig): void {
  const wanted = containerName(name);
  const { globalName, publicPath, remoteEntry } = metaData;
  if (globalName !== wanted) throw invalid(`The name in Module Federation is ${globalName}. For ${name} it has to be ${wanted}.`);
  if (publicPath !== 'auto')
    throw invalid(`publicPath is ${publicPath ?? 'not set'}. It has to be 'auto': a release has the address of its version.`);
  if (!['global', 'var'].includes(remoteEntry.type))
    throw invalid(`The remote entry is of the type ${remoteEntry.type}. The shell loads scripts, with the library type 'var'.`);
  const pages = new Set(exposes.map(({ path }) => path));
  for (const route of routes) {
    if ('page' in route && !pages.has(route.page)) throw invalid(`The page ${route.page} of ${route.path} is not exposed.`);
  }
}

function described(
  { metaData, exposes, shared }: Manifest,
  { name, team, routes }: RemoteConfig,
): Omit<ReleaseDescriptor, 'version' | 'files' | 'commit'> {
  const singletons = shared.filter(({ singleton }) => singleton === true);
  return {
    schema: 1,
    name,
    team,
    contract: CONTRACT_VERSION,
    routes,
    entries: [FOLDER + entryOf(metaData)],
    // Its chunks are not preloaded: how the tool's own loader asks for them is not known, and asked for in another way they would load twice.
    exposes: Object.fromEntries(exposes.map((page) => [page.path, { files: [], consumes: singletons.map((module) => module.name) }])),
    provides: {},
    requires: Object.fromEntries(singletons.map((module) => [module.name, { range: module.requiredVersion, singleton: true }])),
    server: null,
  };
}

/** Relative to the folder of the build. */
const entryOf = ({ remoteEntry }: Manifest['metaData']): string => posix.join(remoteEntry.path, remoteEntry.name);

/** By their paths in the release, sorted. The entry is the one that verifies the other scripts. */
async function publishedFiles(distDir: string, { metaData }: Manifest): Promise<Map<string, Buffer>> {
  const entries = await readdir(distDir, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(distDir, join(parentPath, name)).split(sep).join('/'));
  const built = await Promise.all(
    paths.sort().map(async (path) => {
      const bytes = await readFile(join(distDir, path));
      return { path, bytes, integrity: integrityOf(bytes) };
    }),
  );
  const files = new Map<string, Buffer>(built.map(({ path, bytes }) => [FOLDER + path, bytes]));
  const entry = entryOf(metaData);
  return files.set(
    FOLDER + entry,
    verifyingEntry(
      entry,
      built.filter(({ path }) => isScript(path)),
    ),
  );
}

const integrityOf = (bytes: Buffer): string => `sha384-${createHash('sha384').update(bytes).digest('base64')}`;

/** Null outside a repository. */
async function commitOf(folder: string): Promise<string | null> {
  const git = await promisify(execFile)('git', ['rev-parse', 'HEAD'], { cwd: folder }).catch(() => null);
  return git && git.stdout.trim();
}
