import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestServer } from '@site/platform/testing';
import { registryPlugin } from './plugin';
import { startTestRegistry, type TestRegistry } from './testing';

let registry: TestRegistry;
const routes: string[] = [];
let paths: Record<string, Record<string, { security: object[]; description?: string; responses: object; requestBody?: object }>>;
beforeAll(async () => {
  registry = await startTestRegistry();
  const server = createTestServer();
  server.addHook('onRoute', ({ method, url }) => {
    for (const each of [method].flat()) if (each !== 'HEAD') routes.push(`${each} ${url}`);
  });
  const { database, storage, signingKey, params, dataDir } = registry;
  await server.register(registryPlugin, {
    ...{ prefix: '/registry', database, storage, signingKey, params, dataDir },
    ...{ advancesPlans: false, deliversWebhooks: false },
  });
  const answer = await server.inject('/registry/v1/openapi.json');
  expect([answer.statusCode, answer.json()]).toMatchObject([200, { openapi: '3.1.0', servers: [{ url: '/registry/v1' }] }]);
  ({ paths } = answer.json());
  await server.close();
});
afterAll(() => registry.stop());

/** A route, whatever its parameters are called. */
const unnamed = (route: string): string => route.replace(/:\w+|\{\w+\}/g, '{}');

it('the table of calls in the README has every route, and no other', () => {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
  const calls = [...readme.matchAll(/^\| (`[A-Z]+ (?:\/|ENV).*?) +\|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`([A-Z]+) ([^`?]+)/g)].map(([, method, path = '']) => `${method} ${path.replace('ENV', '/environments/:env')}`),
  );
  const inTable = new Set(calls.map(unnamed));
  expect([...inTable].sort()).toEqual(routes.map((route) => unnamed(route.replace('/registry/v1', ''))).sort());
});

describe('the OpenAPI document of the registry', () => {
  it('has every route', () => {
    const described = Object.entries(paths).flatMap(([path, item]) => Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`));
    const inDocument = (route: string) => route.replace('/registry/v1', '').replace(/:(\w+)/g, '{$1}');
    const expected = routes.map(inDocument).filter((route) => route !== 'GET /openapi.json');
    expect(expected.length).toBeGreaterThan(50);
    expect(described.sort()).toEqual(expected.sort());
  });

  it('says who may call a route, and what it takes and answers', () => {
    const { security, description, responses, requestBody } = paths['/environments/{environment}/commands']!.post!;
    expect([security, description]).toEqual([[{ bearer: [] }], 'For tokens that allow to promote or admin.']);
    expect(Object.keys(responses)).toEqual(['200', '201', '400', '401', '403', '404', '409', '422', '423', 'default']);
    expect(requestBody).toMatchObject({
      content: { 'application/json': { schema: { required: ['expectedRevision', 'command'] } } },
    });
    expect(paths['/whoami']!.get).toMatchObject({
      security: [{ bearer: [] }],
      description: 'For every valid token, and for whoever is signed in.',
    });
    expect(paths['/whoami/handle']!.put!.description).toBe('For tokens that allow to view.');
    expect(Object.keys(paths['/environments/{environment}/events']!.get!.responses)).toEqual([
      '200',
      '401',
      '403',
      '404',
      '503',
      'default',
    ]);
    expect(paths['/remotes']!.get!.security).toEqual([]);
    expect(paths['/remotes/{name}/releases']!.get!.security).toEqual([{ bearer: [] }, {}]);
  });
});
