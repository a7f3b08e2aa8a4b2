/** The process and a database that comes and goes. */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { silentLogger } from '@site/platform/logging';
import { createTestDirectory, createTestServerDatabase } from '@site/platform/testing';
import { type Cable, createCable } from '@site/platform/testing/cable';
import { parseServerConfig } from './config';
import { type RunningServices, startServices } from './start-services';

let directory: Awaited<ReturnType<typeof createTestDirectory>>;
let empty: Awaited<ReturnType<typeof createTestServerDatabase>>;
let services: RunningServices;
let cable: Cable;

/** The address of a database whose server is not there until the cable is plugged in. */
beforeEach(async () => {
  directory = await createTestDirectory();
  empty = await createTestServerDatabase();
  cable = await createCable();
  const config = parseServerConfig({
    NODE_ENV: 'production',
    PUBLIC_ORIGIN: 'https://www.example.com',
    API_ORIGIN: 'https://api.example.com',
    DATA_DIR: directory.path,
    DATABASE_URL: Object.assign(new URL(empty.url), { hostname: '127.0.0.1', port: String(cable.port) }).href,
    BOT_CHECK_SECRET: 'x'.repeat(32),
    IDENTITY_SECRET: 'y'.repeat(32),
  });
  services = await startServices({ ...config, port: 0 }, silentLogger());
});
afterEach(async () => {
  await services.close();
  await cable.close();
  await empty.drop();
  await directory.remove();
});

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
    cable.plugIn(new URL(empty.url));
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
