/** Reads the archive of a release into a directory, in bounded memory, and refuses whatever a release does not contain. */
import { createHash } from 'node:crypto';
import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Readable, Transform, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { releasePathSchema } from '@site/contracts/release';
import { AppError } from '@site/platform/errors';
import { DESCRIPTOR } from '@site/release-model/release-id';
import type { Limits } from '@site/release-model/release-limits';
import tar from 'tar-stream';
import { registryError } from '../errors';

export interface ArchivedFile {
  /** Where the bytes are now. */
  location: string;
  size: number;
  integrity: string;
}

export interface Archive {
  descriptor: string;
  /** By path in the release. */
  files: Map<string, ArchivedFile>;
}

const invalid = (message: string, cause?: unknown) => registryError('release-archive-invalid', { message, cause });

/**
 * @param stream A gzipped tar.
 * @param sha256 Hex hash of the stream.
 * @param directory An empty directory. Files in it are numbered; names from the archive never touch the file system.
 * @throws AppError `release-archive-invalid` or `release-too-large`.
 */
export async function readArchive(stream: Readable, sha256: string, directory: string, limits: Limits): Promise<Archive> {
  const extract = tar.extract();
  const hash = createHash('sha256');
  const received = metered(limits.archive, hash);
  const unpacked = metered(limits.total + limits.descriptor + limits.files * 1024);
  // tar-stream brings its own stream classes, which Node's pipeline accepts and its types do not.
  const feeding = pipeline(stream, received, createGunzip(), unpacked, extract as unknown as Writable);
  // Whichever fails first is the reason; the other then fails because of it.
  let reason: unknown;
  feeding.catch((error: unknown) => (reason ??= error));
  try {
    const archive = await readEntries(extract, directory, limits);
    await feeding;
    if (hash.digest('hex') !== sha256.toLowerCase()) throw invalid('The archive does not match the header X-Content-SHA256.');
    return archive;
  } catch (error) {
    reason ??= error;
    await feeding.catch(() => undefined);
    const own = [error, reason].find((candidate) => candidate instanceof AppError);
    throw own ?? translate(reason);
  }
}

/** What gunzip and tar throw is the fault of the archive; what the disk throws is not. */
function translate(error: unknown): unknown {
  const code = String((error as NodeJS.ErrnoException).code ?? '');
  return ['ENOSPC', 'EDQUOT', 'EACCES', 'EMFILE', 'EIO'].includes(code)
    ? error
    : invalid('The archive is not a complete gzipped tar.', error);
}

async function readEntries(extract: tar.Extract, directory: string, limits: Limits): Promise<Archive> {
  const files = new Map<string, ArchivedFile>();
  let descriptor: string | undefined;
  for await (const entry of extract) {
    const { name, type, size = 0 } = entry.header;
    if (type === 'directory' && releasePathSchema.safeParse(`v/${name.replace(/\/$/, '')}`).success) {
      entry.resume();
      continue;
    }
    if (type !== 'file') throw invalid(`The archive contains a ${type}; only plain files are allowed.`);
    const isDescriptor = name === DESCRIPTOR;
    if (!isDescriptor && !releasePathSchema.safeParse(name).success) throw invalid(`'${printable(name)}' is not a path of a release.`);
    if (files.has(name) || (isDescriptor && descriptor !== undefined)) throw invalid(`'${name}' occurs twice in the archive.`);
    if (size > (isDescriptor ? limits.descriptor : limits.file))
      throw registryError('release-too-large', { message: `${name} is too large.` });
    if (files.size >= limits.files) throw registryError('release-too-large', { message: `A release has at most ${limits.files} files.` });
    const file = await save(entry as AsyncIterable<Uint8Array>, join(directory, isDescriptor ? 'descriptor' : String(files.size)));
    if (isDescriptor) descriptor = await readFile(file.location, 'utf8');
    else files.set(name, file);
  }
  if (descriptor === undefined) throw invalid(`The archive has no ${DESCRIPTOR} at its root.`);
  return { descriptor, files };
}

async function save(entry: AsyncIterable<Uint8Array>, location: string): Promise<ArchivedFile> {
  const hash = createHash('sha384');
  let size = 0;
  const file = await open(location, 'wx', 0o600);
  try {
    for await (const chunk of entry) {
      hash.update(chunk);
      size += chunk.length;
      await file.write(chunk);
    }
  } finally {
    await file.close();
  }
  return { location, size, integrity: `sha384-${hash.digest('base64')}` };
}

/** Passes bytes through, hashing them, until there are more than `most`. */
function metered(most: number, hash?: { update(chunk: Uint8Array): unknown }): Transform {
  let total = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      total += chunk.length;
      hash?.update(chunk);
      if (total > most) done(registryError('release-too-large'));
      else done(null, chunk);
    },
  });
}

const printable = (name: string) => name.slice(0, 100).replace(/[^\x20-\x7e]/g, '?');
