import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { givenLive, json, release, useRegistry } from '../testing/release-command';

useRegistry();

/** The command waits for an event: how long that takes is no matter. */
const PATIENTLY = ['--timeout', '290'];
const tested = () => release(['webhook', 'test', 'chat', ...PATIENTLY]);

let receiver: Server;
let url: string;
let heard: { type: string }[];
let status: number;
beforeEach(async () => {
  [heard, status] = [[], 204];
  receiver = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => (body += String(chunk)));
    request.on('end', () => {
      heard.push(JSON.parse(body));
      response.writeHead(status).end(status === 204 ? undefined : 'not now');
    });
  });
  await once(receiver.listen(0, '127.0.0.1'), 'listening');
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
});
afterEach(() => new Promise((resolve) => receiver.close(resolve)));

describe('a webhook', () => {
  it('is added, tried, told what happens, rotated and removed', async () => {
    const added = await release(['webhook', 'add', 'chat', url, '--events', 'revision.*', '--reason', 'The team listens']);
    expect(added).toMatchObject({ code: 0, err: '' });
    expect(added.out).toMatch(/^whsec_[\w+/]{43}=\n\nIt is shown this once: .*chat: revision\.\*; environments: all; by local-admin\./);
    expect((await tested()).out).toMatch(/^msg_\w+ was delivered\. Answered 204 in \d+ ms\.\n$/);
    await givenLive();
    const rotated = await release(['webhook', 'rotate', 'chat', '--overlap', '1d']);
    expect(rotated.out).toContain('signed with the old one as well until');
    expect(rotated.out).not.toMatch(/\d{4}-\d\d-\d\dT/);
    expect((await tested()).code).toBe(0);
    expect(heard.map(({ type }) => type)).toEqual(['webhook.ping', 'revision.appended', 'webhook.ping']);
    const listed = await release(['webhook', 'list']);
    expect(listed.out).toMatch(/^chat +127\.0\.0\.1:\d+ +revision\.\* +all +(?:just now|.+ ago)$/m);
    expect(listed.out).not.toContain(added.out.split('\n')[0]);
    expect((await release(['webhook', 'remove', 'chat'])).out).toBe('chat is removed.\n');
    const gone = await release(['webhook', 'show', 'chat', '--json']);
    expect([gone.code, json(gone).error.code]).toEqual([6, 'webhook-not-found']);
  });

  it('that does not take something says so, and what it answered; it can be sent once more', async () => {
    await release(['webhook', 'add', 'chat', url]);
    status = 503;
    const tried = await tested();
    expect([tried.code, tried.err]).toEqual([
      10,
      expect.stringMatching(/^msg_\w+ was not delivered\. Answered 503 in \d+ ms: not now\.\n$/),
    ]);
    const [{ id, state }] = json(await release(['webhook', 'deliveries', 'chat', '--json'])).deliveries;
    expect(state).toBe('pending');
    status = 204;
    expect((await release(['webhook', 'redeliver', 'chat', id, ...PATIENTLY])).code).toBe(0);
    const { log } = json(await release(['webhook', 'deliveries', 'chat', id, '--json']));
    // On a slow machine it was tried again by itself in between.
    const statuses = log.map((attempt: { status: number }) => attempt.status);
    expect([statuses[0], statuses.at(-1)]).toEqual([503, 204]);
    expect((await release(['webhook', 'deliveries', 'chat', id])).out).toMatch(/delivered\n\{"type":"webhook\.ping".*\n.*Answered 503/);
  });

  it('is disabled when its receiver is gone, until somebody enables it', async () => {
    await release(['webhook', 'add', 'chat', url]);
    status = 410;
    expect((await tested()).code).toBe(10);
    expect((await release(['webhook', 'show', 'chat'])).out).toMatch(/Disabled .+: The receiver answered 410 Gone\./);
    expect((await release(['webhook', 'list'])).out).toMatch(/^chat +disabled: The receiver answered 410 Gone\. /m);
    expect((await tested()).code).toBe(3);
    status = 204;
    expect((await release(['webhook', 'enable', 'chat'])).code).toBe(0);
    expect((await tested()).code).toBe(0);
    const disabled = await release(['webhook', 'disable', 'chat', '--reason', 'We move']);
    expect(disabled.out).toMatch(/Disabled .+: We move \(local-admin\)$/m);
    expect((await tested()).code).toBe(3);
  });
});
