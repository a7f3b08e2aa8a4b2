import type { AppError } from '@site/platform/errors';
import type { Command } from '@site/release-model/commands';
import { takesAway } from '@site/release-model/rules';
import { registryError } from '../errors';
import type { Lock } from './environment.repository';

/**
 * What takes something bad away may be done in spite of a lock.
 * @param where The environment, in words.
 * @returns `environment-locked` for a command that has to wait until the environment is unlocked, else null.
 */
export const heldByLock = (lock: Lock | null, command: Command, where: string): AppError | null =>
  lock && !takesAway(command) ? environmentLocked(lock, where) : null;

export const environmentLocked = ({ by, at, reason }: Lock, where = 'this environment') =>
  registryError('environment-locked', {
    message: `${by} has locked ${where}: ${reason}`,
    details: { lockedBy: by, lockedAt: at.toISOString(), reason },
  });
