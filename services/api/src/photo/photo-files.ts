/** Where the pictures of a member are kept. */
import { randomBytes } from 'node:crypto';
import type { Storage } from '@site/platform/storage';
import { PHOTO_SIZES, type Pictures } from './picture';

const fileOf = (key: string, size: number | string) => `photos/${key}-${size}.jpg`;

/** A name that nobody can guess. */
export const newPhotoKey = (): string => randomBytes(24).toString('hex');

export async function storePictures(storage: Storage, key: string, pictures: Pictures): Promise<void> {
  for (const size of PHOTO_SIZES) await storage.put(fileOf(key, size), pictures[size]);
}

export const readPicture = (storage: Storage, key: string, size: string): Promise<Buffer | null> => storage.get(fileOf(key, size));

export async function deletePictures(storage: Storage, key: string): Promise<void> {
  for (const size of PHOTO_SIZES) await storage.delete(fileOf(key, size));
}
