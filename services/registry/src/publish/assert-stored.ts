import type { RevisionChange } from '@site/contracts/revision';
import { platformError } from '@site/platform/errors';
import type { Storage } from '@site/platform/storage';
import { registryError } from '../errors';
import { storageKey } from './store-files';

/**
 * Edges read a release from the store as soon as it is live.
 * @throws AppError `release-not-found` if the store does not have it, `service-unavailable` while the store does not answer.
 */
export async function assertStored(storage: Storage, { name, version }: RevisionChange): Promise<void> {
  const isStored = await storage.exists(storageKey(name, version, 'release.json')).catch((cause: unknown) => {
    const message = 'The store of releases does not answer. Nothing was changed.';
    throw platformError('service-unavailable', { message, cause, headers: { 'retry-after': '10' } });
  });
  if (!isStored) throw registryError('release-not-found', { message: `${name}@${version} was not published.`, details: { name, version } });
}
