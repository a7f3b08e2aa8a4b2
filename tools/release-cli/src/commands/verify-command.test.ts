import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { generateSigningKey, publicKeyPem, readSigningKey } from '@site/release-model/envelope';
import { givenLive, release, root, useRegistry } from '../testing/release-command';

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
