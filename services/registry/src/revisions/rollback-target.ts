import type { Revision } from '@site/contracts/revision';
import type { Db } from '@site/platform/database';
import { registryError } from '../errors';
import { findOrigin, findRevision } from './revision.repository';

/**
 * The revision that a rollback without a number returns to: the one before the promotion that made what is live. After a rollback that is
 * further back, never forward to what was rolled back from.
 * @throws AppError `nothing-to-roll-back` if there is none.
 */
export async function rollbackTarget(db: Db, current: Revision | null): Promise<Revision> {
  const target = current && (await findRevision(db, current.environment, (await findOrigin(db, current)) - 1));
  if (!target) throw registryError('nothing-to-roll-back');
  return target;
}
