/** For tests only: an edge on a real storage, following a registry that tests control, and listening on a port of its own. */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import type { ReleaseDescriptor } from '@site/contracts/release';
import { createLogger } from '@site/platform/logging';
import { openStorage, type Storage } from '@site/platform/storage';
import { createTestServer } from '@site/platform/testing/test-server';
import { releaseKey } from '@site/release-model/release-id';
import type { CountsBatch } from '@site/release-model/document-counts';
import { type RevokedPreview, signRevokedPreviews } from '@site/release-model/revoked-previews';
import type { SealKeys } from '@site/release-model/seal';
import { type Target, targetHash } from '@site/release-model/target';
import type { FastifyInstance } from 'fastify';
import { edgePlugin, type EdgeOptions } from '../plugin';
import type { ProspectsStatus } from '../prospects/prospects';
import { signed, testKey, testKeys } from './fixtures';

export const TOKEN = 'token-of-an-edge';

/** What an edge told the registry. */
export interface Told {
  method: string;
  id: string;
  report: { epoch: number; number: number; hash: string; pages: { done: boolean }; defects: string[] };
}

/** The registry's side of following a target. */
export interface TestRegistry {
  url: string;
  /** Signs a target, makes it current and announces it. One that is numbered next to the current one is made its successor. */
  promote(target: Target, announce?: boolean): void;
  /** Answers with an envelope when asked for prospects, and announces it. */
  foresee(envelope: unknown): void;
  /** How many times it was asked for prospects. */
  askedForProspects(): number;
  /** Says that these previews were revoked, and announces it. */
  revoke(...revoked: RevokedPreview[]): void;
  /** Answers with anything else. */
  answer(body: unknown): void;
  /** Resolves once the edge has judged what is current: it asks again only when it has judged the one before. */
  judged(): Promise<void>;
  /** Streams of events that are open. */
  streams(): number;
  told: Told[];
  /** Batches of counts that edges have sent, repetitions included. */
  counted: CountsBatch[];
  /** What it answers to edges that report: keys of seals, and whether it takes counts. */
  answers: { seals: SealKeys['seals']; takesCounts: boolean };
  stop(): Promise<void>;
}

export async function startTestRegistry(): Promise<TestRegistry> {
  let current: { body: string; etag: string; target: Target | null } | null = null;
  const promoted = new Map<string, Target>();
  let prospects: string | null = null;
  let revokedPreviews: string | null = null;
  let asked = 0;
  let askedForProspects = 0;
  const told: Told[] = [];
  const counted: CountsBatch[] = [];
  const answers: TestRegistry['answers'] = { seals: [], takesCounts: true };
  const listeners = new Set<ServerResponse>();
  const announce = (event = 'revision') => {
    for (const listener of listeners) listener.write(`event: ${event}\ndata: {}\n\n`);
  };
  const server = createServer((request, response) => {
    const { method = '', url = '' } = request;
    const isKnown = request.headers.authorization === `Bearer ${TOKEN}`;
    const edge = /\/edges\/(.+)$/.exec(url)?.[1];
    if (edge !== undefined) {
      let body = '';
      request.on('data', (chunk: Buffer) => (body += chunk.toString()));
      request.on('end', () => {
        if (!isKnown) return void response.writeHead(401).end();
        if (edge.endsWith('/counts')) {
          counted.push(JSON.parse(body) as CountsBatch);
          return void response.writeHead(answers.takesCounts ? 204 : 503).end();
        }
        told.push({ method, id: edge, report: JSON.parse(body || '{}') as Told['report'] });
        if (method !== 'PUT') return void response.writeHead(204).end();
        response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ seals: answers.seals }));
      });
    } else if (/\/revisions\/\d+$/.test(url)) {
      const target = promoted.get(url.slice(url.lastIndexOf('/') + 1));
      if (target) response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ target }));
      else response.writeHead(404).end();
    } else if (url.endsWith('/events')) {
      if (!isKnown) return void response.writeHead(401).end();
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write(': open\n\n');
      listeners.add(response);
      response.on('close', () => listeners.delete(response));
    } else if (url.endsWith('/prospects')) {
      askedForProspects += 1;
      if (!isKnown) return void response.writeHead(401).end();
      response.writeHead(prospects === null ? 404 : 200, { 'content-type': 'application/json' }).end(prospects ?? undefined);
    } else if (url.endsWith('/revoked-previews')) {
      response.writeHead(revokedPreviews === null ? 404 : 200, { 'content-type': 'application/json' }).end(revokedPreviews ?? undefined);
    } else {
      asked += 1;
      if (current === null) response.writeHead(404).end();
      else if (request.headers['if-none-match'] === current.etag) response.writeHead(304).end();
      else response.writeHead(200, { 'content-type': 'application/json', etag: current.etag }).end(current.body);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const answer = (body: unknown, target: Target | null = null) => {
    current = { body: JSON.stringify(body), etag: `"${target ? targetHash(target) : Math.random()}"`, target };
  };
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    told,
    counted,
    answers,
    streams: () => listeners.size,
    promote(target, isAnnounced = true) {
      const before = current?.target;
      const isNext = before?.epoch === target.epoch && target.number === before.number + 1;
      const chained = isNext && target.previousHash === null ? { ...target, previousHash: targetHash(before) } : target;
      promoted.set(String(target.number), chained);
      answer(signed(chained), chained);
      if (isAnnounced) announce();
    },
    askedForProspects: () => askedForProspects,
    foresee(envelope) {
      prospects = JSON.stringify(envelope);
      announce('prospects');
    },
    revoke(...revoked) {
      revokedPreviews = JSON.stringify(signRevokedPreviews({ schema: 1, environment: 'production', revoked }, testKey));
      announce('previews');
    },
    answer(body) {
      answer(body);
      announce();
    },
    async judged() {
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

const QUICK = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

interface StoredRelease {
  descriptor: ReleaseDescriptor;
  contents: Record<string, string | Uint8Array>;
}

export async function store(storage: Storage, ...releases: StoredRelease[]): Promise<void> {
  for (const { descriptor, contents } of releases) {
    const { name, version } = descriptor;
    for (const [path, content] of Object.entries(contents)) {
      await storage.put(releaseKey(name, version, path), Buffer.from(content));
      await storage.put(`${releaseKey(name, version, path)}.br`, brotliCompressSync(content, QUICK));
    }
    await storage.put(releaseKey(name, version, 'release.json'), Buffer.from(JSON.stringify(descriptor)));
  }
}

export interface TestEdge {
  server: FastifyInstance;
  url: string;
  storage: Storage;
  /** Lines that the edge logged as errors. */
  errors: string[];
  /** Addresses of the requests that have taken the way through its routes. */
  routed: string[];
  /** Status of the edge as operators see it. */
  status(): Promise<{
    epoch: number | null;
    revision: number | null;
    hash: string | null;
    registry: { connected: boolean };
    pages: { planned: number; rendered: number; failed: number; done: boolean };
    documents: { planned: number; made: number; done: boolean };
    prospects: ProspectsStatus;
    defects: string[];
  }>;
  /** Resolves once the revision is live and rendered. */
  ready(revision: number): Promise<void>;
  /** Resolves once something is wrong that contains the text. */
  defect(text: string): Promise<void>;
}

/** @param directory Outlives the edge, so that a second one can be started on it. */
export async function startTestEdge(directory: string, registryUrl: string, options: Partial<EdgeOptions> = {}): Promise<TestEdge> {
  const storage = await openStorage({ dir: join(directory, 'files') });
  const errors: string[] = [];
  const routed: string[] = [];
  const server = createTestServer({ logger: createLogger({ level: 'error', destination: { write: (line) => void errors.push(line) } }) });
  const url = () => `http://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
  server.addHook('onRequest', (request, _reply, done) => {
    routed.push(request.url);
    done();
  });
  await server.register(edgePlugin, {
    storage,
    dataDir: join(directory, 'edge'),
    registryUrl,
    publicOrigin: 'https://practice.example.com',
    registryToken: async () => TOKEN,
    trustedKeys: async () => testKeys,
    production: false,
    // What a page shows, and what the registry hears, does not depend on how fast the machine is.
    renderer: { timeoutMs: 600_000 },
    visitorWaitMs: 60_000,
    renderAheadMs: 600_000,
    farewellMs: 60_000,
    developmentTtlMs: 600_000,
    ...options,
  });
  await server.listen({ port: 0, host: '127.0.0.1' });
  const status: TestEdge['status'] = async () => (await fetch(`${url()}/_edge/status`)).json() as ReturnType<TestEdge['status']>;
  return {
    server,
    url: url(),
    storage,
    errors,
    routed,
    status,
    ready: (revision) => until(() => status().then((now) => now.revision === revision && now.pages.done)),
    defect: (text) => until(() => status().then(({ defects }) => defects.some((defect) => defect.includes(text)))),
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
