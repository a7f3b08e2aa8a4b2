/** Checks a descriptor against the address that it is published under and against the files of its archive. */
import { carriesHashes, type ReleaseDescriptor } from '@site/contracts/release';
import { assertPublishable, parseDescriptor } from '@site/release-model/release-checks';
import type { Limits } from '@site/release-model/release-limits';
import { registryError, translated } from '../errors';
import type { Archive } from './read-archive';

/**
 * The descriptor of `archive`, proven to describe exactly its files.
 * @throws AppError `release-invalid`, `contract-not-supported` or `release-too-large`.
 */
export async function checkRelease(
  archive: Archive,
  address: { name: string; version: string },
  limits: Limits,
): Promise<ReleaseDescriptor> {
  try {
    const descriptor = parseDescriptor(archive.descriptor);
    if (descriptor.name !== address.name || descriptor.version !== address.version) {
      const message = `The descriptor is of ${descriptor.name}@${descriptor.version}, not of ${address.name}@${address.version}.`;
      throw registryError('release-invalid', { message });
    }
    const carriers = [...archive.files].filter(([path]) => carriesHashes(descriptor, path));
    const scripts = new Map(
      await Promise.all(carriers.map(async ([path, { bytes }]) => [path, (await bytes()).toString('utf8')] as const)),
    );
    assertPublishable({ descriptor, files: archive.files, scripts }, limits);
    return descriptor;
  } catch (error) {
    throw translated(error);
  }
}
