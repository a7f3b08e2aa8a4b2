import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

const CONFIG = path.resolve(import.meta.dirname, '../../deploy/nginx.conf');
const hasNginx = spawnSync('nginx', ['-v']).status === 0;

/** A replica that answers with the role that it plays. */
async function startReplica(role: string): Promise<Server> {
  const server = createServer((_request, response) => response.end(role)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

const portOf = (server: Server): number => (server.address() as AddressInfo).port;

/** The real configuration, with replicas on this machine instead of Docker's names. */
function configuration(folder: string, port: number, replicas: Record<string, Server[]>): string {
  return readFileSync(CONFIG, 'utf8')
    .replace('/tmp/nginx.pid', path.join(folder, 'nginx.pid'))
    .replace('access_log /dev/stdout', 'access_log off')
    .replace('listen 8080', `listen 127.0.0.1:${port}`)
    .replaceAll(/server (\w+):8080 resolve (.*);/g, (_line, role: string, options: string) =>
      (replicas[role] ?? []).map((server) => `server 127.0.0.1:${portOf(server)} ${options};`).join('\n'),
    );
}

const describeProxy = hasNginx ? describe : describe.skip; // -- without nginx on the machine there is nothing to try

describeProxy('the proxy in front of the roles', () => {
  const replicas: Record<string, Server[]> = {};
  let folder: string;
  let address: string;
  let nginx: ReturnType<typeof spawn>;

  beforeAll(async () => {
    for (const role of ['edge', 'edge', 'api', 'api', 'registry', 'identity']) (replicas[role] ??= []).push(await startReplica(role));
    const reserved = await startReplica('');
    const port = portOf(reserved);
    reserved.close();
    await once(reserved, 'close');

    folder = mkdtempSync(path.join(tmpdir(), 'nginx-'));
    const file = path.join(folder, 'nginx.conf');
    writeFileSync(file, configuration(folder, port, replicas));
    nginx = spawn('nginx', ['-p', folder, '-c', file, '-g', 'daemon off;'], { stdio: 'ignore' });
    address = `http://127.0.0.1:${port}`;
    for (let attempt = 0; attempt < 100 && !(await fetch(address).catch(() => null)); attempt++) await sleep(50);
  });

  afterAll(async () => {
    nginx.kill('SIGTERM');
    await once(nginx, 'close');
    for (const server of Object.values(replicas).flat()) server.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it.each([
    ['/', 'edge'],
    ['/Demo', 'edge'],
    ['/assets/shell/_/main.js', 'edge'],
    ['/params.json', 'edge'],
    ['/api/draft/demos', 'api'],
    ['/registry/v1/remotes', 'registry'],
    ['/_idp/oauth2/token', 'identity'],
  ])('leads %s to the role %s', async (route, role) => {
    expect(await (await fetch(address + route)).text()).toBe(role);
  });

  it.each(['/metrics', '/readyz'])('keeps %s to the inside', async (route) => {
    expect((await fetch(address + route)).status).toBe(404);
  });

  it('loses no request when one of two replicas goes away', async () => {
    const [, replaced] = replicas.edge ?? [];
    const statuses: number[] = [];
    for (let request = 0; request < 300; request++) {
      if (request === 100) {
        replaced?.close();
        replaced?.closeAllConnections();
      }
      statuses.push((await fetch(address)).status);
    }
    expect(statuses.filter((status) => status !== 200)).toEqual([]);
  });
});
