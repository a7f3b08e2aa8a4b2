/** Removes pictures that are in the store and that nobody shows: whoever was to remove them, or to show them, has failed. */
import type { ApiServices } from '../api-server';
import { findForgottenPhotos, forgetPhoto } from './photo.repository';

type PhotoServices = Pick<ApiServices, 'database' | 'deletePhoto' | 'logger'>;

/** One that fails does not hold up the others: it comes again with the next run. */
export async function removeForgottenPhotos({ database, deletePhoto, logger }: PhotoServices): Promise<void> {
  for (const key of await findForgottenPhotos(database.db))
    try {
      // An upload that is slower than that finds its picture gone, and is refused.
      await database.transaction(async (tx) => {
        if (await forgetPhoto(tx, key)) await deletePhoto(key);
      });
    } catch (err) {
      logger.warn({ err }, 'a photo that nobody shows could not be removed');
    }
}
