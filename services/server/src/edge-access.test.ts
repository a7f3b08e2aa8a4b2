import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { createTestDirectory } from '@site/platform/testing/test-directory';
import { issueTestToken, startTestRegistry, type TestRegistry } from '@site/registry/testing';
import { revokeTokenNamed } from '@site/registry/tokens/manage-tokens';
import { admitEdges, readRegistryToken } from './edge-access';

let directory: Awaited<ReturnType<typeof createTestDirectory>>;
let registry: TestRegistry;
beforeEach(async () => {
  directory = await createTestDirectory();
  registry = await startTestRegistry();
});
afterEach(async () => {
  await registry.stop();
  await directory.remove();
});

/** What edges have after a registry with this token for them has started. */
async function tokenAfter(token: string): Promise<string | null> {
  const [dataDir, edgeAccessDir] = [join(directory.path, token), join(directory.path, 'edge-access')];
  await mkdir(join(dataDir, 'tokens'), { recursive: true });
  await writeFile(join(dataDir, 'tokens', 'edge.token'), `${token}\n`);
  await admitEdges({ dataDir, edgeAccessDir }, registry.signingKey, registry.database.db);
  return readRegistryToken(edgeAccessDir);
}

it('edges keep their token whichever registry starts, until it is worth nothing', async () => {
  const one = await issueTestToken(registry, 'one', ['serve'], ['*']);
  const other = await issueTestToken(registry, 'other', ['serve'], ['*']);
  expect([await tokenAfter(one), await tokenAfter(other), await tokenAfter(one)]).toEqual([one, one, one]);
  await revokeTokenNamed(registry.database, 'one', 'test');
  expect(await tokenAfter(other)).toBe(other);
});

it('a token that is not for edges, or that the database does not know, gives way', async () => {
  const token = await issueTestToken(registry, 'edge', ['serve'], ['*']);
  for (const unfit of ['unknown', await issueTestToken(registry, 'view', ['view'], ['*'])]) {
    await mkdir(join(directory.path, 'edge-access'), { recursive: true });
    await writeFile(join(directory.path, 'edge-access', 'registry.token'), unfit);
    expect(await tokenAfter(token)).toBe(token);
  }
  expect(await readFile(join(directory.path, 'edge-access', 'registry.token'), 'utf8')).toBe(`${token}\n`);
});
