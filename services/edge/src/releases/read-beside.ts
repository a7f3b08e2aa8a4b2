import type { ReleaseRef } from '@site/release-model/release-id';
import { type Releases, serverBundle } from '../site/build-site';
import type { ReleaseFiles } from './release-files';

/**
 * The releases that are known, and beside them those of the names, each with a server bundle that can be read and matches its hash.
 * @throws Error when one of them cannot be read or is not what was published.
 */
export async function readBeside(files: ReleaseFiles, named: Record<string, ReleaseRef>, known: Releases): Promise<Releases> {
  const read = Object.entries(named).map(async ([name, ref]) => {
    const descriptor = known.get(ref.id) ?? (await files.descriptor({ name, ...ref }));
    const bundle = serverBundle(descriptor, ref.id);
    if (bundle) await files.serverBundle(bundle);
    return [ref.id, descriptor] as const;
  });
  return new Map([...known, ...(await Promise.all(read))]);
}
