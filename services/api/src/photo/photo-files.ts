/** Where the pictures of a member are kept. */
import { randomBytes } from 'node:crypto';
import type { Storage } from '@site/platform/storage';
import { inTime } from '@site/platform/in-time';
import { STORE_TIMEOUT_MS } from '../store-timeout';
import { PHOTO_SIZES, type Pictures } from './picture';

const fileOf = (key: string, size: number | string) => `photos/${key}-${size}.jpg`;

/** A name that nobody can guess. */
export const newPhotoKey = (): string => randomBytes(24).toString('hex');

export async function storePictures(storage: Storage, key: string, pictures: Pictures): Promise<void> {
  await Promise.all(PHOTO_SIZES.map((size) => storage.put(fileOf(key, size), pictures[size])));
}

export const readPicture = (storage: Storage, key: string, size: string): Promise<Buffer | null> => storage.get(fileOf(key, size));

/** @throws Error if the store fails, or takes too long. */
export async function deletePictures(storage: Storage, key: string): Promise<void> {
  await inTime(Promise.all(PHOTO_SIZES.map((size) => storage.delete(fileOf(key, size)))), STORE_TIMEOUT_MS);
}
