import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { RebuildEvents } from './rebuild-events';

let server: Server;
let events: RebuildEvents;
beforeEach(async () => {
  events = new RebuildEvents();
  server = createServer(events.answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

it('open pages are told of each new build once, and neither of the first nor of the same one again', async () => {
  const { body, headers } = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  // A server that compresses would hold it back.
  expect(headers.get('cache-control')).toContain('no-transform');
  const reader = body!.pipeThrough(new TextDecoderStream()).getReader();
  const told = async () => (await reader.read()).value;
  expect(await told()).toBe(': open\n\n');
  events.announce('mf-a', 'b1');
  events.announce('mf-a', 'b1');
  events.announce('mf-a', 'b2');
  events.announce('mf-b', 'b3');
  let text = '';
  while (!text.includes('mf-b')) text += await told();
  expect(text).toBe('event: change\ndata: {"name":"mf-a"}\n\nevent: change\ndata: {"name":"mf-b"}\n\n');
});
