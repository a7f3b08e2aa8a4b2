/** Packs a build into the archive that the registry accepts. The same files give the same bytes, on any machine with the same Node. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { type ReleaseDescriptor, releaseDescriptorSchema } from '@site/contracts/release';
import { parseOrNull } from '@site/release-model/canonical-json';
import { BROTLI_FOLDER, isSentCompressed } from '@site/release-model/release-archive';
import tar from 'tar-stream';
import { EXIT, Failure } from './failure';
import { type Build, readForeignBuild } from './foreign-build';

export interface PackedRelease {
  descriptor: ReleaseDescriptor;
  archive: Buffer;
  /** SHA-256 of the archive in hex. */
  sha256: string;
}

const gzipped = promisify(gzip);
const brotli = promisify(brotliCompress);

/**
 * @param distDir Folder of a build: `release.json` and beside it the files that it lists, or the manifest of Module Federation and its files.
 * @param version Of a build that has no `release.json`; default: that of its package.json.
 * @throws Failure if there is no build, or a file of it is missing.
 */
export async function packRelease(distDir: string, version?: string): Promise<PackedRelease> {
  const { descriptor, read } = await readBuild(distDir, version);
  const pack = tar.pack();
  const chunks: Uint8Array[] = [];
  pack.on('data', (chunk) => chunks.push(chunk as Uint8Array));
  // Time, owner and mode would differ from machine to machine, and no one reads them.
  const add = (name: string, bytes: Buffer) => pack.entry({ name, mode: 0o644, mtime: new Date(0), uid: 0, gid: 0 }, bytes);
  add('release.json', Buffer.from(JSON.stringify(descriptor)));
  const paths = descriptor.files.map(({ path }) => path).sort();
  const packed = await Promise.all(paths.map(async (path) => packFile(path, await read(path))));
  for (const { name, bytes } of packed) add(name, bytes);
  const ended = new Promise<void>((resolve, reject) => pack.once('end', () => resolve()).once('error', reject));
  pack.finalize();
  await ended;
  const archive = await gzipped(Buffer.concat(chunks), { level: 9 });
  return { descriptor, archive, sha256: createHash('sha256').update(archive).digest('hex') };
}

/** What browsers are sent compressed is compressed here, with everything that brotli can do: the registry has documents to answer meanwhile. */
async function packFile(path: string, bytes: Buffer): Promise<{ name: string; bytes: Buffer }> {
  if (!isSentCompressed(path)) return { name: path, bytes };
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  return { name: BROTLI_FOLDER + path, bytes: await brotli(bytes, { params }) };
}

/** The descriptor of the build in `distDir`. Parameters and errors as of {@link packRelease}. */
export const readDescriptor = async (distDir: string, version?: string): Promise<ReleaseDescriptor> =>
  (await readBuild(distDir, version)).descriptor;

/** The build in `distDir`. Parameters and errors as of {@link packRelease}. */
export async function readBuild(distDir: string, version?: string): Promise<Build> {
  const file = join(distDir, 'release.json');
  const text = await readFile(file, 'utf8').catch(() => null);
  if (text !== null) return { descriptor: parseDescriptor(file, text), read: (path) => readListed(distDir, path) };
  const foreign = await readForeignBuild(distDir, version);
  if (foreign) return foreign;
  throw new Failure(`There is no build in ${distDir}: release.json is missing, and so is mf-manifest.json.`, EXIT.build);
}

function parseDescriptor(file: string, text: string): ReleaseDescriptor {
  const value = parseOrNull(text);
  if (value === null) throw new Failure(`${file} is not whole: another program builds it. Try again when that has ended.`, EXIT.build);
  const result = releaseDescriptorSchema.safeParse(value);
  if (!result.success)
    throw new Failure(`${file} is not the descriptor of a release: ${result.error.issues[0]?.message ?? ''}`, EXIT.build);
  return result.data;
}

const readListed = (distDir: string, path: string) =>
  readFile(join(distDir, path)).catch(() => {
    throw new Failure(`${path} is listed in release.json and missing in ${distDir}. Build again.`, EXIT.build);
  });
