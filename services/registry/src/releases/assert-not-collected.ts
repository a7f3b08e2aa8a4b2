import type { Db } from '@site/platform/database';
import { collected } from '@site/release-model/decide';
import type { ReleaseRef } from '@site/release-model/release-id';
import { errorOf } from '../errors';
import { findCollected } from './release.repository';

/** @throws AppError `release-collected`, naming one whose files are not kept any more. */
export async function assertNotCollected(db: Db, releases: Record<string, ReleaseRef>): Promise<void> {
  const gone = await findCollected(db, Object.keys(releases));
  for (const [name, { id, version }] of Object.entries(releases)) if (gone.has(id)) throw errorOf(collected(name, version));
}
