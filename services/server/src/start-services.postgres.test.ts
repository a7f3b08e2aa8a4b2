/** The process and a database that comes and goes. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { silentLogger } from '@site/platform/logging';
import { createTestDirectory, createTestServerDatabase } from '@site/platform/testing';
import { parseServerConfig } from './config';
import { type RunningServices, startServices } from './start-services';

let directory: Awaited<ReturnType<typeof createTestDirectory>>;
let empty: Awaited<ReturnType<typeof createTestServerDatabase>>;
let services: RunningServices;
let gate: Server;
let port: number;

/** The address of a database whose server is not there until the gate opens. */
beforeEach(async () => {
  directory = await createTestDirectory();
  empty = await createTestServerDatabase();
  const to = new URL(empty.url);
  gate = createServer((near) => {
    const far = connect(Number(to.port), to.hostname);
    near.pipe(far).pipe(near);
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const)
      socket.on('error', () => undefined).on('close', () => other.destroy());
  });
  await listenAt(0);
  ({ port } = gate.address() as AddressInfo);
  await new Promise((resolve) => gate.close(resolve));
  const config = parseServerConfig({
    NODE_ENV: 'production',
    PUBLIC_ORIGIN: 'https://www.example.com',
    API_ORIGIN: 'https://api.example.com',
    DATA_DIR: directory.path,
    DATABASE_URL: Object.assign(new URL(empty.url), { hostname: '127.0.0.1', port: String(port) }).href,
    BOT_CHECK_SECRET: 'x'.repeat(32),
    IDENTITY_SECRET: 'y'.repeat(32),
  });
  services = await startServices({ ...config, port: 0 }, silentLogger());
});
afterEach(async () => {
  await services.close();
  if (gate.listening) await new Promise((resolve) => gate.close(resolve));
  await empty.drop();
  await directory.remove();
});

async function listenAt(where: number): Promise<void> {
  gate.listen(where, '127.0.0.1');
  await once(gate, 'listening');
}

async function ask(path: string, init?: RequestInit) {
  const answer = await fetch(services.server.listeningOrigin + path, init);
  await answer.text();
  return { status: answer.status, retryAfter: Number(answer.headers.get('retry-after')) };
}

const NEEDS_DATABASE = [
  ['GET', '/api/draft/demos'],
  ['POST', '/api/contact'],
  ['GET', '/_idp/.well-known/jwks.json'],
  ['POST', '/_idp/'],
  ['GET', '/registry/v1/environments/production/revision'],
] as const;

describe('a process that starts while its database is away', () => {
  it('lives and waits, unready, and says when to come back', async () => {
    expect((await ask('/healthz')).status).toBe(200);
    expect((await ask('/readyz')).status).toBe(503);
    for (const [method, path] of NEEDS_DATABASE)
      expect([path, await ask(path, { method })]).toEqual([path, { status: 503, retryAfter: 2 }]);
    expect(await ask('/params.json')).toEqual({ status: 503, retryAfter: 2 });
  });

  it('says so to the pages of a site whose API is at another origin, and to those of nobody else', async () => {
    const reader = async (path: string, origin: string, method = 'GET') => {
      const headers = { origin, 'access-control-request-method': 'GET' };
      const answer = await fetch(services.server.listeningOrigin + path, { method, headers });
      return [answer.status, answer.headers.get('access-control-allow-origin')];
    };
    const site = 'https://www.example.com';
    expect(await reader('/api/draft/demos', site)).toEqual([503, site]);
    expect(await reader('/api/draft/demos', site, 'OPTIONS')).toEqual([204, site]);
    expect(await reader('/api/draft/demos', 'https://stranger.example')).toEqual([503, null]);
    expect(await reader('/registry/v1/remotes', site)).toEqual([503, null]);
  });

  it('opens what needs the database when it answers, on the address where it listens', async () => {
    await listenAt(port);
    await services.opened;
    expect((await ask('/api/draft/demos')).status).toBe(200);
    expect((await ask('/_idp/.well-known/jwks.json')).status).toBe(200);
    expect((await ask('/metrics')).status).toBe(200);
  });

  it('ends when it is told to, without the database', async () => {
    await services.close();
    await expect(services.opened).resolves.toBeUndefined();
  });
});
