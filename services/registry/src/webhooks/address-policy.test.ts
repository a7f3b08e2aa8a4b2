import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createAddressPolicy, isPublic, type ResolveName, type WebhookOptions } from './address-policy';
import { post } from './post';

const strict: WebhookOptions = { production: true, hosts: [] };
const never = new AbortController().signal;

describe('in production a webhook', () => {
  it.each([
    ['0.0.0.0', false],
    ['10.1.2.3', false],
    ['100.64.0.1', false],
    ['127.0.0.1', false],
    ['169.254.169.254', false],
    ['172.16.0.1', false],
    ['172.31.255.255', false],
    ['192.168.0.1', false],
    ['224.0.0.1', false],
    ['255.255.255.255', false],
    ['172.32.0.1', true],
    ['93.184.216.34', true],
    ['::', false],
    ['::1', false],
    ['::ffff:10.0.0.1', false],
    ['::ffff:93.184.216.34', false],
    ['64:ff9b::a00:1', false],
    ['fc00::1', false],
    ['fe80::1', false],
    ['2002:a00:1::', false],
    ['2001:db8::1', false],
    ['ff02::1', false],
    ['2606:2800:220:1::1', true],
  ])('may reach %s: %s', (address, isAllowed) => {
    expect(isPublic(address)).toBe(isAllowed);
  });

  it.each([
    ['http://example.com/hook', 'by https alone'],
    ['ftp://example.com/hook', 'has an https address'],
    ['https://user:password@example.com/hook', 'a user name or a password'],
    ['https://127.0.0.1/hook', '127.0.0.1 is not a public address'],
    ['https://2130706433/hook', '127.0.0.1 is not a public address'],
    ['https://[::1]/hook', '::1 is not a public address'],
    ['https://[::ffff:a00:1]/hook', 'is not a public address'],
  ])('is not registered at %s', (url, sentence) => {
    expect(() => createAddressPolicy(strict).assertForm(new URL(url))).toThrow(sentence);
  });

  it('is not registered at a name with one private address among its public ones, and may be at one that nobody knows yet', async () => {
    const resolve: ResolveName = async (name) => {
      if (name === 'unknown.example') throw Object.assign(new Error('not found'), { code: 'ENOTFOUND' });
      return [
        { address: '93.184.216.34', family: 4 },
        { address: '10.0.0.1', family: 4 },
      ];
    };
    const policy = createAddressPolicy(strict, resolve);
    await expect(policy.assertAllowed(new URL('https://inside.example/'))).rejects.toMatchObject({ code: 'webhook-address-refused' });
    await policy.assertAllowed(new URL('https://unknown.example/'));
  });
});

describe('a request', () => {
  let server: Server;
  let asked: string[];
  let port: number;
  beforeAll(async () => {
    asked = [];
    server = createServer((request, response) => {
      asked.push(request.url ?? '');
      if (request.url === '/redirects') response.writeHead(302, { location: '/elsewhere' }).end('moved');
      else response.writeHead(200).end('x'.repeat(100_000));
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    port = (server.address() as AddressInfo).port;
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  const inside: ResolveName = async () => [{ address: '127.0.0.1', family: 4 }];
  const send = (address: string, options: WebhookOptions) =>
    post({ address, headers: {}, body: '{}', stopping: never }, createAddressPolicy(options, inside));

  it('does not connect where a name has come to mean a private address since it was registered', async () => {
    expect(await send(`https://hook.example:${port}/`, strict)).toMatchObject({ status: null, answer: null, error: 'PRIVATE_ADDRESS' });
    expect(asked).toEqual([]);
  });

  it('reaches a host that the operator has allowed, follows no redirect, and reads the beginning of the answer', async () => {
    const allowed = { production: true, hosts: ['hook.example'] };
    expect(await send(`http://hook.example:${port}/redirects`, allowed)).toMatchObject({ status: 302, answer: 'moved', error: null });
    expect(await send(`http://hook.example:${port}/long`, allowed)).toMatchObject({ status: 200, answer: 'x'.repeat(1_000) });
    expect(asked).toEqual(['/redirects', '/long']);
  });

  it('that nobody answers says why with a code, never with the address', async () => {
    const outcome = await send('http://127.0.0.1:1/hook?key=hidden', { production: true, hosts: ['127.0.0.1'] });
    expect(outcome).toMatchObject({ status: null, error: 'ECONNREFUSED' });
    expect(JSON.stringify(outcome)).not.toContain('hidden');
  });
});
