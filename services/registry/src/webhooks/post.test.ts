import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, it } from '@jest/globals';
import { createAddressPolicy } from './address-policy';
import { post } from './post';

const policy = createAddressPolicy({ production: true, hosts: ['127.0.0.1'] });

it('a receiver that wants to switch protocols has answered, and its connection is closed', async () => {
  const server = createServer();
  server.on('connection', (socket) => {
    socket.once('data', () => socket.write('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n'));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  expect(await post({ address, headers: {}, body: '{}', stopping: new AbortController().signal }, policy)).toEqual({
    ...{ status: 101, answer: '', error: null },
    durationMs: expect.any(Number),
  });
  await once(server.close(), 'close');
});
