/** The project's nginx configuration in front of replicas on this machine. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
// @ts-expect-error -- plain JavaScript without types: it runs where nothing is installed
import { nginxConfig } from '../../../deploy/native/nginx-config.mjs';

const POLL_MS = 20;

export interface Proxy {
  /** Of its files, which are gone when it is stopped. */
  folder: string;
  accessLog: string;
  errorLog: string;
  stop(): Promise<void>;
}

export interface ProxyOptions {
  /** `host:port`; without it, the file `nginx.sock` in its folder: a port that is free now may be taken a moment later. */
  listen?: string;
  /** Addresses by role. */
  replicas: Record<string, string[]>;
  /** Changes the text of the configuration. */
  change?: (text: string) => string;
}

/** Resolves when nginx listens. @throws Error with its words if it does not start. */
export async function startProxy({ listen, replicas, change = (text) => text }: ProxyOptions): Promise<Proxy> {
  const folder = mkdtempSync(path.join(tmpdir(), 'nginx-'));
  // Started by root, nginx keeps files as another user, who has to get there.
  chmodSync(folder, 0o755);
  const inFolder = (name: string) => path.join(folder, name);
  const [accessLog, errorLog] = [inFolder('access.log'), inFolder('error.log')];
  const at = listen ?? `unix:${inFolder('nginx.sock')}`;
  const place = { replicas, listen: at, pid: inFolder('nginx.pid'), cache: inFolder('cache'), accessLog, errorLog };
  writeFileSync(inFolder('nginx.conf'), change((nginxConfig as (place: object) => string)(place)));
  const nginx = spawn('nginx', ['-p', folder, '-e', errorLog, '-c', inFolder('nginx.conf'), '-g', 'daemon off;'], {
    stdio: 'ignore',
    // Ctrl-C is for whoever started it.
    detached: true,
  });
  const ended = once(nginx, 'close');
  const early = ended.then(() => Promise.reject(new Error(`nginx ended.\n${readFileSync(errorLog, 'utf8')}`)));
  // It ends once more when it is stopped, and nobody waits for that.
  early.catch(() => undefined);
  await Promise.race([early, untilListening(at, () => nginx.exitCode !== null)]);
  return {
    ...{ folder, accessLog, errorLog },
    async stop() {
      nginx.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function untilListening(listen: string, isOver: () => boolean): Promise<void> {
  const [host = '', port = ''] = listen.split(':');
  while (!isOver()) {
    const socket = host === 'unix' ? connect(port) : connect(Number(port), host);
    const listens = await Promise.race([once(socket, 'connect').then(() => true), once(socket, 'close').then(() => false)]).catch(
      () => false,
    );
    socket.destroy();
    if (listens) return;
    await delay(POLL_MS);
  }
}
