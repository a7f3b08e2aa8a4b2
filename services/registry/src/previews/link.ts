/** What the links of previews and of replays have in common. */
import type { Db } from '@site/platform/database';
import type { ReleaseRef } from '@site/release-model/release-id';
import { z } from 'zod';
import { registryError } from '../errors';
import { assertNotCollected } from '../releases/assert-not-collected';
import { findYanked } from '../releases/release.repository';

export const expiresInHoursSchema = z.int().min(1).max(336).default(168);

const HOUR_MS = 3_600_000;

/** ISO 8601 time. */
export const hoursAfter = (now: Date, hours: number): string => new Date(now.getTime() + hours * HOUR_MS).toISOString();

/** @throws AppError `release-yanked` or `release-collected`, naming one. */
export async function assertShowable(db: Db, releases: Record<string, ReleaseRef>): Promise<void> {
  await assertNotCollected(db, releases);
  const yanked = await findYanked(db);
  const [name, found] = Object.entries(releases).find(([, { id }]) => yanked.has(id)) ?? [];
  if (!found) return;
  const { version } = found;
  throw registryError('release-yanked', { message: `${name}@${version} was yanked and is not shown.`, details: { name, version } });
}
