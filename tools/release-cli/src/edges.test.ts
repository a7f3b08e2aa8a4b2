import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { edgeServes, givenSecond, json, registry, release, useRegistry } from './testing/release-command';

useRegistry();

let proxy: Server;
/** How many questions which edges serve a revision get a 502 before the registry is asked. */
let unanswered: number;
beforeEach(async () => {
  unanswered = Infinity;
  proxy = createServer((request, response) => {
    const { url = '', method = 'GET', headers } = request;
    if (url.includes('/edges?') && unanswered-- > 0) return response.writeHead(502).end('<h1>Bad Gateway</h1>');
    const { authorization = '', 'content-type': type = 'application/json' } = headers;
    void (async () => {
      const body = method === 'POST' ? { body: await text(request) } : {};
      const answer = await fetch(registry.address + url, { method, headers: { authorization, 'content-type': type }, ...body });
      response.writeHead(answer.status).end(await answer.text());
    })();
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
});
afterEach(async () => {
  proxy.closeAllConnections();
  proxy.close();
  await once(proxy, 'close');
});

const rollback = (...options: string[]) => {
  const address = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  return release(['rollback', ...options], { env: { RELEASE_REGISTRY: `${address}/registry` } });
};

it('10: decided, and the registry goes away before it says which edges serve it', async () => {
  await givenSecond();
  const run = await rollback('--json', '--timeout', '1');
  expect(run.code).toBe(10);
  const sentence = 'Revision 3 is decided. Which edges serve it, the registry cannot be asked at the moment: At http';
  expect(json(run).error).toEqual({ code: 'not-served', message: expect.stringContaining(sentence), details: { revision: 3 } });
});

it('a registry that comes back says in time that the revision is live', async () => {
  await givenSecond();
  await edgeServes('a', 2);
  unanswered = 3;
  const rolledBack = rollback('--json');
  await edgeServes('a', 3);
  expect(json(await rolledBack)).toMatchObject({ revision: 3, edges: { serving: 1, known: 1 } });
});
