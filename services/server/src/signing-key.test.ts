import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { createTestDirectory } from '@site/platform/testing/test-directory';
import { keyId } from '@site/release-model/envelope';
import { openSigningKey } from './signing-key';

let directory: Awaited<ReturnType<typeof createTestDirectory>>;
beforeEach(async () => (directory = await createTestDirectory()));
afterEach(() => directory.remove());

it('registries that share the file and start together have one key, and leave nothing else', async () => {
  const file = join(directory.path, 'keys', 'target.key.pem');
  const keys = await Promise.all(Array.from({ length: 20 }, () => openSigningKey(file)));
  expect(new Set([...keys, await openSigningKey(file)].map(keyId)).size).toBe(1);
  expect(await readdir(join(directory.path, 'keys'))).toEqual(['target.key.pem']);
});

it('a file without a key is named', async () => {
  const file = join(directory.path, 'key.pem');
  await writeFile(file, '');
  await expect(openSigningKey(file)).rejects.toThrow(`${file} cannot be used`);
});
