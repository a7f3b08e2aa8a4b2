/** Processes of the site, each with the roles that a bench gives it. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { repositoryRoot } from '@site/build/package-source';
import { publishDist } from '@site/release-cli/publish';
import { createRegistryClient, type RegistryClient } from '@site/release-cli/registry-client';
import { freePort } from '../../e2e/free-port';

export interface Process {
  origin: string;
  stop(): Promise<void>;
}

export interface RegistryProcess extends Process {
  dataDir: string;
  client: RegistryClient;
  /** @param folder Of a build. */
  publish(folder: string): Promise<void>;
  /** Hash of the statement of what may become live next. */
  prospects(): Promise<string>;
}

/** The same for all: parameters that name another one would be another revision. */
const PUBLIC_ORIGIN = 'http://localhost:8080';
const MAIN = join(repositoryRoot, 'services/server/bin/server.mjs');

async function startProcess(dataDir: string, settings: Record<string, string>): Promise<Process> {
  await mkdir(dataDir, { recursive: true });
  const port = await freePort();
  const child = fork(MAIN, {
    execArgv: [],
    cwd: repositoryRoot,
    env: { ...process.env, NODE_ENV: 'development', LOG_LEVEL: 'error', DATA_DIR: dataDir, PORT: String(port), PUBLIC_ORIGIN, ...settings },
  });
  const ended = once(child, 'exit');
  await Promise.race([once(child, 'message'), ended.then(() => Promise.reject(new Error(`${settings.ROLES} did not start`)))]);
  return {
    origin: `http://127.0.0.1:${port}`,
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** @param databaseUrl Of a PostgreSQL server; without it the database is embedded. */
export async function startRegistry(dataDir: string, roles: string, databaseUrl?: string): Promise<RegistryProcess> {
  const started = await startProcess(dataDir, { ROLES: roles, ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }) });
  const registry = started.origin;
  const token = (await readFile(join(dataDir, 'tokens', 'start.token'), 'utf8')).trim();
  return {
    ...started,
    dataDir,
    client: createRegistryClient({ registry, token }),
    publish: async (folder) => void (await publishDist({ registry, token, folder })),
    prospects: async () => {
      const secret = (await readFile(join(dataDir, 'tokens', 'edge.token'), 'utf8')).trim();
      const answer = await fetch(`${registry}/registry/v1/environments/production/prospects`, {
        headers: { authorization: `Bearer ${secret}` },
      });
      if (!answer.ok) throw new Error(`The registry answered ${answer.status} when it was asked for prospects`);
      return JSON.parse(answer.headers.get('etag') ?? '""') as string;
    },
  };
}

/** An edge that reads the files of a registry's folder, and keeps what is its own in another one. */
export async function startEdge(registry: RegistryProcess, dataDir: string): Promise<Process> {
  await mkdir(dataDir, { recursive: true });
  await symlink(join(registry.dataDir, 'files'), join(dataDir, 'files')).catch((error: NodeJS.ErrnoException) => {
    // From an earlier start of the same edge.
    if (error.code !== 'EEXIST') throw error;
  });
  const edgeAccess = join(registry.dataDir, 'edge-access');
  return startProcess(dataDir, { ROLES: 'edge', REGISTRY_URL: registry.origin, EDGE_ACCESS_DIR: edgeAccess });
}
