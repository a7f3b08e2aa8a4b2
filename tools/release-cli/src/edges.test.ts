import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { edgeServes, given, givenSecond, json, registry, release, started, useRegistry } from './testing/release-command';

useRegistry();

let proxy: Server;
/** What is asked in vain: after how many answers, and how many times before the registry answers again. */
let [refused, answered, unanswered]: [string, number, number] = ['', 0, 0];
beforeEach(async () => {
  [refused, answered, unanswered] = ['/edges?', 0, Infinity];
  proxy = createServer((request, response) => {
    const { url = '', method = 'GET', headers } = request;
    if (url.includes(refused) && answered-- <= 0 && unanswered-- > 0) return response.writeHead(502).end('<h1>Bad Gateway</h1>');
    const { authorization = '', 'content-type': type = 'application/json' } = headers;
    void (async () => {
      const body = method === 'POST' ? { body: await text(request) } : {};
      const answer = await fetch(registry.address + url, { method, headers: { authorization, 'content-type': type }, ...body });
      response.writeHead(answer.status).flushHeaders();
      // A stream of events ends with the proxy.
      await pipeline(answer.body ?? [], response).catch(() => undefined);
    })();
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
});
afterEach(async () => {
  jest.restoreAllMocks();
  proxy.closeAllConnections();
  proxy.close();
  await once(proxy, 'close');
});

const proxied = () => ({ RELEASE_REGISTRY: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/registry` });
const byProxy = (...args: string[]) => release(args, { env: proxied() });
const rollback = (...options: string[]) => byProxy('rollback', ...options);

it('10: decided, and the registry goes away before it says which edges serve it', async () => {
  await givenSecond();
  const run = await rollback('--json', '--timeout', '1');
  expect(run.code).toBe(10);
  const sentence = 'Revision 3 is decided. Which edges serve it, the registry cannot be asked at the moment: At http';
  expect(json(run).error).toEqual({ code: 'not-served', message: expect.stringContaining(sentence), details: { revision: 3 } });
});

it('10: approved and decided, and the registry goes away before it says which edges serve it', async () => {
  await givenSecond();
  await release(['environment', 'rules', '--approvals', '1']);
  const { id } = json(await release(['promote', 'mf-demo@1.0.0', '--propose', '--reason', 'Back', '--json']));
  refused = '/revisions/3';
  const run = await byProxy('approve', String(id), '--token', registry.tokens.second, '--json');
  expect(run.code).toBe(10);
  const sentence = 'Revision 3 is decided. Which edges serve it, the registry cannot be asked at the moment: At http';
  expect(json(run).error).toEqual({ code: 'not-served', message: expect.stringContaining(sentence), details: { revision: 3 } });
});

it('10: a plan is aborted, and the registry goes away before it says what is live', async () => {
  await givenSecond();
  await release(['promote', 'mf-demo@1.0.0', '--plan', '5%:wait,100%']);
  [refused, answered] = ['/revisions/current', 1];
  const run = await byProxy('abort', 'mf-demo', '--json');
  expect(run.code).toBe(10);
  const sentence = 'Which edges serve what is live now, the registry cannot be asked at the moment: At http';
  const details = { plans: [expect.objectContaining({ state: 'aborted' })] };
  expect(json(run).error).toEqual({ code: 'not-served', message: expect.stringContaining(sentence), details });
});

it('who watches is shown what is live once the registry is back that went away after the news of it', async () => {
  await givenSecond();
  [refused, unanswered] = ['/revisions/current', 1];
  const watching = started(['status', '--watch', '--json'], proxied());
  expect(JSON.parse(await watching.line()).revision.number).toBe(2);
  expect(await watching.interrupt()).toMatchObject({ code: 0, err: expect.stringMatching(/\nIt is asked again until it answers\.\n$/) });
});

it('a registry that comes back says in time that the revision is live', async () => {
  await givenSecond();
  await edgeServes('a', 2);
  unanswered = 3;
  const rolledBack = rollback('--json');
  await edgeServes('a', 3);
  expect(json(await rolledBack)).toMatchObject({ revision: 3, edges: { serving: 1, known: 1 } });
});

it('the first revision is live when an edge says so, which had nothing to report before', async () => {
  await given('shell');
  answered = Infinity;
  const isTold = new Promise<void>((resolve) => {
    proxy.on('request', ({ url = '' }, response) => void (url.includes('/edges?') && response.once('finish', resolve)));
  });
  // The first report is waited for by this clock.
  jest.spyOn(Date, 'now').mockReturnValue(Date.now());
  const promoted = byProxy('promote', 'shell@1.0.0');
  await isTold;
  await edgeServes('a', 1);
  expect((await promoted).out).toContain('Revision 1 is live: 1 of 1 edge serves it.');
});

it('the first revision is waited for only for a moment where no edge reports at all', async () => {
  await given('shell');
  const run = await release(['promote', 'shell@1.0.0', '--timeout', '1']);
  expect(run).toMatchObject({
    code: 0,
    out: expect.stringContaining('Revision 1 is decided; no edge of this environment reports to the registry.'),
  });
});
