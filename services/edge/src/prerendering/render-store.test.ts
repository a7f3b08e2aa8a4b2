import { readdir, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { silentLogger } from '@site/platform/logging';
import { createTestDirectory } from '@site/platform/testing';
import { RenderStore } from './render-store';

it('old pages are removed also where another edge has removed some of them meanwhile', async () => {
  const { path: directory, remove } = await createTestDirectory();
  for (const name of ['old.page', 'kept.page', 'young.page']) await writeFile(join(directory, name), '');
  for (const name of ['old.page', 'kept.page']) await utimes(join(directory, name), 0, 0);
  // Listed, and not there when it is looked at.
  for (const name of ['a.page', 'z.page']) await symlink(join(directory, 'gone'), join(directory, name));
  await new RenderStore({ directory, secret: async () => 'secret', logger: silentLogger() }).prune(new Set(['kept']));
  expect((await readdir(directory)).sort()).toEqual(['a.page', 'kept.page', 'young.page', 'z.page']);
  await remove();
});
