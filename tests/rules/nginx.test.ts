import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, get, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

const CONFIG = path.resolve(import.meta.dirname, '../../deploy/nginx.conf');

/** A replica that answers with the role that it plays. */
async function startReplica(role: string): Promise<Server> {
  const server = createServer((_request, response) => response.end(role)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

const portOf = (server: Server): number => (server.address() as AddressInfo).port;

/** nginx listens on a file of its own: a port that is free now may be taken a moment later. */
const socketIn = (folder: string): string => path.join(folder, 'nginx.sock');

const errorsIn = (folder: string): string => path.join(folder, 'error.log');

async function ask(folder: string, route: string): Promise<{ status: number; text: string }> {
  const request = get({ socketPath: socketIn(folder), path: route, agent: false });
  const [answer] = (await once(request, 'response')) as [IncomingMessage];
  return { status: answer.statusCode ?? 0, text: Buffer.concat(await answer.toArray()).toString() };
}

async function untilListening(folder: string): Promise<void> {
  while (!(await ask(folder, '/').catch(() => null))) await sleep(20);
}

/** The real configuration, with replicas on this machine instead of Docker's names. */
function configuration(folder: string, replicas: Record<string, Server[]>): string {
  return readFileSync(CONFIG, 'utf8')
    .replace('/tmp/nginx.pid', path.join(folder, 'nginx.pid'))
    .replace('access_log /dev/stdout', 'access_log off')
    .replace('/dev/stderr', errorsIn(folder))
    .replace('listen 8080', `listen unix:${socketIn(folder)}`)
    .replaceAll(/server (\w+):8080 resolve (.*);/g, (_line, role: string, options: string) =>
      (replicas[role] ?? []).map((server) => `server 127.0.0.1:${portOf(server)} ${options};`).join('\n'),
    );
}

describe('the proxy in front of the roles', () => {
  const replicas: Record<string, Server[]> = {};
  let folder: string;
  let nginx: ReturnType<typeof spawn>;
  let ended: Promise<unknown>;

  beforeAll(async () => {
    for (const role of ['edge', 'edge', 'api', 'api', 'registry', 'identity']) (replicas[role] ??= []).push(await startReplica(role));
    folder = mkdtempSync(path.join(tmpdir(), 'nginx-'));
    const file = path.join(folder, 'nginx.conf');
    writeFileSync(file, configuration(folder, replicas));
    nginx = spawn('nginx', ['-p', folder, '-c', file, '-g', 'daemon off;'], { stdio: 'ignore' });
    ended = once(nginx, 'close');
    const early = ended.then(() => Promise.reject(new Error(`nginx ended.\n${readFileSync(errorsIn(folder), 'utf8')}`)));
    // It ends once more when the tests are over, and nobody waits for that.
    early.catch(() => undefined);
    await Promise.race([early, untilListening(folder)]);
  });

  afterAll(async () => {
    nginx.kill('SIGTERM');
    await ended;
    for (const server of Object.values(replicas).flat()) server.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it.each([
    ['/', 'edge'],
    ['/Demo', 'edge'],
    ['/assets/shell/_/main.js', 'edge'],
    ['/params.json', 'edge'],
    ['/_preview/token', 'edge'],
    ['/api/draft/demos', 'api'],
    ['/registry/v1/remotes', 'registry'],
    ['/_idp/oauth2/token', 'identity'],
  ])('leads %s to the role %s', async (route, role) => {
    expect(await ask(folder, route)).toEqual({ status: 200, text: role });
  });

  it.each(['/metrics', '/readyz'])('keeps %s to the inside', async (route) => {
    expect((await ask(folder, route)).status).toBe(404);
  });

  it('loses no request when one of two replicas goes away', async () => {
    const [, replaced] = replicas.edge ?? [];
    const statuses: number[] = [];
    for (let request = 0; request < 300; request++) {
      if (request === 100) {
        replaced?.close();
        replaced?.closeAllConnections();
      }
      statuses.push((await ask(folder, '/')).status);
    }
    expect(statuses.filter((status) => status !== 200)).toEqual([]);
  });
});
