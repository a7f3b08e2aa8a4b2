/** An edge alone, beside a registry that knows nothing. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { silentLogger } from '@site/platform/logging';
import { createTestDirectory } from '@site/platform/testing/test-directory';
import { parseServerConfig } from './config';
import { type RunningServices, startServices } from './start-services';

let directory: Awaited<ReturnType<typeof createTestDirectory>>;
let registry: Server;
let edge: RunningServices;
const asked = new Set<string>();
let onAsked = () => {};

beforeEach(async () => {
  directory = await createTestDirectory();
  registry = createServer(({ url = '' }, response) => {
    asked.add(url);
    onAsked();
    response.writeHead(404).end();
  }).listen(0, '127.0.0.1');
  await once(registry, 'listening');
});
afterEach(async () => {
  await edge.close();
  registry.closeAllConnections();
  registry.close();
  await directory.remove();
});

it.each([
  ['production', {}],
  ['staging', { EDGE_ENVIRONMENT: 'staging' }],
])('follows the environment that it is for, and none beside it: %s', async (environment, settings) => {
  asked.clear();
  const { port } = registry.address() as AddressInfo;
  const env = { NODE_ENV: 'test', ROLES: 'edge', DATA_DIR: directory.path, REGISTRY_URL: `http://127.0.0.1:${port}`, ...settings };
  edge = await startServices({ ...parseServerConfig(env), port: 0 }, silentLogger());
  while (![...asked].some((path) => path.endsWith('/target'))) await new Promise<void>((resolve) => (onAsked = resolve));
  expect([...asked].filter((path) => !path.startsWith(`/registry/v1/environments/${environment}/`))).toEqual([]);
});
