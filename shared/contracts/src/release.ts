/**
 * Release descriptor: what one immutable version of the shell or of a remote consists of. Written by the build as
 * `release.json`, checked by the registry, read by the edge.
 */
import * as z from 'zod/mini';
import { routesSchema } from './remote-config';

export { SHELL_NAME } from './names';

/** Group of the identity provider whose members may release: they hold tokens of their own, and the first grants are theirs. */
export const RELEASE_MANAGER_GROUP = 'release-manager';

export const semverSchema = z
  .string()
  .check(
    z.regex(/^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(-[0-9A-Za-z-]+(\.[0-9A-Za-z-]+)*)?$/, 'a version is major.minor.patch[-prerelease]'),
  );

export const releaseNameSchema = z.string().check(z.regex(/^(shell|mf-[a-z][a-z0-9-]*)$/, "a release is named 'shell' or mf-<name>"));

/**
 * Path of a file inside a release: slash-separated, no leading slash, no segment that begins or ends with a dot: the store takes none.
 * - `v/...`: addressed under the version, `/assets/<name>/<version>/...`.
 * - `_/...`: content-hashed, addressed without it, `/assets/<name>/_/...`, so that an unchanged chunk stays in the browser's cache
 *   when a new version goes live.
 * - `server/...`: the server bundle. Never served.
 */
export const releasePathSchema = z
  .string()
  .check(
    z.maxLength(255),
    z.regex(
      /^(v|_|server)(\/[A-Za-z0-9_@~-](?:[A-Za-z0-9_@~.-]*[A-Za-z0-9_@~-])?)+$/,
      'a file lies in v/, _/ or server/ and has a plain name',
    ),
  );

/** Of the script with the hashes of a remote's other scripts, where they are too many for its entry. The entry has the hash of that script. */
export const CHUNK_TABLE = 'chunk-table';

const CHUNK_TABLE_PATH = /^_\/chunk-table\.[0-9a-f]{8}\.js$/;

/** Whether browsers get the hashes of other scripts from a file of the release: its entries, and a table that one of them names by its hash. */
export const carriesHashes = ({ entries }: Pick<ReleaseDescriptor, 'entries'>, path: string): boolean =>
  entries.includes(path) || CHUNK_TABLE_PATH.test(path);

/** Module Federation's own description of a remote, for hosts other than the shell. A release of another tool may have none. */
export const MANIFEST_PATH = 'v/mf-manifest.json';

/** Subresource Integrity value: `sha384-` and 64 base64 characters. */
export const integritySchema = z.string().check(z.regex(/^sha384-[A-Za-z0-9+/]{64}$/));

export const releaseFileSchema = z.object({
  path: releasePathSchema,
  /** Bytes, uncompressed. */
  size: z.int().check(z.nonnegative()),
  integrity: integritySchema,
});

/** Files (paths of the release) that a module loads, and the share keys that it consumes. */
export const moduleFilesSchema = z.object({ files: z.array(releasePathSchema), consumes: z.array(z.string()) });

/** A shared module that the shell provides. */
export const providedModuleSchema = z.object({ version: z.string(), files: z.array(releasePathSchema), consumes: z.array(z.string()) });

/** A shared module that a release expects to find in the share scope. */
export const requiredModuleSchema = z.object({ range: z.string(), singleton: z.boolean() });

/**
 * Address of the site that stands in a script, without query and hash. What is put into it at run time is written as `:`, as in `/playbook/:`.
 */
export const linkSchema = z.string().check(z.maxLength(200), z.startsWith('/'));

export const releaseDescriptorSchema = z.object({
  schema: z.literal(1),
  name: releaseNameSchema,
  team: z.string().check(z.minLength(1)),
  version: semverSchema,
  /** Version of the shell-remote contract that the release was built for. */
  contract: z.int(),
  routes: routesSchema,
  /** What the entry is: without it a container of Module Federation, of the shell its scripts; `esm` is a module that hosts `import` by the name of the part. */
  kind: z.optional(z.literal('esm')),
  /** Scripts that start the release, in order: the shell's initial scripts, or a remote's `v/remoteEntry.js`. */
  entries: z.array(releasePathSchema).check(z.minLength(1)),
  files: z.array(releaseFileSchema).check(z.minLength(1)),
  /** Exposed page modules by the `page` of their route. Empty for the shell. */
  exposes: z.record(z.string(), moduleFilesSchema),
  /** Shared modules offered, by share key. Empty for a remote. */
  provides: z.record(z.string(), providedModuleSchema),
  /** Shared modules needed, by share key. Empty for the shell. */
  requires: z.record(z.string(), requiredModuleSchema),
  /** Bundle for rendering ahead of time (CommonJS, Node), or null if the release is rendered in browsers only. */
  server: z.nullable(releasePathSchema),
  /** Addresses that its own scripts name, sorted. Missing where the build did not look for them. */
  links: z.optional(z.array(linkSchema).check(z.maxLength(2_000))),
  /** Of the shell: it takes the remotes of other pages from the manifest of the site. One without it needs all of them in its document. */
  readsManifest: z.optional(z.literal(true)),
  /** Commit of the sources, or null outside a repository. */
  commit: z.nullable(z.string()),
});

export type ReleaseFile = z.infer<typeof releaseFileSchema>;
export type ModuleFiles = z.infer<typeof moduleFilesSchema>;
export type ProvidedModule = z.infer<typeof providedModuleSchema>;
export type RequiredModule = z.infer<typeof requiredModuleSchema>;
export type ReleaseDescriptor = z.infer<typeof releaseDescriptorSchema>;

/**
 * Address of a release's file on the site.
 * @param path A path of the descriptor, `v/...` or `_/...`.
 */
export function assetUrl(name: string, version: string, path: string): string {
  const slash = path.indexOf('/');
  const [folder, file] = [path.slice(0, slash), path.slice(slash + 1)];
  return `/assets/${name}/${folder === '_' ? '_' : version}/${file}`;
}
