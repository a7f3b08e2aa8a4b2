import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { silentLogger } from '@site/platform/logging';
import { type EdgeReport, Heartbeat } from './heartbeat';
import { RegistryAddress } from './registry-address';

const REPORT: EdgeReport = {
  ...{ epoch: 1, number: 3, hash: 'a'.repeat(64), pages: { planned: 0, rendered: 0, failed: 0, done: true }, defects: [] },
};

let server: Server;
let status: number;
let heard: EdgeReport[];
beforeEach(async () => {
  [status, heard] = [204, []];
  server = createServer((request, response) => {
    void text(request).then((body) => {
      if (request.method === 'PUT') heard.push(JSON.parse(body) as EdgeReport);
      response.writeHead(status).end(status === 204 ? undefined : '{"error":"What is said here."}');
      server.emit('answered');
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
// A beat that is ended while its connection is being made leaves that open, and the server does not count it as idle.
afterEach(async () => {
  jest.restoreAllMocks();
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
});

function createHeartbeat(report: () => EdgeReport | null, logger = silentLogger()): Heartbeat {
  const registryUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return new Heartbeat({
    ...{ edgeId: 'edge-1', logger, onSealKeys: () => undefined, report },
    registry: new RegistryAddress({ registryUrl, registryToken: async () => 'token', environment: 'production' }),
  });
}

/** Starts one, and beats as often as the registry has answered. */
async function beat(times: number, report = REPORT) {
  const logger = silentLogger();
  const error = jest.spyOn(logger, 'error');
  const heartbeat = createHeartbeat(() => report, logger);
  heartbeat.start();
  for (let time = 0; time < times; time += 1) {
    await once(server, 'answered');
    heartbeat.beat();
  }
  await heartbeat.close();
  return error.mock.calls;
}

it('tells of its defects as many as the registry takes, each as long as it takes, and how many more there are', async () => {
  const of = (count: number) => Array.from({ length: count }, (_, index) => `${index} `.padEnd(600, 'x'));
  await beat(1, { ...REPORT, defects: of(20) });
  expect(heard[0]?.defects.map(({ length }) => length)).toEqual(Array.from({ length: 20 }, () => 500));
  heard = [];
  await beat(1, { ...REPORT, defects: of(45) });
  expect(heard[0]?.defects).toEqual([...of(19).map((defect) => defect.slice(0, 500)), 'There are 26 more.']);
});

it('says in the log, once, what the registry refuses and why', async () => {
  status = 400;
  expect(await beat(3)).toEqual([[{ status: 400, answer: '{"error":"What is said here."}' }, 'the registry refuses what this edge says']]);
  status = 503;
  expect(await beat(2)).toEqual([]);
});

it('what is served at once after a start that had nothing to report is reported', async () => {
  const sent = jest.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response(null, { status: 204 }));
  let report: EdgeReport | null = null;
  const heartbeat = createHeartbeat(() => report);
  heartbeat.start();
  report = REPORT;
  heartbeat.beat();
  await new Promise(setImmediate);
  expect(sent).toHaveBeenCalledTimes(1);
  await heartbeat.close();
});

it('what changes at any moment after an answer is reported', async () => {
  const counts: number[] = [];
  for (let turns = 0; turns < 40; turns += 1) {
    const heartbeat = createHeartbeat(() => REPORT);
    const change = async () => {
      for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
      heartbeat.beat();
    };
    const sent = jest.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response(null, { status: 204 }));
    sent.mockImplementationOnce(async () => (void change(), new Response(null, { status: 204 })));
    heartbeat.start();
    await new Promise(setImmediate);
    counts.push(sent.mock.calls.length);
    await heartbeat.close();
    sent.mockRestore();
  }
  expect(counts).toEqual(counts.map(() => 2));
});
