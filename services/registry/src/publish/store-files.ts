/** Writes the files of a release into the storage, with the compressed forms that the edge serves. */
import { readFile } from 'node:fs/promises';
import type { ReleaseDescriptor } from '@site/contracts/release';
import type { Storage } from '@site/platform/storage';
import { DESCRIPTOR, releaseKey } from '@site/release-model/release-id';
import { inParallel } from '../in-parallel';
import { inTime } from '../releases/store-answers';
import type { Compressor } from './compressor';
import type { Archive } from './read-archive';

const COMPRESSIBLE = /\.(js|mjs|css|json|svg|html|map)$/;
const AT_ONCE = 8;
/** How long the store may take for one file. */
const TIMEOUT_MS = 30_000;

/**
 * Stores all files, `release.json` last.
 * @throws AppError `service-unavailable` while the store fails or does not answer.
 */
export async function storeFiles(storage: Storage, compressor: Compressor, descriptor: ReleaseDescriptor, archive: Archive): Promise<void> {
  const { name, version } = descriptor;
  await inParallel(archive.files, AT_ONCE, ([path, { location }]) =>
    storeFile(storage, compressor, releaseKey(name, version, path), path, location),
  );
  await put(storage, releaseKey(name, version, DESCRIPTOR), Buffer.from(JSON.stringify(descriptor)));
}

const answered = <T>(answer: Promise<T>): Promise<T> => inTime(answer, TIMEOUT_MS, 'Nothing was published.');

const put = (storage: Storage, key: string, bytes: Uint8Array): Promise<void> => answered(storage.put(key, bytes));

async function storeFile(storage: Storage, compressor: Compressor, key: string, path: string, location: string): Promise<void> {
  const compressible = COMPRESSIBLE.test(path) && !path.startsWith('server/');
  // The last form that is written. When a hashed file has it, an earlier release stored all of them.
  const last = compressible ? `${key}.br` : key;
  if (path.startsWith('_/') && (await answered(storage.exists(last)))) return;
  const bytes = await readFile(location);
  await put(storage, key, bytes);
  if (!compressible) return;
  const { gzip, brotli } = await compressor.compress(bytes);
  await put(storage, `${key}.gz`, gzip);
  await put(storage, last, brotli);
}
