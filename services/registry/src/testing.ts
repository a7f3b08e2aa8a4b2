/** For tests only: a registry of its own, and small releases to publish to it. */
import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { ReleaseDescriptor } from '@site/contracts/release';
import { CONTRACT_VERSION, type Route } from '@site/contracts/remote-config';
import { openStorage } from '@site/platform/storage';
import { createTestDatabase, createTestDirectory, createTestServer } from '@site/platform/testing';
import tar from 'tar-stream';
import { ensureTokens } from './ensure-tokens';
import { registryPlugin, type RegistryOptions } from './plugin';
import { releaseDigest } from './publish/check-release';

/** The real registry on a real database, with a directory of its own. */
export async function startTestRegistry(options: Partial<RegistryOptions> = {}) {
  const directory = await createTestDirectory();
  const database = options.database ?? (await createTestDatabase());
  const storage = options.storage ?? (await openStorage({ dir: `${directory.path}/storage` }));
  const tokens = await ensureTokens({ database, dataDir: directory.path });
  const server = createTestServer();
  await server.register(registryPlugin, { ...options, prefix: '/registry', database, storage, dataDir: directory.path });
  await server.ready();

  const stop = async () => {
    await server.close();
    if (!options.database) await database.close();
    await directory.remove();
  };
  return { server, database, storage, tokens, dataDir: directory.path, stop };
}

export type TestRegistry = Awaited<ReturnType<typeof startTestRegistry>>;

export interface FixtureRelease {
  descriptor: ReleaseDescriptor;
  files: Record<string, string>;
}

export interface FixtureOptions {
  name: string;
  version: string;
  routes?: Route[];
  /** Contents by path, beside the entry. */
  files?: Record<string, string>;
  requires?: ReleaseDescriptor['requires'];
  /** Versions of provided modules, by share key. */
  provides?: Record<string, string>;
}

/** A small release that passes every check. Its entry contains the version, so that each version has other bytes. */
export function fixtureRelease({ name, version, routes = [], files = {}, requires = {}, provides = {} }: FixtureOptions): FixtureRelease {
  const entry = name === 'shell' ? 'v/main.js' : 'v/remoteEntry.js';
  const contents: Record<string, string> = { [entry]: `globalThis.release = ${JSON.stringify(`${name}@${version}`)};\n`, ...files };
  const pages = routes.flatMap((route) => ('page' in route ? [route.page] : []));
  const listed = Object.entries(contents).map(([path, text]) => ({ path, size: Buffer.byteLength(text), integrity: integrityOf(text) }));
  const descriptor: ReleaseDescriptor = {
    schema: 1,
    name,
    team: name.replace('mf-', ''),
    version,
    contract: CONTRACT_VERSION,
    routes,
    entries: [entry],
    files: listed,
    exposes: name === 'shell' ? {} : Object.fromEntries(pages.map((page) => [page, { files: [entry], consumes: [] }])),
    provides: Object.fromEntries(
      Object.entries(provides).map(([key, provided]) => [key, { version: provided, files: [entry], consumes: [] }]),
    ),
    requires,
    server: null,
    commit: null,
    digest: releaseDigest({ files: listed, routes }),
  };
  return { descriptor, files: contents };
}

export const integrityOf = (text: string): string => `sha384-${createHash('sha384').update(text).digest('base64')}`;

/** The archive that a release is published as. */
export const archiveOf = ({ descriptor, files }: FixtureRelease): Promise<Buffer> =>
  tarGz([{ name: 'release.json', text: JSON.stringify(descriptor) }, ...Object.entries(files).map(([name, text]) => ({ name, text }))]);

/** Any archive, hostile ones included. */
export async function tarGz(entries: (Partial<tar.Header> & { name: string; text?: string })[]): Promise<Buffer> {
  const pack = tar.pack();
  for (const { text = '', ...header } of entries) pack.entry(header, text);
  pack.finalize();
  const chunks: Uint8Array[] = [];
  for await (const chunk of pack) chunks.push(chunk as Uint8Array);
  return gzipSync(Buffer.concat(chunks));
}

/** Uploads an archive as it is. */
export const upload = (registry: TestRegistry, name: string, version: string, archive: Buffer, headers: Record<string, string> = {}) =>
  registry.server.inject({
    method: 'PUT',
    url: `/registry/v1/remotes/${name}/releases/${version}`,
    headers: {
      authorization: `Bearer ${registry.tokens.publish}`,
      'content-type': 'application/gzip',
      'x-content-sha256': createHash('sha256').update(archive).digest('hex'),
      ...headers,
    },
    payload: archive,
  });

/** Publishes a fixture under its own name and version. */
export async function publish(registry: TestRegistry, options: FixtureOptions) {
  const release = fixtureRelease(options);
  return upload(registry, options.name, options.version, await archiveOf(release));
}

/** Makes versions live, given as `name@version`. */
export const promote = (registry: TestRegistry, expectedRevision: number, ...releases: string[]) =>
  registry.server.inject({
    method: 'POST',
    url: '/registry/v1/environments/production/revisions',
    headers: { authorization: `Bearer ${registry.tokens.promote}` },
    payload: {
      expectedRevision,
      changes: releases.map((release) => ({
        name: release.slice(0, release.lastIndexOf('@')),
        version: release.slice(release.lastIndexOf('@') + 1),
      })),
    },
  });

export const rollBack = (registry: TestRegistry, expectedRevision: number, to?: number) =>
  registry.server.inject({
    method: 'POST',
    url: '/registry/v1/environments/production/rollback',
    headers: { authorization: `Bearer ${registry.tokens.promote}` },
    payload: { expectedRevision, ...(to !== undefined && { to }) },
  });
