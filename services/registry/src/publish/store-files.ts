/** Writes the files of a release into the storage, with the compressed form that browsers are sent. */
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import type { ReleaseDescriptor } from '@site/contracts/release';
import type { Storage } from '@site/platform/storage';
import { isSentCompressed } from '@site/release-model/release-archive';
import { DESCRIPTOR, releaseKey } from '@site/release-model/release-id';
import { inParallel } from '../in-parallel';
import { inTime } from '../releases/store-answers';
import type { Compressor } from './compressor';
import { makingWay } from './make-way';
import type { Archive, ArchivedFile } from './read-archive';

const AT_ONCE = 8;
/** How long the store may take for one file. */
const TIMEOUT_MS = 30_000;
const unbrotli = promisify(brotliDecompress);

interface ArchivedForm extends ArchivedFile {
  key: string;
  path: string;
  isCompressed: boolean;
}

/** Whether the store has both forms of a file already. */
type IsStored = (storage: Storage, file: ArchivedForm) => Promise<boolean>;

/**
 * Stores all files, `release.json` last. Of hashed ones, those that an earlier release has stored are left as they are.
 * @param firstClaimed Paths of hashed files that none can have stored.
 * @throws AppError `service-unavailable` while the store fails or does not answer.
 */
export async function storeFiles(
  storage: Storage,
  compressor: Compressor,
  descriptor: ReleaseDescriptor,
  archive: Archive,
  firstClaimed: ReadonlySet<string>,
): Promise<void> {
  const isStored: IsStored = async (_, file) => !firstClaimed.has(file.path) && isOfEarlierRelease(storage, file);
  await storeUnless(isStored, storage, compressor, descriptor, archive);
  await put(storage, descriptorKey(descriptor), descriptorBytes(descriptor));
}

/**
 * Stores what of a published release the store has lost, or has with other bytes.
 * @throws AppError `service-unavailable` while the store fails or does not answer.
 */
export async function repairFiles(
  storage: Storage,
  compressor: Compressor,
  descriptor: ReleaseDescriptor,
  archive: Archive,
): Promise<void> {
  await storeUnless(isIntact, storage, compressor, descriptor, archive);
  const [key, bytes] = [descriptorKey(descriptor), descriptorBytes(descriptor)];
  if (!(await answered(storage.get(key)))?.equals(bytes)) await put(storage, key, bytes);
}

const storeUnless = (
  isStored: IsStored,
  storage: Storage,
  compressor: Compressor,
  { name, version }: ReleaseDescriptor,
  archive: Archive,
) =>
  inParallel(archive.files, AT_ONCE, async ([path, archived]) => {
    const file = { ...archived, key: releaseKey(name, version, path), path, isCompressed: isSentCompressed(path) };
    await makingWay(async () => {
      if (!(await isStored(storage, file))) await storeFile(storage, compressor, file);
    });
  });

const descriptorKey = ({ name, version }: ReleaseDescriptor): string => releaseKey(name, version, DESCRIPTOR);
const descriptorBytes = (descriptor: ReleaseDescriptor): Buffer => Buffer.from(JSON.stringify(descriptor));

const answered = <T>(answer: Promise<T>): Promise<T> => inTime(answer, TIMEOUT_MS, 'Nothing was published.');

const put = (storage: Storage, key: string, bytes: Uint8Array): Promise<void> => answered(storage.put(key, bytes));

async function storeFile(storage: Storage, compressor: Compressor, { key, isCompressed, ...archived }: ArchivedForm): Promise<void> {
  const bytes = await archived.bytes();
  await put(storage, key, bytes);
  if (!isCompressed) return;
  await put(storage, brotliKey(key), (await archived.brotli?.()) ?? (await compressor.compress(bytes)));
}

const brotliKey = (key: string): string => `${key}.br`;

/** Only hashed files are shared: their names say that they have the same bytes, and whoever claims a version proves it. */
async function isOfEarlierRelease(storage: Storage, { key, path, size, isCompressed }: ArchivedForm): Promise<boolean> {
  if (!path.startsWith('_/') || (await answered(storage.stat(key)))?.size !== size) return false;
  return !isCompressed || answered(storage.exists(brotliKey(key)));
}

async function isIntact(storage: Storage, { key, isCompressed, ...archived }: ArchivedForm): Promise<boolean> {
  const bytes = await archived.bytes();
  if (!(await answered(storage.get(key)))?.equals(bytes)) return false;
  if (!isCompressed) return true;
  const stored = await answered(storage.get(brotliKey(key)));
  // What unpacks to more than the file, or not at all, is not its.
  const unpacked = stored && (await unbrotli(stored, { maxOutputLength: Math.max(1, bytes.length) }).catch(() => null));
  return unpacked?.equals(bytes) ?? false;
}
