import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { generateSigningKey, publicKeyPem, readSigningKey } from '@site/release-model/envelope';
import { givenLive, registry, release, root, useRegistry } from '../testing/release-command';

useRegistry();

it('a target that is signed with none of the keys is refused, and the sentence says where the keys are from', async () => {
  await givenLive();
  const file = join(root, 'target.pub.pem');
  await writeFile(file, publicKeyPem(readSigningKey(generateSigningKey())));
  expect(await release(['verify', '--keys', file])).toMatchObject({
    code: 4,
    err: `The target is not signed with a trusted key. The keys are those in ${file}.\n`,
  });
});

it('a site elsewhere is not held against the keys of the local one', async () => {
  expect(await release(['verify', '--registry', 'https://www.example.com/registry'])).toMatchObject({
    code: 2,
    err: expect.stringContaining('Name the file with its public keys, target.pub.pem, with --keys.'),
  });
});

/** The registry at a site that answers for files itself. */
async function siteWith(files: (request: IncomingMessage, response: ServerResponse) => unknown) {
  const site = createServer((request, response) => {
    const { url = '' } = request;
    if (!url.startsWith('/registry/')) return files(request, response);
    return void fetch(registry.address + url).then(async (answer) => response.end(await answer.text()));
  }).listen(0, '127.0.0.1');
  await once(site, 'listening');
  const keys = join(root, 'target.pub.pem');
  await writeFile(keys, registry.publicKey);
  const address = `http://127.0.0.1:${(site.address() as AddressInfo).port}/registry`;
  return {
    verify: () => release(['verify', '--keys', keys, '--registry', address]),
    stop() {
      site.closeAllConnections();
      site.close();
    },
  };
}

it('files that are cut off, or not there, are named', async () => {
  await givenLive();
  const site = await siteWith(({ url = '' }, response) => {
    if (url.startsWith('/assets/shell/')) return response.writeHead(200, { 'content-length': '9' }).write('cut', () => response.destroy());
    return response.writeHead(404).end();
  });
  const run = await site.verify();
  expect(run.code).toBe(4);
  expect(run.err).toMatch(/^shell@1\.0\.0 \S+ did not come whole\.$/m);
  expect(run.err).toMatch(/^mf-demo@1\.0\.0 \S+ is not there\.$/m);
  site.stop();
});

it('a file that is only there compressed is named, and so is one that is another in one of its forms', async () => {
  await givenLive();
  const site = await siteWith(async ({ url = '', headers }, response) => {
    const [, , name = '', , file = ''] = url.split('/');
    const isPlain = headers['accept-encoding'] === 'identity';
    if (name === 'shell' && isPlain) return response.writeHead(404).end();
    if (name === 'mf-demo' && !isPlain) return response.end('alert(1)');
    return response.end(await readFile(join(root, name, 'dist/v', file)));
  });
  const run = await site.verify();
  expect(run.code).toBe(4);
  expect(run.err).toMatch(/^shell@1\.0\.0 v\/\S+ is not there, for whoever takes nothing compressed\.$/m);
  expect(run.err).toMatch(/^mf-demo@1\.0\.0 v\/\S+ is another file\.$/m);
  site.stop();
});
