/** Packs a built release into the archive that the registry accepts. The same files give the same bytes, on any machine. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { type ReleaseDescriptor, releaseDescriptorSchema } from '@site/contracts/release';
import tar from 'tar-stream';
import { EXIT, Failure } from './failure';

export interface PackedRelease {
  descriptor: ReleaseDescriptor;
  archive: Buffer;
  /** SHA-256 of the archive in hex. */
  sha256: string;
}

const compressed = promisify(gzip);

/**
 * @param distDir Folder of a build: `release.json`, and beside it the files that it lists.
 * @throws Failure if there is no build, or a file of it is missing.
 */
export async function packRelease(distDir: string): Promise<PackedRelease> {
  const descriptor = await readDescriptor(distDir);
  const pack = tar.pack();
  const chunks: Uint8Array[] = [];
  pack.on('data', (chunk) => chunks.push(chunk as Uint8Array));
  // Time, owner and mode would differ from machine to machine, and no one reads them.
  const add = (name: string, bytes: Buffer) => pack.entry({ name, mode: 0o644, mtime: new Date(0), uid: 0, gid: 0 }, bytes);
  add('release.json', Buffer.from(JSON.stringify(descriptor)));
  const paths = descriptor.files.map(({ path }) => path).sort();
  for (const path of paths) add(path, await readListed(distDir, path));
  const ended = new Promise<void>((resolve, reject) => pack.once('end', () => resolve()).once('error', reject));
  pack.finalize();
  await ended;
  const archive = await compressed(Buffer.concat(chunks), { level: 9 });
  return { descriptor, archive, sha256: createHash('sha256').update(archive).digest('hex') };
}

/** The descriptor of the build in `distDir`. */
export async function readDescriptor(distDir: string): Promise<ReleaseDescriptor> {
  const file = join(distDir, 'release.json');
  const text = await readFile(file, 'utf8').catch(() => {
    throw new Failure(`There is no build in ${distDir}: release.json is missing.`, EXIT.build);
  });
  const result = releaseDescriptorSchema.safeParse(JSON.parse(text));
  if (!result.success)
    throw new Failure(`${file} is not the descriptor of a release: ${result.error.issues[0]?.message ?? ''}`, EXIT.build);
  return result.data;
}

const readListed = (distDir: string, path: string) =>
  readFile(join(distDir, path)).catch(() => {
    throw new Failure(`${path} is listed in release.json and missing in ${distDir}. Build again.`, EXIT.build);
  });
