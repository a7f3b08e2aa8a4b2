import { getEventListeners } from 'node:events';
import { request } from 'node:http';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { testRemote, testTarget, testShell } from '../testing/fixtures';
import { groundOfEachTest } from '../testing/ground';
import { store, until } from '../testing/test-edge';
import { DevelopmentRemotes } from './development-remotes';

const ground = groundOfEachTest();

beforeEach(async () => {
  await ground.start();
  const [shell, remote] = [testShell(), testRemote()];
  await store(ground.edge.storage, shell, remote);
  ground.registry.promote(testTarget(1, shell, remote));
  await ground.edge.ready(1);
});

const developed = {
  entry: 'http://localhost:3001/remoteEntry.js',
  routes: [{ path: '/', page: './new', title: 'New', access: 'public' }],
  build: 'b1',
};
const put = (body: unknown, headers: Record<string, string> = {}, name = 'mf-a') =>
  fetch(`${ground.edge.url}/_dev/remotes/${name}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
const home = async () => {
  const response = await fetch(`${ground.edge.url}/`);
  return { html: await response.text(), policy: response.headers.get('content-security-policy') ?? '' };
};

describe('a remote in development', () => {
  it('takes the place of its release, rendered by the browser and allowed by the policy, until it leaves', async () => {
    expect((await put(developed)).status).toBe(204);
    const { html, policy } = await home();
    expect(html).toContain('<div id="root"></div>');
    expect(html).toContain('"entry":"http://localhost:3001/remoteEntry.js","integrity":null');
    expect(policy).toContain('ws://localhost:3001');
    expect(html).toContain('/_dev/events');

    await fetch(`${ground.edge.url}/_dev/remotes/mf-a`, { method: 'DELETE' });
    expect((await home()).html).toContain('Hello</main>');
  });

  it('announces a new build to open pages, and the same build to nobody', async () => {
    const stop = new AbortController();
    const events = await fetch(`${ground.edge.url}/_dev/events`, { signal: stop.signal });
    let told = '';
    const reading = (async () => {
      for await (const chunk of events.body!) told += new TextDecoder().decode(chunk);
    })().catch(() => undefined);
    for (const build of ['b1', 'b1', 'b2']) await put({ ...developed, build });
    await until(async () => told.split('event: change').length === 3);
    stop.abort();
    await reading;
    expect(told.match(/"name":"mf-a"/g)).toHaveLength(2);
  });

  it('leaves nothing behind of a page that was open and is left', async () => {
    const { drainSignal } = ground.edge.server;
    const listeners = () => getEventListeners(drainSignal, 'abort').length;
    const before = listeners();
    const stop = new AbortController();
    await fetch(`${ground.edge.url}/_dev/events`, { signal: stop.signal });
    expect(listeners()).toBe(before + 1);
    stop.abort();
    await until(async () => listeners() === before);
  });

  it('is gone when its server falls silent', async () => {
    const remotes = new DevelopmentRemotes(30);
    const changes: string[] = [];
    remotes.on('change', (name) => changes.push(name));
    remotes.put('mf-a', { entries: [developed.entry], routes: [], build: '' });
    await until(async () => changes.length === 2);
    remotes.close();
  });

  it.each([
    ['an entry on another machine', { ...developed, entry: 'https://evil.example.com/x.js' }],
    ['an entry that only looks local', { ...developed, entry: 'http://localhost.example.com/x.js' }],
    ['no routes', { entry: developed.entry }],
  ])('is refused with %s', async (_name, body) => {
    expect((await put(body)).status).toBe(400);
    expect((await home()).html).toContain('Hello</main>');
  });

  it('is refused when a page of another site asks', async () => {
    expect((await put(developed, { origin: 'https://evil.example.com' })).status).toBe(403);
  });

  it('is refused under a name of another site that leads to this machine', async () => {
    const { port } = new URL(ground.edge.url);
    const status = await new Promise((resolve, reject) => {
      const options = { port, host: '127.0.0.1', path: '/_dev/remotes/mf-a', method: 'DELETE', headers: { host: 'evil.example.com' } };
      request(options, (response) => resolve((response.resume(), response.statusCode)))
        .on('error', reject)
        .end();
    });
    expect(status).toBe(403);
  });
});

describe('in production', () => {
  it('nothing can be served in place of a release', async () => {
    await ground.edge.server.close();
    await ground.start({ production: true });
    await ground.edge.ready(1);
    expect((await put(developed)).status).toBe(404);
    expect((await home()).html).toContain('Hello</main>');
  });
});
