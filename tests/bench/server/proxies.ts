/** A document through the project's nginx, and beside it nginx with the same bytes as a file. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startProxy } from '../../cluster/shape/proxy';
import { freePort } from '../../e2e/free-port';
import type { Side } from './compare';
import { childrenOf, usedSeconds } from './used-seconds';

const POLL_MS = 20;

/** As nginx comes, which logs each answer too. `document` is a file in brotli. */
const fileServer = (listen: string): string => `
worker_processes auto;
pid nginx.pid;
error_log stderr warn;
events { worker_connections 4096; }
http {
  access_log access.log;
  sendfile on;
  server {
    listen ${listen};
    default_type 'text/html; charset=utf-8';
    add_header content-encoding br;
    location = / { root .; try_files /document =404; }
  }
}
`;

/** Asks both, as `ask` says. @param page The document in brotli. */
export async function withProxies<T>(edge: string, page: Buffer, ask: (cached: Side, file: Side) => Promise<T>): Promise<T> {
  const [cachedAt, fileAt] = [`127.0.0.1:${await freePort()}`, `127.0.0.1:${await freePort()}`];
  const cached = await startProxy({ listen: cachedAt, replicas: { edge: [new URL(edge).host] } });
  try {
    const file = await startFileServer(fileAt, page);
    try {
      return await ask(
        { url: `http://${cachedAt}/`, usedSeconds: usedByNginx(cached.folder) },
        { url: `http://${fileAt}/`, usedSeconds: usedByNginx(file.folder) },
      );
    } finally {
      await file.stop();
    }
  } finally {
    await cached.stop();
  }
}

async function startFileServer(listen: string, page: Buffer): Promise<{ folder: string; stop(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'nginx-file-'));
  // Started by root, nginx reads files as another user.
  await chmod(folder, 0o755);
  await writeFile(join(folder, 'document'), page);
  await writeFile(join(folder, 'nginx.conf'), fileServer(listen));
  const nginx = spawn('nginx', ['-p', folder, '-e', 'stderr', '-c', join(folder, 'nginx.conf'), '-g', 'daemon off;'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    detached: true,
  });
  const ended = once(nginx, 'close');
  while (!(await fetch(`http://${listen}/`, { method: 'HEAD' }).catch(() => null))?.ok) {
    if (nginx.exitCode !== null) throw new Error('nginx ended before it answered.');
    await delay(POLL_MS);
  }
  return {
    folder,
    async stop() {
      nginx.kill('SIGTERM');
      await ended;
      await rm(folder, { recursive: true });
    },
  };
}

/** What an nginx and its workers use. */
function usedByNginx(folder: string): Side['usedSeconds'] {
  const main = Number(readFileSync(join(folder, 'nginx.pid'), 'utf8'));
  const processes = [main, ...childrenOf(main)];
  return () => usedSeconds(processes);
}
