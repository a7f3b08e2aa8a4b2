/** Writes the files of a release into the storage, with the compressed forms that the edge serves. */
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { ReleaseDescriptor } from '@site/contracts/release';
import type { Storage } from '@site/platform/storage';
import type { Archive } from './read-archive';

const COMPRESSIBLE = /\.(js|mjs|css|json|svg|html|map)$/;
/** Compression runs on Node's thread pool, which has four threads. */
const AT_ONCE = 4;

const brotlied = promisify(brotliCompress);
const gzipped = promisify(gzip);

/**
 * Key of a release's file: `releases/<name>/<version>/<path>`, or `releases/<name>/_/<file>` for a hashed file, which versions share.
 * Compressible files for browsers have siblings `<key>.br` and `<key>.gz`.
 */
export const storageKey = (name: string, version: string, path: string): string =>
  path.startsWith('_/') ? `releases/${name}/${path}` : `releases/${name}/${version}/${path}`;

/** Stores all files, `release.json` last. */
export async function storeFiles(storage: Storage, descriptor: ReleaseDescriptor, archive: Archive): Promise<void> {
  const { name, version } = descriptor;
  const queue = [...archive.files];
  const work = async () => {
    for (let next = queue.pop(); next; next = queue.pop()) {
      const [path, { location }] = next;
      await storeFile(storage, storageKey(name, version, path), path, location);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  await storage.put(storageKey(name, version, 'release.json'), Buffer.from(JSON.stringify(descriptor)));
}

async function storeFile(storage: Storage, key: string, path: string, location: string): Promise<void> {
  const compressible = COMPRESSIBLE.test(path) && !path.startsWith('server/');
  // The last form that is written. When a hashed file has it, an earlier release stored all of them.
  const last = compressible ? `${key}.br` : key;
  if (path.startsWith('_/') && (await storage.exists(last))) return;
  const bytes = await readFile(location);
  await storage.put(key, bytes);
  if (!compressible) return;
  await storage.put(`${key}.gz`, await gzipped(bytes, { level: 9 }));
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  await storage.put(last, await brotlied(bytes, { params }));
}
