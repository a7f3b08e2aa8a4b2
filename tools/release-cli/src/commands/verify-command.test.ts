import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
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

it('files that are cut off, or not there, are named', async () => {
  await givenLive();
  const site = createServer(({ url = '' }, response) => {
    if (url.startsWith('/assets/shell/')) return response.writeHead(200, { 'content-length': '9' }).write('cut', () => response.destroy());
    if (!url.startsWith('/registry/')) return response.writeHead(404).end();
    return void fetch(registry.address + url).then(async (answer) => response.end(await answer.text()));
  }).listen(0, '127.0.0.1');
  await once(site, 'listening');
  const file = join(root, 'target.pub.pem');
  await writeFile(file, registry.publicKey);
  const there = `http://127.0.0.1:${(site.address() as AddressInfo).port}/registry`;
  const run = await release(['verify', '--keys', file, '--registry', there]);
  expect(run.code).toBe(4);
  expect(run.err).toMatch(/^shell@1\.0\.0 \S+ did not come whole\.$/m);
  expect(run.err).toMatch(/^mf-demo@1\.0\.0 \S+ is not there\.$/m);
  site.closeAllConnections();
  site.close();
});
