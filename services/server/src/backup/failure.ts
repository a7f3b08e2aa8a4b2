/** A failure that its message explains: people see the message, and no stack. The scripts know it by its name. */
export class Failure extends Error {
  override name = 'Failure';
}

/** What the disk refused, as one sentence; other failures stay as they are. */
export function explainDiskError(error: unknown): unknown {
  const { code, path } = error as NodeJS.ErrnoException;
  switch (code) {
    case 'ENOSPC':
    case 'EDQUOT':
      return new Failure('The disk is full. Make room and repeat the command; nothing has changed.', { cause: error });
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return new Failure(`${path ?? 'The folder'} may not be used by this user. Nothing has changed.`, { cause: error });
    case 'EBUSY':
    case 'EXDEV':
      return new Failure(`${path ?? 'The folder'} is a disk of its own and cannot be replaced. Let DATA_DIR name a folder on it.`, {
        cause: error,
      });
    default:
      return error;
  }
}
