/** Moves of whole folders on one disk, each of them at once. */
import { rename, rmdir } from 'node:fs/promises';
import { Failure } from './failure';

interface Swap {
  fresh: string;
  current: string;
  /** Where `current` is kept; nothing is there yet. */
  aside: string;
}

/** Puts `fresh` in the place of `current`. If that fails, `current` is where it was. */
export async function swapFolders({ fresh, current, aside }: Swap): Promise<void> {
  await rename(current, aside);
  try {
    await rename(fresh, current);
  } catch (error) {
    await rename(aside, current).catch((cause: unknown) => {
      throw new Failure(`The restore failed. The data that were in ${current} are in ${aside}.`, { cause });
    });
    throw error;
  }
}

/** Puts `fresh` in the place of `empty`, which is an empty folder or nothing. @throws Failure if it is not empty any more. */
export async function fillFolder(empty: string, fresh: string): Promise<void> {
  try {
    await rmdir(empty).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
    });
    await rename(fresh, empty);
  } catch (error) {
    if (!['ENOTEMPTY', 'EEXIST'].includes(String((error as NodeJS.ErrnoException).code))) throw error;
    throw new Failure(`${empty} is not empty any more. Was a site started there meanwhile? Nothing has changed.`, { cause: error });
  }
}
