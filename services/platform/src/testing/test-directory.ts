/** For tests only: a directory that a suite fills and removes. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A directory that `remove()` deletes with all that is in it. */
export async function createTestDirectory(): Promise<{ path: string; remove: () => Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'site-test-'));
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}
