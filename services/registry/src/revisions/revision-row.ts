import type { KeyObject } from 'node:crypto';
import type { Change } from '@site/release-model/changes';
import { idsOf } from '@site/release-model/decide';
import { signTarget } from '@site/release-model/envelope';
import type { Cause } from '@site/release-model/revision';
import { type Target, targetHash } from '@site/release-model/target';
import type { RevisionRow } from './revision.repository';

export interface DecidedRevision {
  target: Target;
  cause: Cause;
  restores: number | null;
  fixes: boolean;
  changes: Change[];
}

/** All columns of a revision but who made and approved it, when and why, the plan that it belongs to, and its rehearsal. */
export function rowOf(
  { target, ...decided }: DecidedRevision,
  signingKey: KeyObject,
): Omit<RevisionRow, 'createdBy' | 'createdAt' | 'reason' | 'approvedBy' | 'planId' | 'planStep' | 'rehearsal'> {
  const { environment, number, epoch, parts } = target;
  return {
    ...decided,
    environment,
    number,
    epoch,
    hash: targetHash(target),
    envelope: signTarget(target, signingKey),
    ...idsOf(parts),
  };
}
