import type { KeyObject } from 'node:crypto';
import type { Change } from '@site/release-model/changes';
import { signTarget } from '@site/release-model/envelope';
import type { Cause } from '@site/release-model/revision';
import { type Parts, type Target, targetHash } from '@site/release-model/target';
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
    stable: ids(parts, ({ stable }) => stable.id),
    candidates: ids(parts, ({ candidate }) => candidate?.release.id),
  };
}

const ids = (parts: Parts, idOf: (part: Parts[string]) => string | undefined): Record<string, string> =>
  Object.fromEntries(
    Object.entries(parts).flatMap(([name, part]): [string, string][] => {
      const id = idOf(part);
      return id === undefined ? [] : [[name, id]];
    }),
  );
