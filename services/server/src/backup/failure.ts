/** A failure that its message explains: people see the message, and no stack. The scripts know it by its name. */
export class Failure extends Error {
  override name = 'Failure';
}

/** Why nothing can be at a path. */
const NO_PLACE: Record<string, string> = {
  ELOOP: 'its links lead in a circle',
  ENAMETOOLONG: 'a name in it is too long',
  ENOENT: 'nothing can be made there',
  ENOTDIR: 'a part of it is no folder',
};

/**
 * What the disk refused, as one sentence; other failures stay as they are.
 * @param place What was to be made. That something else is not there is no fault of the place.
 */
export function explainDiskError(error: unknown, place: string): unknown {
  const { code = '', path } = error as NodeJS.ErrnoException;
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
    case 'ELOOP':
    case 'ENAMETOOLONG':
    case 'ENOENT':
    case 'ENOTDIR': {
      const isPlace = path !== undefined && isOnTheWayTo(place, path);
      if (code === 'ENOENT' && !isPlace) return error;
      const named = isPlace ? place : (path ?? place);
      return new Failure(`${named} cannot be used: ${NO_PLACE[code]}. Choose another place; nothing has changed.`, { cause: error });
    }
    default:
      return error;
  }
}

/** Whether a path is the place, a folder above it, or a name beside it that begins with its own, as one of unfinished work does. */
const isOnTheWayTo = (place: string, path: string) =>
  place.startsWith(`${path}/`) || (path.startsWith(place) && !path.slice(place.length).includes('/'));
