/** Reads the archive of a release, in bounded memory, and refuses whatever a release does not contain. */
import { createHash } from 'node:crypto';
import { type Readable, Transform, type Writable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { brotliDecompress, createGunzip } from 'node:zlib';
import { releasePathSchema } from '@site/contracts/release';
import { AppError } from '@site/platform/errors';
import { BROTLI_FOLDER } from '@site/release-model/release-archive';
import { DESCRIPTOR } from '@site/release-model/release-id';
import type { Limits } from '@site/release-model/release-limits';
import tar from 'tar-stream';
import { registryError } from '../errors';
import { makingWay } from './make-way';
import type { Kept, Scratch } from './scratch';

export interface ArchivedFile {
  size: number;
  integrity: string;
  bytes: Kept;
  /** As it was compressed by who publishes it; null where it came as it is. */
  brotli: Kept | null;
}

export interface Archive {
  descriptor: string;
  /** By path in the release. */
  files: Map<string, ArchivedFile>;
}

/** With how much of the input was read, which Node's types do not know. */
const unbrotli = promisify(brotliDecompress) as unknown as (
  brotli: Buffer,
  options: { maxOutputLength: number; info: true },
) => Promise<{ buffer: Buffer; engine: { bytesWritten: number } }>;

/** Bytes of what stands before an entry: a name that is too long for its header, or attributes. */
const LONGEST_ATTRIBUTES = 8 * 1024;
/** All that stands in an archive for each file that it may have: the file, its folders, and what stands before them. */
const HEADERS_PER_FILE = 8;

/** A part of tar-stream's parser that is not public: it takes 4 MiB of attributes before any entry, as often as they come, and has no option for it. */
interface AttributesParser {
  _decodeLongHeader: (bytes: Uint8Array) => void;
}

const invalid = (message: string, cause?: unknown) => registryError('release-archive-invalid', { message, cause });

/**
 * @param stream A gzipped tar.
 * @param sha256 Hex hash of the stream.
 * @param scratch Has the files. Their names never touch the file system.
 * @throws AppError `release-archive-invalid` or `release-too-large`.
 */
export async function readArchive(stream: Readable, sha256: string, scratch: Scratch, limits: Limits): Promise<Archive> {
  const extract = tar.extract();
  const count = countHeaders(limits.files * HEADERS_PER_FILE);
  limitAttributes(extract as unknown as AttributesParser, count);
  const hash = createHash('sha256');
  const received = metered(limits.archive, hash);
  const unpacked = metered(limits.total + limits.descriptor + limits.files * 1024);
  // tar-stream brings its own stream classes, which Node's pipeline accepts and its types do not.
  const feeding = pipeline(stream, received, createGunzip(), unpacked, extract as unknown as Writable);
  // Whichever fails first is the reason; the other then fails because of it.
  let reason: unknown;
  feeding.catch((error: unknown) => (reason ??= error));
  try {
    const archive = await readEntries(extract, scratch, limits, count);
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

function countHeaders(most: number): () => void {
  let seen = 0;
  return () => {
    seen += 1;
    if (seen > most) throw invalid('The archive has far more entries than a release has files.');
  };
}

/** Refuses attributes before they are read: each of them costs the time of all that came before, and nobody else is answered meanwhile. */
function limitAttributes(parser: AttributesParser, count: () => void): void {
  const decode = parser._decodeLongHeader.bind(parser);
  parser._decodeLongHeader = (bytes) => {
    count();
    if (bytes.length > LONGEST_ATTRIBUTES) throw invalid(`The attributes of an entry have more than ${LONGEST_ATTRIBUTES} bytes.`);
    decode(bytes);
  };
}

async function readEntries(extract: tar.Extract, scratch: Scratch, limits: Limits, count: () => void): Promise<Archive> {
  const files = new Map<string, ArchivedFile>();
  let descriptor: string | undefined;
  let total = 0;
  for await (const entry of extract) {
    count();
    const { name, type, size = 0 } = entry.header;
    const isBrotli = name.startsWith(BROTLI_FOLDER);
    const path = isBrotli ? name.slice(BROTLI_FOLDER.length) : name;
    if (type === 'directory' && (path === '' || releasePathSchema.safeParse(`v/${path.replace(/\/$/, '')}`).success)) {
      entry.resume();
      continue;
    }
    if (type !== 'file') throw invalid(`The archive contains a ${type}; only plain files are allowed.`);
    const isDescriptor = name === DESCRIPTOR;
    if (!isDescriptor && !releasePathSchema.safeParse(path).success) throw invalid(`'${printable(name)}' is not a path of a release.`);
    if (files.has(path) || (isDescriptor && descriptor !== undefined)) throw invalid(`'${path}' occurs twice in the archive.`);
    if (size > (isDescriptor ? limits.descriptor : limits.file)) throw tooLarge(path);
    if (files.size >= limits.files) throw registryError('release-too-large', { message: `A release has at most ${limits.files} files.` });
    const read = await buffer(entry);
    if (isDescriptor) {
      descriptor = read.toString('utf8');
      continue;
    }
    await makingWay(async () => {
      const bytes = isBrotli ? await decompress(read, path, limits.file) : read;
      total += bytes.length;
      if (total > limits.total) throw registryError('release-too-large');
      files.set(path, {
        size: bytes.length,
        integrity: `sha384-${createHash('sha384').update(bytes).digest('base64')}`,
        bytes: await scratch.keep(bytes),
        brotli: isBrotli ? await scratch.keep(read) : null,
      });
    });
  }
  if (descriptor === undefined) throw invalid(`The archive has no ${DESCRIPTOR} at its root.`);
  return { descriptor, files };
}

const tooLarge = (path: string) => registryError('release-too-large', { message: `${path} is too large.` });

/** @param most Bytes that the file may have. */
async function decompress(brotli: Buffer, path: string, most: number): Promise<Buffer> {
  try {
    const { buffer: bytes, engine } = await unbrotli(brotli, { maxOutputLength: most, info: true });
    // What follows the end is left out here, and fails in browsers.
    if (engine.bytesWritten !== brotli.length) throw new Error('It goes on after its end.');
    return bytes;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge(path);
    throw invalid(`'${BROTLI_FOLDER}${path}' is not brotli, or not all of it.`, error);
  }
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
