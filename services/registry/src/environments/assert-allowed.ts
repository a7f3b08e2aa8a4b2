import type { AppError } from '@site/platform/errors';
import type { Command } from '@site/release-model/commands';
import { registryError } from '../errors';
import type { Lock } from './environment.repository';

/** What may be done in spite of a lock: whatever takes something bad away. */
const IN_SPITE_OF_LOCK: ReadonlySet<Command['kind']> = new Set(['rollback', 'end-canary', 'disable', 'params']);

/**
 * @param where The environment, in words.
 * @returns `environment-locked` for a command that has to wait until the environment is unlocked, else null.
 */
export const heldByLock = (lock: Lock | null, { kind }: Command, where: string): AppError | null =>
  lock && !IN_SPITE_OF_LOCK.has(kind) ? environmentLocked(lock, where) : null;

export const environmentLocked = ({ by, at, reason }: Lock, where = 'this environment') =>
  registryError('environment-locked', {
    message: `${by} has locked ${where}: ${reason}`,
    details: { lockedBy: by, lockedAt: at.toISOString(), reason },
  });
