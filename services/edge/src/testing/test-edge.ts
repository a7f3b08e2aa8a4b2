/** For tests only: an edge on a real storage, following a registry that tests control, and listening on a port of its own. */
import { mkdir, writeFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { Params } from '@site/contracts/params';
import type { Revision } from '@site/contracts/revision';
import { createLogger } from '@site/platform/logging';
import { openStorage, type Storage } from '@site/platform/storage';
import { createTestServer } from '@site/platform/testing';
import type { FastifyInstance } from 'fastify';
import { edgePlugin, type EdgeOptions } from '../plugin';
import { releaseKey } from '../releases/release-files';
import { testParams, type TestRelease } from './fixtures';

/** The registry's side of following a revision. */
export interface TestRegistry {
  url: string;
  /** Makes a revision current and announces it. */
  promote(revision: Revision, announce?: boolean): void;
  /** Resolves once the edge has taken or refused what is current: it asks for a revision only when it is done with the one before. */
  taken(): Promise<void>;
  stop(): Promise<void>;
}

export async function startTestRegistry(): Promise<TestRegistry> {
  let current: Revision | null = null;
  let asked = 0;
  const announce = () => {
    for (const listener of listeners) listener.write(`event: revision\ndata: ${current?.number}\n\n`);
  };
  const listeners = new Set<ServerResponse>();
  const server = createServer((request, response) => {
    if (request.url?.endsWith('/events')) {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write(': open\n\n');
      listeners.add(response);
      response.on('close', () => listeners.delete(response));
      return;
    }
    asked += 1;
    if (current === null) response.writeHead(404).end();
    else if (request.headers['if-none-match'] === `"${current.number}"`) response.writeHead(304).end();
    else response.writeHead(200, { 'content-type': 'application/json', etag: `"${current.number}"` }).end(JSON.stringify(current));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    promote(revision, isAnnounced = true) {
      current = revision;
      if (isAnnounced) announce();
    },
    async taken() {
      for (let turn = 0; turn < 2; turn += 1) {
        const before = asked;
        await until(async () => {
          announce();
          return asked > before;
        });
      }
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export async function store(storage: Storage, ...releases: TestRelease[]): Promise<void> {
  for (const { descriptor, contents } of releases) {
    const { name, version } = descriptor;
    for (const [path, content] of Object.entries(contents)) {
      await storage.put(releaseKey(name, version, path), Buffer.from(content));
      await storage.put(`${releaseKey(name, version, path)}.br`, brotliCompressSync(content));
      await storage.put(`${releaseKey(name, version, path)}.gz`, gzipSync(content));
    }
    await storage.put(releaseKey(name, version, 'release.json'), Buffer.from(JSON.stringify(descriptor)));
  }
}

export interface TestEdge {
  server: FastifyInstance;
  url: string;
  storage: Storage;
  paramsFile: string;
  writeParams(params: Partial<Params> | string): Promise<void>;
  /** Lines that the edge logged as errors. */
  errors: string[];
  /** Status of the edge as operators see it. */
  status(): Promise<{
    revision: number | null;
    pages: { planned: number; rendered: number; failed: number; done: boolean };
    defects: string[];
  }>;
  /** Resolves once the given revision is live and rendered. */
  ready(revision: number): Promise<void>;
}

/** @param directory Outlives the edge, so that a second one can be started on it. */
export async function startTestEdge(directory: string, registryUrl: string, options: Partial<EdgeOptions> = {}): Promise<TestEdge> {
  const storage = await openStorage({ dir: join(directory, 'files') });
  const paramsFile = join(directory, 'params.json');
  const errors: string[] = [];
  const server = createTestServer({ logger: createLogger({ level: 'error', destination: { write: (line) => void errors.push(line) } }) });
  const url = () => `http://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
  await server.register(edgePlugin, {
    storage,
    dataDir: join(directory, 'edge'),
    registryUrl,
    publicOrigin: 'https://practice.example.com',
    params: { defaults: testParams, file: paramsFile },
    production: false,
    ...options,
  });
  await server.listen({ port: 0, host: '127.0.0.1' });
  const status: TestEdge['status'] = async () => (await fetch(`${url()}/_edge/status`)).json() as ReturnType<TestEdge['status']>;
  return {
    server,
    url: url(),
    storage,
    paramsFile,
    errors,
    async writeParams(params) {
      await mkdir(dirname(paramsFile), { recursive: true });
      await writeFile(paramsFile, typeof params === 'string' ? params : JSON.stringify(params));
    },
    status,
    ready: (revision) => until(() => status().then((now) => now.revision === revision && now.pages.done)),
  };
}

/** @throws Error when the condition does not hold, so that what never comes ends the test. */
export async function until(condition: () => Promise<boolean>, timeoutMs = 120_000): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error('it did not come about in time');
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
