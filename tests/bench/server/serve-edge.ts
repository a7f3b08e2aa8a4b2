/**
 * A process under load: an edge as it runs in production, on the builds of this checkout, and beside it bare Fastify with the same bytes and
 * `@fastify/static` with the same files. Started by
 * `edge.ts`.
 */
import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import fastifyStatic from '@fastify/static';
import { repositoryRoot } from '@site/build/package-source';
import { releaseDescriptorSchema } from '@site/contracts/release';
import { edgePlugin } from '@site/edge/plugin';
import { testKeys, testTarget } from '@site/edge/testing/fixtures';
import { startTestRegistry, store } from '@site/edge/testing/test-edge';
import { createHttpServer } from '@site/platform/http';
import { createLogger } from '@site/platform/logging';
import { metricsPlugin } from '@site/platform/metrics';
import { openStorage } from '@site/platform/storage';
import { createTestDirectory } from '@site/platform/testing';
import { dayOf } from '@site/release-model/seal';
import fastify, { type FastifyInstance } from 'fastify';
import { untilRendered } from '../releases/documents';
import { REMOTES } from '../variants/remotes';

/** Said to the parent when all three listen. */
export interface ServingEdge {
  edge: string;
  bare: string;
  files: string;
  /** Path of a script of the shell, for `edge`, and for `files`. */
  asset: { edge: string; files: string };
  /** File with the document in brotli. */
  page: string;
}

const BROTLI = { 'accept-encoding': 'br' };
const POLL_MS = 20;
const listen = (server: FastifyInstance) => server.listen({ host: '127.0.0.1', port: 0 });

const directory = await createTestDirectory();
const registry = await startTestRegistry();
registry.answers.seals = [{ day: dayOf(new Date()), key: randomBytes(32).toString('base64url') }];
const storage = await openStorage({ dir: join(directory.path, 'files') });
const releases = await Promise.all(['shell', ...REMOTES].map(readBuild));
await store(storage, ...releases);

const server = createHttpServer({ logger: createLogger(), production: true, drainTimeoutMs: 0 });
await server.register(metricsPlugin);
await server.register(edgePlugin, {
  storage,
  dataDir: join(directory.path, 'edge'),
  registryUrl: registry.url,
  registryToken: async () => null,
  publicOrigin: 'https://practice.example.com',
  trustedKeys: async () => testKeys,
  production: true,
});
registry.promote(testTarget(1, ...releases.map(({ descriptor }) => ({ descriptor, contents: {} }))));
const edge = await listen(server);
const home = await bestHome(edge);
const shell = releases[0]!.descriptor;
const entry = shell.entries.at(-1) ?? '';

const page = join(directory.path, 'page.br');
await writeFile(page, home);
const bare = fastify();
bare.get('/', async (_request, reply) =>
  reply.headers({ 'content-type': 'text/html; charset=utf-8', 'content-encoding': 'br' }).send(home),
);
const files = fastify();
const root = join(directory.path, 'files/releases/shell', entry.startsWith('_/') ? '.' : shell.version);
await files.register(fastifyStatic, { root, preCompressed: true, immutable: true, maxAge: '1y' });

const serving: ServingEdge = {
  edge,
  bare: await listen(bare),
  files: await listen(files),
  asset: { edge: `/assets/shell/${entry.replace(/^v\//, `${shell.version}/`)}`, files: `/${entry}` },
  page,
};
process.send?.(serving);
process.once('SIGTERM', () => void close());
process.once('disconnect', () => void close());

async function readBuild(name: string) {
  const dist = join(repositoryRoot, name, 'dist');
  const descriptor = releaseDescriptorSchema.parse(JSON.parse(await readFile(join(dist, 'release.json'), 'utf8')));
  const contents = await Promise.all(
    descriptor.files.map(async ({ path }): Promise<[string, Buffer]> => [path, await readFile(join(dist, path))]),
  );
  return { descriptor, contents: Object.fromEntries(contents) };
}

/** The home page as it is sent once the best compression is done: smaller than at first. */
async function bestHome(origin: string): Promise<Buffer> {
  while ((await fetch(origin)).status !== 200) await delay(POLL_MS);
  await untilRendered(origin);
  const raw = async () => (await server.inject({ url: '/', headers: BROTLI })).rawPayload;
  const quick = await raw();
  for (let page = await raw(); ; page = await raw()) {
    if (page.length < quick.length) return page;
    await delay(POLL_MS);
  }
}

async function close(): Promise<void> {
  await Promise.all([server.close(), bare.close(), files.close(), registry.stop()]);
  await directory.remove();
  process.exit(0);
}
