/** A backup as a gzipped tar: the manifest, then the files that it names. Both directions work in bounded memory. */
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import tar from 'tar-stream';
import { Failure } from './failure';
import { type ArchivedFile, CONTENT, FORMAT, KIND, type Manifest, MANIFEST, manifestSchema } from './manifest';

const LARGEST_MANIFEST = 256 * 1024 * 1024;

/** Writes the files of `folder` that `manifest` names to `target`, a new file that its owner alone may read. */
export async function writeArchive(target: string, manifest: Manifest, folder: string, signal?: AbortSignal): Promise<void> {
  const pack = tar.pack();
  const mtime = new Date(manifest.createdAt);
  const add = async () => {
    pack.entry({ name: MANIFEST, mode: 0o600, mtime }, JSON.stringify(manifest));
    for (const { path, mode, size, sha256 } of manifest.files) {
      const entry = pack.entry({ name: `${CONTENT}/${path}`, mode, size, mtime });
      // tar-stream brings its own stream classes, which Node's pipeline accepts and its types do not.
      const written = await copy(createReadStream(join(folder, path)), entry as unknown as Writable);
      if (written !== sha256) throw new Failure(`${join(folder, path)} was changed while it was copied. Repeat the command.`);
    }
    pack.finalize();
  };
  const file = createWriteStream(target, { flags: 'wx', mode: 0o600, flush: true });
  try {
    await Promise.all([pipeline(pack as unknown as Readable, createGzip(), file, { ...(signal && { signal }) }), add()]);
  } catch (error) {
    pack.destroy();
    throw error;
  }
}

/**
 * Writes what is in an archive to `folder`, which is new and empty.
 * @param accept Called with the manifest, before anything is written; may throw.
 * @throws Failure for anything but a whole and unchanged backup.
 */
export async function readArchive(
  file: string,
  folder: string,
  accept: (manifest: Manifest) => Promise<void>,
  signal?: AbortSignal,
): Promise<Manifest> {
  const extract = tar.extract();
  const feeding = pipeline(createReadStream(file), createGunzip(), extract as unknown as Writable, { ...(signal && { signal }) });
  // Whichever fails first is the reason; the other then fails because of it.
  let reason: unknown;
  feeding.catch((error: unknown) => (reason ??= error));
  try {
    const manifest = await readEntries(extract, folder, accept);
    await feeding;
    return manifest;
  } catch (error) {
    reason ??= error;
    await feeding.catch(() => undefined);
    throw isOfThisMachine(reason) ? reason : damaged(file, reason);
  }
}

/** What gunzip and tar throw is the fault of the archive; what the disk throws is not, nor is our own refusal or somebody's Ctrl-C. */
function isOfThisMachine(error: unknown): boolean {
  const { code, name, syscall } = error as NodeJS.ErrnoException;
  return syscall !== undefined || name === 'AbortError' || code === 'ABORT_ERR' || (error instanceof Failure && !(error instanceof Damage));
}

class Damage extends Failure {}

const damaged = (file: string, cause: unknown) =>
  new Failure(`${file} is damaged, or is not a backup of this site. Nothing has changed.`, { cause });

async function readEntries(extract: tar.Extract, folder: string, accept: (manifest: Manifest) => Promise<void>): Promise<Manifest> {
  let manifest: Manifest | undefined;
  const missing = new Map<string, ArchivedFile>();
  for await (const entry of extract) {
    const { name, type, size = 0 } = entry.header;
    const bytes = Readable.from(entry as AsyncIterable<Uint8Array>);
    if (!manifest) {
      if (name !== MANIFEST || type !== 'file' || size > LARGEST_MANIFEST) throw new Damage('the manifest is missing');
      manifest = await readManifest(bytes);
      await accept(manifest);
      for (const { path, mode } of manifest.folders) await mkdir(join(folder, path), { recursive: true, mode: mode | 0o700 });
      for (const file of manifest.files) missing.set(`${CONTENT}/${file.path}`, file);
      continue;
    }
    const expected = missing.get(name);
    if (!expected || type !== 'file' || size !== expected.size) throw new Damage(`${name} is not in the manifest`);
    missing.delete(name);
    const location = join(folder, expected.path);
    await mkdir(dirname(location), { recursive: true });
    const sha256 = await copy(bytes, createWriteStream(location, { flags: 'wx', mode: expected.mode }));
    if (sha256 !== expected.sha256) throw new Damage(`${name} has changed`);
  }
  if (!manifest || missing.size > 0) throw new Damage('files are missing');
  return manifest;
}

async function readManifest(bytes: Readable): Promise<Manifest> {
  const chunks: Buffer[] = [];
  for await (const chunk of bytes) chunks.push(chunk as Buffer);
  const content = JSON.parse(Buffer.concat(chunks).toString()) as { kind?: unknown; format?: unknown };
  if (content.kind === KIND && content.format !== FORMAT)
    throw new Failure(`The backup has the format ${String(content.format)}, and this version reads ${FORMAT}. Update the product first.`);
  return manifestSchema.parse(content);
}

/** @returns SHA-256 in hex of what was copied. */
async function copy(from: Readable, to: Writable): Promise<string> {
  const hash = createHash('sha256');
  const hashed = async function* (source: AsyncIterable<Uint8Array>) {
    for await (const chunk of source) {
      hash.update(chunk);
      yield chunk;
    }
  };
  await pipeline(from, hashed, to);
  return hash.digest('hex');
}
