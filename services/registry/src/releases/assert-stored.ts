/** Whether edges can read a release as soon as it is live. */
import type { ReleaseDescriptor } from '@site/contracts/release';
import type { Storage } from '@site/platform/storage';
import { DESCRIPTOR, releaseKey } from '@site/release-model/release-id';
import { registryError } from '../errors';
import { inParallel } from '../in-parallel';
import { inTime } from './store-answers';

/** How long the store may take for one answer. */
const TIMEOUT_MS = 4_000;
const AT_ONCE = 32;
/** How many of the files that are not there are named. */
const NAMED = 10;

/** @throws AppError `release-incomplete`, or `service-unavailable` while the store does not answer. */
export async function assertStored(storage: Storage, release: ReleaseDescriptor): Promise<void> {
  const { name, version, files } = release;
  const missing = await findMissing(storage, release);
  if (missing.length === 0) return;
  throw registryError('release-incomplete', {
    message: `Of ${name}@${version}, ${missing.length} of ${files.length + 1} files are not in the store as they were published.`,
    details: { name, version, files: missing.sort().slice(0, NAMED) },
  });
}

/**
 * @returns Paths of files that the store does not have, or has with another size.
 * @throws AppError `service-unavailable` while the store does not answer.
 */
async function findMissing(storage: Storage, { name, version, files }: ReleaseDescriptor): Promise<string[]> {
  const missing: string[] = [];
  const expected = [{ path: DESCRIPTOR, size: null }, ...files];
  await inParallel(expected, AT_ONCE, async ({ path, size }) => {
    const stored = await inTime(storage.stat(releaseKey(name, version, path)), TIMEOUT_MS, 'Nothing was changed.');
    if (!stored || (size !== null && stored.size !== size)) missing.push(path);
  });
  return missing;
}
