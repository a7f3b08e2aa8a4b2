/** Pictures of rehearsals in the store, each under its hash. */
import { createHash } from 'node:crypto';
import type { Storage } from '@site/platform/storage';
import { picturesOf } from '@site/release-model/rehearsal';
import { registryError } from '../errors';
import type { RehearsalRow } from '../rehearsals/rehearsal.repository';

const folderOf = (environment: string, id: number): string => `rehearsals/${environment}/${id}`;

const keyOf = ({ environment, id }: RehearsalRow, sha256: string): string => `${folderOf(environment, id)}/${sha256}.png`;

/** @throws AppError `rehearsal-picture-not-found` for one that the rehearsal does not name. */
function assertNamed(rehearsal: RehearsalRow, sha256: string): void {
  if (!picturesOf(rehearsal.report).some((picture) => picture.sha256 === sha256)) throw registryError('rehearsal-picture-not-found');
}

/** @throws AppError `rehearsal-picture-not-found`, or `rehearsal-picture-invalid` for other bytes than those of the hash. */
export async function storePicture(storage: Storage, rehearsal: RehearsalRow, sha256: string, bytes: Buffer): Promise<void> {
  assertNamed(rehearsal, sha256);
  if (createHash('sha256').update(bytes).digest('hex') !== sha256) throw registryError('rehearsal-picture-invalid');
  await storage.put(keyOf(rehearsal, sha256), bytes);
}

/** @throws AppError `rehearsal-picture-not-found` also for one that was never sent. */
export async function readPicture(storage: Storage, rehearsal: RehearsalRow, sha256: string): Promise<Buffer> {
  assertNamed(rehearsal, sha256);
  const bytes = await storage.get(keyOf(rehearsal, sha256));
  if (!bytes) throw registryError('rehearsal-picture-not-found');
  return bytes;
}

export async function deletePictures(storage: Storage, environment: string, ids: readonly number[]): Promise<void> {
  for (const id of ids) for (const key of await storage.list(folderOf(environment, id))) await storage.delete(key);
}
